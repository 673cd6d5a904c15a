// The options reference, generated from the TSDoc of the types.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Which interfaces each page describes, by their file in src/. */
const pages = [
  {
    name: "options",
    title: "Options",
    from: {
      "core/auth-config.ts": ["CommonOptions", "SessionOptions", "AccountOptions"],
      "types/callbacks.ts": ["CallbacksOptions", "EventCallbacks"],
      "types/jwt.ts": ["JWTOptions"],
      "types/cookies.ts": ["CookiesOptions", "CookieOption", "SerializeCookieOptions"],
    },
  },
  {
    name: "provider-options",
    title: "Options of OAuth and OpenID providers",
    from: {
      "types/providers.ts": ["OAuthSettings", "OIDCConfig", "OAuthClientOptions"],
      "types/provider-common.ts": ["CommonProviderOptions"],
    },
  },
  {
    name: "email-options",
    title: "Options of email providers",
    from: { "types/email.ts": ["EmailConfig"] },
  },
  {
    name: "password-options",
    title: "Options of passwords and credentials",
    from: {
      "types/password.ts": ["PasswordOptions"],
      "providers/password.ts": ["PasswordUserConfig"],
      "types/providers.ts": ["CredentialsConfig"],
    },
  },
  {
    name: "guest-options",
    title: "Options of guests",
    from: { "types/guest.ts": ["GuestOptions"] },
  },
  {
    name: "passkey-options",
    title: "Options of passkeys",
    from: {
      "types/webauthn.ts": ["WebAuthnConfig", "RegistrationOptions", "AuthenticationOptions"],
    },
  },
  {
    name: "two-factor-options",
    title: "Options of two-factor authentication, sessions, logout and access tokens",
    from: {
      "plugins/session-registry/options.ts": ["SessionRegistryOptions"],
      "plugins/admin/options.ts": ["AdminOptions", "InvitationOptions", "AdminPagesOptions"],
      "plugins/api-keys/options.ts": ["ApiKeysOptions"],
      "plugins/bearer/options.ts": ["BearerOptions", "BearerClient"],
      "plugins/bearer/keys.ts": ["BearerJwtOptions"],
      "frameworks/client/app.ts": ["AppAuthOptions"],
      "plugins/two-factor/options.ts": ["TwoFactorOptions"],
      "plugins/change-email/options.ts": ["ChangeEmailOptions"],
      "plugins/account-page/options.ts": ["AccountPageOptions"],
      "plugins/provider-logout/index.ts": ["ProviderLogoutOptions"],
      "types/recent-sign-in.ts": ["FreshOptions"],
      "types/tokens.ts": ["AccessTokenOptions"],
    },
  },
  {
    name: "migration-options",
    title: "Options of the migrations from Auth.js and Better Auth",
    from: {
      "plugins/authjs-migration/options.ts": ["AuthjsMigrationOptions"],
      "plugins/better-auth-migration/options.ts": ["BetterAuthMigrationOptions"],
    },
  },
  {
    name: "limit-and-audit-options",
    title: "Options of rate limits and the audit log",
    from: {
      "doors/rate-limit.ts": ["MemoryRateLimitOptions", "SharedRateLimitOptions"],
      "plugins/audit/console.ts": ["ConsoleAuditOptions"],
      "plugins/audit/webhook.ts": ["WebhookAuditOptions"],
    },
  },
  {
    name: "pages-and-theme",
    title: "Pages and theme",
    from: { "types/pages.ts": ["PagesOptions", "Theme"] },
  },
  {
    name: "testing-options",
    title: "Options of testing and development",
    from: {
      "testing/sign-in-as.ts": ["SignInAsOptions"],
      "dev/identity.ts": ["DevIdentityOptions"],
    },
  },
  {
    name: "adapter",
    title: "Methods of an adapter",
    from: { "types/adapter.ts": ["Adapter"] },
  },
];

export function optionPages() {
  return pages.map(({ name, title, from }) => {
    const tables = Object.entries(from).map(([file, interfaces]) => tablesOf(file, interfaces));
    return [
      `reference/${name}.md`,
      `# ${title}\n\nGenerated from the comments in the types; your editor shows the same.\n\n${tables.join("\n")}`,
    ];
  });
}

function tablesOf(file, interfaces) {
  const text = readFileSync(join(root, "src", file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return interfaces
    .map((name) => {
      const found = source.statements.find(
        (one) => ts.isInterfaceDeclaration(one) && one.name.text === name,
      );
      if (!found) throw new Error(`There is no interface ${name} in src/${file}.`);
      return `## ${name}\n\n${found.members.map((member) => entry(member, source)).join("\n")}`;
    })
    .join("\n");
}

function entry(member, source) {
  const name = member.name?.getText(source) ?? "";
  if (name.startsWith("[")) return "";
  const [doc] = member.jsDoc ?? [];
  const words = ts.getTextOfJSDocComment(doc?.comment) ?? "";
  const standard = doc?.tags?.find((tag) => tag.tagName.text === "default");
  const usual = standard && ts.getTextOfJSDocComment(standard.comment);
  const type = member.type?.getText(source) ?? "function";
  return [
    `### ${name}`,
    "",
    `\`\`\`ts\n${name}: ${ts.isMethodSignature(member) ? signature(member, source) : type}\n\`\`\``,
    "",
    ...(words === "" ? [] : [escape(words), ""]),
    ...(usual === undefined
      ? []
      : [`Default: ${/^("[^"]*"|[{[].*[}\]])$/.test(usual) ? `\`${usual}\`` : escape(usual)}`, ""]),
  ].join("\n");
}

function signature(member, source) {
  const params = member.parameters.map((one) => one.getText(source)).join(", ");
  return `(${params}) => ${member.type?.getText(source) ?? "void"}`;
}

/** Vue and HTML markup outside of code. */
function escape(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;"),
    )
    .join("");
}
