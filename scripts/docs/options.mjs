// The reference of options, from the comments in src/types.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Which interfaces are told of, and where they are. */
const pages = [
  [
    "options",
    "Options",
    "config.ts",
    ["CommonOptions", "CallbacksOptions", "SessionOptions", "EventCallbacks"],
  ],
  [
    "provider-options",
    "Options of OAuth and OpenID providers",
    "providers.ts",
    ["OAuthSettings", "OIDCConfig"],
  ],
  ["email-options", "Options of e-mail providers", "email.ts", ["EmailConfig"]],
  [
    "passkey-options",
    "Options of passkeys",
    "webauthn.ts",
    ["WebAuthnConfig", "RegistrationOptions", "AuthenticationOptions"],
  ],
  ["pages-and-theme", "Pages and theme", "pages.ts", ["PagesOptions", "Theme"]],
  ["adapter", "Methods of an adapter", "adapter.ts", ["Adapter"]],
];

export function optionPages() {
  return pages.map(([name, title, file, interfaces]) => [
    `reference/${name}.md`,
    `# ${title}\n\nWritten from the comments in the types: an editor shows the same.\n\n${tablesOf(file, interfaces)}`,
  ]);
}

function tablesOf(file, interfaces) {
  const text = readFileSync(join(root, "src/types", file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return interfaces
    .map((name) => {
      const found = source.statements.find(
        (one) => ts.isInterfaceDeclaration(one) && one.name.text === name,
      );
      if (!found) throw new Error(`There is no interface ${name} in src/types/${file}.`);
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
    ...(usual === undefined ? [] : [`Default: ${escape(usual)}`, ""]),
  ].join("\n");
}

function signature(member, source) {
  const params = member.parameters.map((one) => one.getText(source)).join(", ");
  return `(${params}) => ${member.type?.getText(source) ?? "void"}`;
}

/** Markup of Vue and HTML, outside of code. */
function escape(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;"),
    )
    .join("");
}
