import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError, type Call, type Command } from "../command.js";
import { frameworks, setupOf, type Draft, type Framework } from "../init/frameworks.js";
import { ormPart } from "../init/schema.js";
import { appFile, configFile, draftsFor, variablesFor, type Choice } from "../init/templates.js";
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
  async run(call) {
    const project = await readProject(call.folder);
    const choice = await choose(call, project);
    const orm = await ormPart(project, choice);
    const all = [...draftsFor(choice), ...orm.drafts];
    const kept = await existing(project, all);
    const drafts = all.filter((draft) => !kept.includes(draft));
    if (call.flag("dry-run")) {
      const texts = drafts.map(({ path, text }) => `--- ${path}\n${text}`);
      call.show({ drafts }, texts);
      return 0;
    }
    for (const draft of drafts) await write(project, draft);
    const env = setupOf(choice.framework).env ?? ".env";
    const wroteSecret = await addSecret(join(project.folder, env), newSecret());
    const files = drafts.map(({ path }) => path);
    const isIgnored = await isIgnoredByGit(project, env);
    const next = [...nextSteps(project, { choice, env, isIgnored, kept }), ...orm.steps];
    call.show({ files, env, wroteSecret, next }, [
      ...files.map((file) => `Wrote ${file}`),
      wroteSecret ? `Added AUTH_SECRET to ${env}` : `${env} already has an AUTH_SECRET`,
      "",
      "Next steps",
      ...next.map((step, index) => `  ${index + 1}. ${step}`),
    ]);
    return 0;
  },
};

async function choose(call: Call, project: Project): Promise<Choice> {
  const providers = (call.text("provider") ?? "github").split(",").map((id) => id.trim());
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
  const framework = await chooseFramework(call, project);
  return {
    framework,
    providers,
    typescript: !call.flag("js") && (await project.has("tsconfig.json")),
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

async function chooseFramework(call: Call, { packages }: Project): Promise<Framework> {
  const all = frameworks.join(", ");
  const named =
    call.text("framework") ??
    frameworks.find((name) => packages.has(setupOf(name).package ?? "")) ??
    (call.isInteractive ? await call.ask(`Which framework (${all})? `) : undefined);
  if (named === undefined) {
    throw new UsageError(`package.json names no framework. Pass --framework with one of ${all}.`);
  }
  const framework = frameworks.find((name) => name === named);
  if (framework) return framework;
  throw new UsageError(
    `There is no framework ${JSON.stringify(named)}. Pass one of ${all}; for others, see docs/writing-a-framework.md.`,
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

interface Rest {
  readonly choice: Choice;
  readonly env: string;
  /** Whether git ignores the environment file, so that the secret stays out of the repository. */
  readonly isIgnored: boolean;
  readonly kept: readonly Draft[];
}

function* nextSteps(
  project: Project,
  { choice, env, isIgnored, kept }: Rest,
): Generator<string, void> {
  const { framework, providers, typescript } = choice;
  const { basePath = "/auth", mount = [], package: name, app, ...setup } = setupOf(framework);
  const hasMounted = choice.withApp && app !== undefined;
  const hasPasswords = providers.includes("password");
  const server = hasMounted && framework === "hono" ? ["@hono/node-server"] : [];
  const needed = [...(name === undefined ? [] : [name]), ...server, "latchkey"];
  const missing = needed.filter((one) => !project.packages.has(one));
  if (missing.length > 0) yield `npm install ${missing.join(" ")}`;
  if (framework !== "next" && !project.isModule && !typescript) {
    yield 'Set "type": "module" in package.json';
  }
  if (!isIgnored) yield `Add ${env} to .gitignore`;
  for (const { step } of kept) if (step !== undefined) yield step;
  if (!hasMounted) yield* mount;
  // Passwords need a database, and a mailer to prove addresses.
  if (hasPasswords) {
    yield "npm install kysely libsql nodemailer";
    yield "Create the tables: npx latchkey migrate --url file:./app.db, or set DATABASE_URL to another database";
    const when = ` (in production; in development, read mails at ${basePath}/assets/dev-inbox)`;
    yield `Put SMTP_URL and MAIL_FROM into ${env}${setup.hidesSocket ? "" : when}`;
  }
  // Without NODE_ENV, production is assumed, where AUTH_URL must be set.
  const run = `NODE_ENV=development ${typescript ? "npx tsx" : "node"} --env-file=${env}`;
  yield setup.start ?? `Start it: ${run} ${hasMounted ? appFile(choice) : "YOUR_APP"}`;
  const local = hasPasswords ? "" : ": in development, you need no account at a provider";
  yield `Open http://localhost:3000${basePath}/signin (or your app's port)${local}`;
  for (const id of providers.filter((one) => one !== "password")) {
    yield `For production: register the app at ${id} with the redirect URI https://example.com${basePath}/callback/${id}, and set ${variablesFor(id).join(" and ")}, AUTH_SECRET and AUTH_URL`;
  }
  yield `Check it: NODE_ENV=development npx latchkey doctor --config ${configFile(choice)}`;
}

async function isIgnoredByGit({ folder }: Project, env: string): Promise<boolean> {
  const ignored = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
  const patterns = env === ".env" ? [".env", ".env*"] : [env, ".env*", ".env*.local", "*.local"];
  const lines = ignored.split("\n").map((line) => line.trim().replace(/^\//, ""));
  return lines.some((line) => patterns.includes(line));
}
