import { pascal } from "../schema/wanted.js";
import { setupOf, type Draft, type Framework, type FrameworkSetup } from "./frameworks.js";

export interface Choice {
  readonly framework: Framework;
  /** Provider ids, as in `latchkey/providers/ID`. */
  readonly providers: readonly string[];
  readonly typescript: boolean;
  /** The sources are below `src/`. */
  readonly inSource: boolean;
  /** There is no app yet, so one is written. */
  readonly withApp: boolean;
}

/** The config file and those beside it. */
export function draftsFor(choice: Choice): Draft[] {
  const setup = setupOf(choice.framework);
  const folder = choice.inSource ? "src/" : "";
  const named = (path: string) => `${path}.${choice.typescript ? "ts" : "js"}`;
  return [
    { path: configFile(choice), text: configText(choice, setup) },
    ...(setup.beside ?? []).map(({ path, inSource, ...draft }) => ({
      ...draft,
      path: named(inSource ? folder + path : path),
    })),
    ...(setup.app && choice.withApp
      ? [{ path: appFile(choice), text: setup.app(choice.typescript) }]
      : []),
  ];
}

/** The path of the app that is written if there is none. */
export const appFile = ({ inSource, typescript }: Choice): string =>
  `${inSource ? "src/" : ""}app.${typescript ? "ts" : "js"}`;

/** The path of the config file. */
export function configFile({ framework, inSource, typescript }: Choice): string {
  const path = setupOf(framework).file ?? `${inSource ? "src/" : ""}auth`;
  return `${path}.${typescript ? "ts" : "js"}`;
}

function configText(choice: Choice, setup: FrameworkSetup): string {
  const { framework, typescript, providers } = choice;
  const { type, value, door = `latchkey/${framework}` } = setup;
  const parts = (providers.includes("password") ? passwordParts : localParts)(choice, setup);
  const names = [...(value === undefined ? [] : [value]), ...(typescript ? [`type ${type}`] : [])];
  const end = typescript ? setup.end.replace("(request)", "(request: Request)") : setup.end;
  const imports = [
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "${door}";\n`] : []),
    ...parts.imports,
  ];
  const from = (line: string) => line.slice(line.indexOf('"'));
  return `${imports.toSorted((one, other) => (from(one) < from(other) ? -1 : 1)).join("")}
${parts.before}/** AUTH_SECRET and what the providers need come from the environment. */
export const authConfig${typescript ? `: ${type}` : ""} = {
  ${parts.members}
  // With an adapter: accounts are linked only if the user asks for it, never by signing in.
  account: { linking: "explicit" },
};
${end === "" ? "" : `\n${end}\n`}`;
}

interface ConfigParts {
  readonly imports: readonly string[];
  /** Code between the imports and the config. */
  readonly before: string;
  /** The first members of the config. */
  readonly members: string;
}

const importOf = (id: string): string =>
  `import ${factoryName(id)} from "latchkey/providers/${id}";\n`;

/** With passwords: a database and a mailer. The development inbox needs the socket's address. */
function passwordParts(
  { providers }: Choice,
  { hidesSocket, basePath = "/auth" }: FrameworkSetup,
): ConfigParts {
  const smtp = `Nodemailer({ server: process.env["SMTP_URL"], from: process.env["MAIL_FROM"] })`;
  const mailer = hidesSocket
    ? `/** Sends the mails of sign-ups and password resets. */
const mailer = ${smtp};`
    : `/** Sends the mails of sign-ups and password resets. In development, read them at ${basePath}/assets/dev-inbox. */
const mailer =
  process.env["NODE_ENV"] === "development"
    ? devInbox()
    : ${smtp};`;
  const names = providers.map((id) =>
    id === "password" ? "Password({ email: mailer })" : factoryName(id),
  );
  return {
    imports: [
      'import { connect, SqlAdapter } from "latchkey/adapters/sql";\n',
      ...(hidesSocket ? [] : ['import { devInbox } from "latchkey/dev";\n']),
      ...new Set([...providers, "nodemailer"].map(importOf)),
    ],
    before: `/** Create its tables with: npx latchkey migrate */
const db = await connect(process.env["DATABASE_URL"] ?? "file:./app.db");

${mailer}

`,
    members: `adapter: SqlAdapter(db),\n  providers: [${names.join(", ")}],`,
  };
}

/** Without passwords: the providers for production, and a sign-in for local work. */
function localParts({ providers }: Choice, { hidesSocket }: FrameworkSetup): ConfigParts {
  const anyName = `/** Signs in as whatever name you type. Only for local work, on a server that listens on localhost. */
const anyName = Credentials({
  credentials: { name: {} },
  authorize: ({ name }) => ({ id: name, name }),
});

`;
  return {
    imports: [
      hidesSocket ? importOf("credentials") : 'import { devIdentity } from "latchkey/dev";\n',
      ...providers.map(importOf),
    ],
    before: `const isLocal = process.env["NODE_ENV"] === "development";\n\n${hidesSocket ? anyName : ""}`,
    members: `providers: isLocal ? [${hidesSocket ? "anyName" : "devIdentity()"}] : [${providers.map(factoryName).join(", ")}],`,
  };
}

/** A name for the factory: `microsoft-entra-id` is `MicrosoftEntraId`. */
function factoryName(id: string): string {
  const name = pascal(id);
  return /^\d/.test(name) ? `Provider${name}` : name;
}

/** The environment variables that a provider reads, without values. */
export function variablesFor(id: string): string[] {
  const name = `AUTH_${id.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
  return [`${name}_ID`, `${name}_SECRET`];
}
