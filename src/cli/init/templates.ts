/** A file to be written, by its path from the folder of the application on. */
export interface Draft {
  readonly path: string;
  readonly text: string;
}

export const frameworks = ["express", "next", "fetch"] as const;
export type Framework = (typeof frameworks)[number];

export interface Choice {
  readonly framework: Framework;
  /** Ids of providers, as in `latchkey/providers/ID`. */
  readonly providers: readonly string[];
  readonly typescript: boolean;
  /** Next.js: the sources are below `src/`. */
  readonly inSource: boolean;
}

/** The files of a first set-up. */
export function draftsFor(choice: Choice): Draft[] {
  return templates[choice.framework](choice);
}

const templates: Readonly<Record<Framework, (choice: Choice) => Draft[]>> = {
  express: (choice) => [
    {
      path: fileName("auth", choice),
      text: `import { ${imported("MiddlewareAuth", "ExpressAuthConfig", choice)} } from "latchkey/express";
${providerImports(choice)}
/** AUTH_SECRET and what the providers need come from the environment. */
export const authConfig${typed("ExpressAuthConfig", choice)} = {
  ${members(choice)}
  // With an adapter: accounts are linked where somebody asks for it, and never by a sign-in alone.
  account: { linking: "explicit" },
};

/** Mount it: app.use("/auth", auth); read sessions with getSession(req, authConfig). */
export const auth = MiddlewareAuth(authConfig);
`,
    },
  ],
  next: (choice) => {
    const base = choice.inSource ? "src/" : "";
    return [
      {
        path: base + fileName("auth", choice),
        text: `import { ${imported("FullstackAuth", "NextAuthConfig", choice)} } from "latchkey/next";
${providerImports(choice)}
/** AUTH_SECRET and what the providers need come from the environment. */
export const authConfig${typed("NextAuthConfig", choice)} = {
  ${members(choice)}
  // With an adapter: accounts are linked where somebody asks for it, and never by a sign-in alone.
  account: { linking: "explicit" },
};

export const { handlers, auth, signIn, signOut } = FullstackAuth(authConfig);
`,
      },
      {
        path: `${base}app/api/auth/[...nextauth]/${fileName("route", choice)}`,
        text: `import { handlers } from "../../../../auth";

export const { GET, POST } = handlers;
`,
      },
    ];
  },
  fetch: (choice) => [
    {
      path: fileName("auth", choice),
      text: `import { Auth, setEnvDefaults${choice.typescript ? ", type AuthConfig" : ""} } from "latchkey";
${providerImports(choice)}
export const authConfig${typed("AuthConfig", choice)} = {
  ${members(choice)}
  // With an adapter: accounts are linked where somebody asks for it, and never by a sign-in alone.
  account: { linking: "explicit" },
};
// AUTH_SECRET, AUTH_URL and what the providers need come from the environment.
setEnvDefaults(process.env, authConfig);

/** Answers every request below /auth. */
export const auth = (request${choice.typescript ? ": Request" : ""}) => Auth(request, authConfig);
`,
    },
  ],
};

const fileName = (name: string, { typescript }: Choice): string =>
  `${name}.${typescript ? "ts" : "js"}`;

const imported = (value: string, type: string, { typescript }: Choice): string =>
  typescript ? `${value}, type ${type}` : value;

const typed = (type: string, { typescript }: Choice): string => (typescript ? `: ${type}` : "");

const hasPasswords = ({ providers }: Choice): boolean => providers.includes("password");

/** What the object of the configuration begins with. */
function members(choice: Choice): string {
  const names = choice.providers.map((id) =>
    id === "password" ? "Password({ email: mailer })" : factoryName(id),
  );
  const providers = `providers: [${names.join(", ")}],`;
  return hasPasswords(choice) ? `adapter: SqlAdapter(db),\n  ${providers}` : providers;
}

const importOf = (id: string): string =>
  `import ${factoryName(id)} from "latchkey/providers/${id}";\n`;

/** The imports, and what the configuration takes out of the environment by name. */
function providerImports(choice: Choice): string {
  const { providers, framework } = choice;
  if (!hasPasswords(choice)) return providers.map(importOf).join("");
  // Next.js doesn't tell the address of the socket, so the inbox for development has no page there.
  const hasInbox = framework !== "next";
  const imports = [
    'import { connect, SqlAdapter } from "latchkey/adapters/sql";\n',
    ...(hasInbox ? ['import { devInbox } from "latchkey/dev";\n'] : []),
    ...[...new Set([...providers, "nodemailer"])].toSorted().map(importOf),
  ];
  const smtp = `Nodemailer({ server: process.env["SMTP_URL"], from: process.env["MAIL_FROM"] })`;
  const mailer = hasInbox
    ? `/** Sends the mails of sign-ups and forgotten passwords. Locally they are at /auth/assets/dev-inbox. */
const mailer =
  process.env["NODE_ENV"] === "development"
    ? devInbox()
    : ${smtp};`
    : `/** Sends the mails of sign-ups and forgotten passwords. */
const mailer = ${smtp};`;
  return `${imports.join("")}
/** Its tables: npx latchkey migrate. */
const db = await connect(process.env["DATABASE_URL"] ?? "file:./app.db");

${mailer}
`;
}

/** A name for the factory: `microsoft-entra-id` is `MicrosoftEntraId`. */
function factoryName(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(name) ? `Provider${name}` : name;
}

/** The environment variables that a provider reads, without values. */
export function variablesFor(id: string): string[] {
  const name = `AUTH_${id.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
  return [`${name}_ID`, `${name}_SECRET`];
}
