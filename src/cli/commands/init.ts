import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError, type Command, type ParsedArgs, type Terminal } from "../command.js";
import { frameworks, setupOf, type Framework } from "../init/frameworks.js";
import { ormPart } from "../init/schema.js";
import {
  appFile,
  configFile,
  draftsFor,
  variablesFor,
  type Choice,
  type Draft,
} from "../init/templates.js";
import { readProject, type Project } from "../project.js";
import { addSecret, newSecret } from "./secret.js";

/** `latchkey init`: writes a first auth file, and a small app if there is none. */
export const init: Command = {
  usage: `Usage: latchkey init [options]

Writes an auth file with a sign-in for local work that needs no account at a provider, and AUTH_SECRET into the
environment file. Without an app, it writes a small one (Express, Fastify, Hono, Koa). It never replaces a file. In a project
with Prisma or Drizzle it also writes the schema: models at the end of prisma/schema.prisma, or src/db/auth-schema.ts.

Options
  --framework <name>   ${frameworks.slice(0, 7).join(", ")},
                       ${frameworks.slice(7).join(", ")}
                       (default: the one in package.json, otherwise it asks)
  --provider <ids>     providers of latchkey/providers for production, separated by commas (default: github)
  --js                 JavaScript (default: TypeScript if there is a tsconfig.json)
  --dry-run            print the files without writing them
  --json               print JSON`,
  options: {
    framework: { type: "string" },
    provider: { type: "string" },
    js: { type: "boolean" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(given, terminal) {
    const project = await readProject(terminal.folder);
    const choice = await choose(given, terminal, project);
    const orm = await ormPart(project, choice);
    const all = [...draftsFor(choice), ...orm.drafts];
    const kept = await existing(project, all);
    const drafts = all.filter((draft) => !kept.includes(draft));
    if (given.flag("dry-run")) return preview(given, terminal, drafts);
    for (const draft of drafts) await write(project, draft);
    const env = setupOf(choice.framework).env ?? ".env";
    const wroteSecret = await addSecret(join(project.folder, env), newSecret());
    const files = drafts.map(({ path }) => path);
    const next = [...(await nextSteps(project, { choice, env, kept })), ...orm.steps];
    const result = { files, env, wroteSecret, next };
    if (given.flag("json")) terminal.print(JSON.stringify(result, null, 2));
    else printResult(terminal, result);
    return 0;
  },
};

async function choose(given: ParsedArgs, terminal: Terminal, project: Project): Promise<Choice> {
  const providers = (given.text("provider") ?? "github").split(",").map((id) => id.trim());
  const odd = providers.find((id) => !/^[a-z0-9][a-z0-9-]*$/.test(id));
  if (odd !== undefined) {
    throw new UsageError(
      `${JSON.stringify(odd)} isn't a provider id. Use one such as github or google: see docs/providers.md.`,
    );
  }
  const special = providers.find((id) => id in pagesOf);
  if (special !== undefined) {
    throw new UsageError(
      `${JSON.stringify(special)} needs more than an id. Write the auth file by hand, as docs/${pagesOf[special]}.md shows.`,
    );
  }
  const framework = await chooseFramework(given, terminal, project);
  return {
    framework,
    providers,
    typescript: !given.flag("js") && (await project.has("tsconfig.json")),
    inSource: await project.has(setupOf(framework).sources ?? "src"),
    withApp: !(await hasApp(project)),
  };
}

/** Whether the folder has a file that looks like the app's entry point. */
async function hasApp(project: Project): Promise<boolean> {
  const names = ["app", "index", "main", "server"].flatMap((name) => [name, `src/${name}`]);
  const paths = names.flatMap((name) => ["ts", "js", "mts", "mjs"].map((end) => `${name}.${end}`));
  return (await Promise.all(paths.map((path) => project.has(path)))).includes(true);
}

/** Providers that need functions or a sender of your own, and the page that shows how. */
const pagesOf: Readonly<Record<string, string>> = {
  credentials: "providers",
  passkey: "passkeys",
  webauthn: "passkeys",
  ...Object.fromEntries(
    "email forwardemail loops mailgun nodemailer postmark resend sendgrid"
      .split(" ")
      .map((id) => [id, "email"]),
  ),
};

async function chooseFramework(
  given: ParsedArgs,
  terminal: Terminal,
  { packages }: Project,
): Promise<Framework> {
  const named = given.text("framework");
  if (named !== undefined) return frameworkNamed(named);
  const found = frameworks.find((name) => packages.has(setupOf(name).package ?? ""));
  if (found) return found;
  if (terminal.isInteractive) {
    return frameworkNamed(await terminal.ask(`Which framework (${frameworks.join(", ")})? `));
  }
  throw new UsageError(
    `package.json names no framework. Pass --framework with one of ${frameworks.join(", ")}.`,
  );
}

function frameworkNamed(text: string): Framework {
  const framework = frameworks.find((name) => name === text);
  if (framework) return framework;
  throw new UsageError(
    `There is no framework ${JSON.stringify(text)}. Pass one of ${frameworks.join(", ")}; for others, see docs/writing-a-framework.md.`,
  );
}

/** The files to leave alone. Throws if one exists that can't be left as it is: it's all or nothing. */
async function existing(project: Project, drafts: readonly Draft[]): Promise<Draft[]> {
  const kept: Draft[] = [];
  for (const draft of drafts) {
    if (draft.appends || !(await project.has(draft.path))) continue;
    if (draft.step === undefined) {
      throw new Error(
        `${draft.path} exists already, so nothing was written. Move it away, or edit it by hand.`,
      );
    }
    kept.push(draft);
  }
  return kept;
}

async function write({ folder }: Project, { path, text, appends }: Draft): Promise<void> {
  const file = join(folder, path);
  if (appends) return appendFile(file, text);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: "wx" });
}

