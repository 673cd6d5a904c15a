import { setupOf, type Framework, type FrameworkSetup } from "./frameworks.js";

/** A file to write, by its path in the app's folder. */
export interface Draft {
  readonly path: string;
  readonly text: string;
  /** If the file exists, it's left alone, and this is what remains to be done by hand. */
  readonly step?: string;
  /** Appended if the file exists. */
  readonly appends?: true;
}

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
  const { framework, typescript } = choice;
  const { type, value, door = `latchkey/${framework}` } = setup;
  const names = [...(value === undefined ? [] : [value]), ...(typescript ? [`type ${type}`] : [])];
  const end = typescript ? setup.end.replace("(request)", "(request: Request)") : setup.end;
  const imports = [
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "${door}";\n`] : []),
    ...importsOf(choice, setup),
  ];
  return `${imports.toSorted((one, other) => (from(one) < from(other) ? -1 : 1)).join("")}
${before(choice, setup)}/** AUTH_SECRET and what the providers need come from the environment. */
export const authConfig${typescript ? `: ${type}` : ""} = {
  ${members(choice, setup)}
  // With an adapter: accounts are linked only if the user asks for it, never by signing in.
  account: { linking: "explicit" },
};
${end === "" ? "" : `\n${end}\n`}`;
}

const from = (line: string): string => line.slice(line.indexOf('"'));

const hasPasswords = ({ providers }: Choice): boolean => providers.includes("password");

/** The first members of the config. */
function members(choice: Choice, { hidesSocket }: FrameworkSetup): string {
  const names = choice.providers.map((id) =>
    id === "password" ? "Password({ email: mailer })" : factoryName(id),
  );
  if (hasPasswords(choice)) return `adapter: SqlAdapter(db),\n  providers: [${names.join(", ")}],`;
  const local = hidesSocket ? "anyName" : "devIdentity()";
  return `providers: isLocal ? [${local}] : [${names.join(", ")}],`;
}

const importOf = (id: string): string =>
  `import ${factoryName(id)} from "latchkey/providers/${id}";\n`;

const devImport = (name: string): string => `import { ${name} } from "latchkey/dev";\n`;

function importsOf(choice: Choice, { hidesSocket }: FrameworkSetup): string[] {
  const { providers } = choice;
  if (!hasPasswords(choice)) {
    const local = hidesSocket ? importOf("credentials") : devImport("devIdentity");
    return [local, ...providers.map(importOf)];
  }
  return [
    'import { connect, SqlAdapter } from "latchkey/adapters/sql";\n',
    ...(hidesSocket ? [] : [devImport("devInbox")]),
    ...new Set([...providers, "nodemailer"].map(importOf)),
  ];
}

type Site = Pick<FrameworkSetup, "hidesSocket"> & { readonly basePath?: string };

/** Code between the imports and the config. */
function before(choice: Choice, { hidesSocket, basePath = "/auth" }: Site): string {
  if (hasPasswords(choice)) return storage(hidesSocket ? undefined : basePath);
  const anyName = hidesSocket
    ? `/** Signs in as whatever name you type. Only for local work, on a server that listens on localhost. */
const anyName = Credentials({
  credentials: { name: {} },
  authorize: ({ name }) => ({ id: name, name }),
});

`
    : "";
  return `const isLocal = process.env["NODE_ENV"] === "development";\n\n${anyName}`;
}

/** The database and the mailer for passwords. The development inbox needs the socket's address. */
function storage(inboxBelow: string | undefined): string {
  const smtp = `Nodemailer({ server: process.env["SMTP_URL"], from: process.env["MAIL_FROM"] })`;
  const mailer = inboxBelow
    ? `/** Sends the mails of sign-ups and password resets. In development, read them at ${inboxBelow}/assets/dev-inbox. */
const mailer =
  process.env["NODE_ENV"] === "development"
    ? devInbox()
    : ${smtp};`
    : `/** Sends the mails of sign-ups and password resets. */
const mailer = ${smtp};`;
  return `/** Create its tables with: npx latchkey migrate */
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