function preview(given: ParsedArgs, terminal: Terminal, drafts: readonly Draft[]): number {
  if (given.flag("json")) terminal.print(JSON.stringify({ drafts }, null, 2));
  else for (const { path, text } of drafts) terminal.print(`--- ${path}\n${text}`);
  return 0;
}

interface Written {
  readonly files: readonly string[];
  readonly env: string;
  readonly wroteSecret: boolean;
  readonly next: readonly string[];
}

function printResult(terminal: Terminal, { files, env, wroteSecret, next }: Written): void {
  for (const file of files) terminal.print(`Wrote ${file}`);
  terminal.print(wroteSecret ? `Added AUTH_SECRET to ${env}` : `${env} already has an AUTH_SECRET`);
  terminal.print("");
  terminal.print("Next steps");
  next.forEach((step, index) => {
    terminal.print(`  ${index + 1}. ${step}`);
  });
}

interface Rest {
  readonly choice: Choice;
  readonly env: string;
  readonly kept: readonly Draft[];
}

async function nextSteps(project: Project, { choice, env, kept }: Rest): Promise<string[]> {
  const { framework, providers, typescript } = choice;
  const { basePath = "/auth", mount = [], package: name } = setupOf(framework);
  const hasMounted = choice.withApp && setupOf(framework).app !== undefined;
  const needed = [...(hasMounted ? packagesOf(framework) : name ? [name] : []), "latchkey"];
  const missing = needed.filter((one) => !project.packages.has(one));
  return [
    ...(missing.length > 0 ? [`npm install ${missing.join(" ")}`] : []),
    ...(framework === "next" || project.isModule || typescript
      ? []
      : ['Set "type": "module" in package.json']),
    ...(await ignoreStep(project, env)),
    ...kept.flatMap(({ step }) => step ?? []),
    ...(hasMounted ? [] : mount),
    ...(providers.includes("password") ? passwordSteps(choice, env) : []),
    startStep(choice, env, hasMounted),
    `Open http://localhost:3000${basePath}/signin (or your app's port)${providers.includes("password") ? "" : ": in development, you need no account at a provider"}`,
    ...providers.flatMap((id) =>
      id === "password"
        ? []
        : [
            `For production: register the app at ${id} with the redirect URI https://example.com${basePath}/callback/${id}, and set ${variablesFor(id).join(" and ")}, AUTH_SECRET and AUTH_URL`,
          ],
    ),
    `Check it: NODE_ENV=development npx latchkey doctor --config ${configFile(choice)}`,
  ];
}

const packagesOf = (framework: Framework): string[] =>
  framework === "hono" ? ["hono", "@hono/node-server"] : [framework];

/** Passwords need a database, and a mailer to prove addresses. */
function passwordSteps({ framework }: Choice, env: string): string[] {
  const { hidesSocket, basePath = "/auth" } = setupOf(framework);
  const when = hidesSocket
    ? ""
    : ` (in production; in development, read mails at ${basePath}/assets/dev-inbox)`;
  return [
    "npm install kysely libsql nodemailer",
    "Create the tables: npx latchkey migrate --url file:./app.db, or set DATABASE_URL to another database",
    `Put SMTP_URL and MAIL_FROM into ${env}${when}`,
  ];
}

/** Without NODE_ENV, production is assumed, where AUTH_URL must be set. */
function startStep(choice: Choice, env: string, wroteApp: boolean): string {
  const { framework, typescript } = choice;
  const { start } = setupOf(framework);
  if (start !== undefined) return start;
  const run = typescript ? "npx tsx" : "node";
  const file = wroteApp ? appFile(choice) : "YOUR_APP";
  return `Start it: NODE_ENV=development ${run} --env-file=${env} ${file}`;
}

/** Keeps the secret out of the repository. */
async function ignoreStep({ folder }: Project, env: string): Promise<string[]> {
  const ignored = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
  const patterns = env === ".env" ? [".env", ".env*"] : [env, ".env*", ".env*.local", "*.local"];
  const lines = ignored.split("\n").map((line) => line.trim().replace(/^\//, ""));
  return lines.some((line) => patterns.includes(line)) ? [] : [`Add ${env} to .gitignore`];
}
