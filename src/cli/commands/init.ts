import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError, type Command, type Given, type Surroundings } from "../command.js";
import {
  draftsFor,
  frameworks,
  variablesFor,
  type Choice,
  type Draft,
  type Framework,
} from "../init/templates.js";
import { readProject, type Project } from "../project.js";
import { addSecret, newSecret } from "./secret.js";

/** `latchkey init`: a first auth file. */
export const init: Command = {
  usage: `Usage: latchkey init [options]

Writes an auth file that works, and AUTH_SECRET into the environment file. It never replaces a file.

Options
  --framework <name>   express, next or fetch (default: as package.json says, else it asks)
  --provider <ids>     providers of latchkey/providers, with commas between (default: github)
  --js                 JavaScript (default: TypeScript where there is a tsconfig.json)
  --dry-run            print the files, and write nothing
  --json               print JSON`,
  options: {
    framework: { type: "string" },
    provider: { type: "string" },
    js: { type: "boolean" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(given, world) {
    const project = await readProject(world.folder);
    const choice = await choose(given, world, project);
    const drafts = draftsFor(choice);
    await assertFree(project, drafts);
    if (given.flag("dry-run")) return preview(given, world, drafts);
    for (const draft of drafts) await write(project, draft);
    const env = choice.framework === "next" ? ".env.local" : ".env";
    const wroteSecret = await addSecret(join(project.folder, env), newSecret());
    const files = drafts.map(({ path }) => path);
    const next = await nextSteps(project, choice, env);
    if (given.flag("json")) world.print(JSON.stringify({ files, env, wroteSecret, next }, null, 2));
    else tell(world, { files, env, wroteSecret, next });
    return 0;
  },
};

async function choose(given: Given, world: Surroundings, project: Project): Promise<Choice> {
  const providers = (given.text("provider") ?? "github").split(",").map((id) => id.trim());
  const odd = providers.find((id) => !/^[a-z0-9][a-z0-9-]*$/.test(id));
  if (odd !== undefined) {
    throw new UsageError(
      `${JSON.stringify(odd)} is no id of a provider, such as github or google.`,
    );
  }
  const special = providers.find((id) => id in pagesOf);
  if (special !== undefined) {
    throw new UsageError(
      `${JSON.stringify(special)} needs more than an id. Write the file by hand, as docs/${pagesOf[special]}.md shows.`,
    );
  }
  return {
    framework: await chooseFramework(given, world, project),
    providers,
    typescript: !given.flag("js") && (await project.has("tsconfig.json")),
    inSource: await project.has("src/app"),
  };
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
  given: Given,
  world: Surroundings,
  { packages }: Project,
): Promise<Framework> {
  const named = given.text("framework");
  if (named !== undefined) return frameworkNamed(named);
  const found = frameworks.find((name) => packages.has(name));
  if (found) return found;
  if (world.isInteractive) {
    return frameworkNamed(await world.ask(`Which framework (${frameworks.join(", ")})? `));
  }
  throw new UsageError(`Say which framework: --framework ${frameworks.join(", or ")}.`);
}

function frameworkNamed(text: string): Framework {
  const framework = frameworks.find((name) => name === text);
  if (framework) return framework;
  throw new UsageError(
    `There is no framework ${JSON.stringify(text)} here: choose ${frameworks.join(", ")}. The others have a page in the docs.`,
  );
}

/** All or nothing: where one of the files is there, none is written. */
async function assertFree(project: Project, drafts: readonly Draft[]): Promise<void> {
  for (const { path } of drafts) {
    if (!(await project.has(path))) continue;
    throw new Error(
      `${path} is there already. Nothing was written; move it away, or add to it by hand.`,
    );
  }
}

async function write({ folder }: Project, { path, text }: Draft): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: "wx" });
}

function preview(given: Given, world: Surroundings, drafts: readonly Draft[]): number {
  if (given.flag("json")) world.print(JSON.stringify({ drafts }, null, 2));
  else for (const { path, text } of drafts) world.print(`--- ${path}\n${text}`);
  return 0;
}

interface Written {
  readonly files: readonly string[];
  readonly env: string;
  readonly wroteSecret: boolean;
  readonly next: readonly string[];
}

function tell(world: Surroundings, { files, env, wroteSecret, next }: Written): void {
  for (const file of files) world.print(`Wrote ${file}`);
  world.print(wroteSecret ? `Added AUTH_SECRET to ${env}` : `${env} has an AUTH_SECRET already`);
  world.print("");
  world.print("What is left to do");
  next.forEach((step, index) => {
    world.print(`  ${index + 1}. ${step}`);
  });
}

async function nextSteps(project: Project, choice: Choice, env: string): Promise<string[]> {
  const { framework, providers } = choice;
  const base = framework === "next" ? "/api/auth" : "/auth";
  const port = "http://localhost:3000";
  return [
    ...(project.packages.has("latchkey") ? [] : ["npm install latchkey"]),
    ...(framework === "next" || project.isModule || choice.typescript
      ? []
      : ['Set "type": "module" in package.json']),
    ...(await ignoreStep(project, env)),
    ...providers.flatMap((id) =>
      id === "password"
        ? passwordSteps(choice, env)
        : [
            `Register the application at ${id} with the redirect URI ${port}${base}/callback/${id} and put ${variablesFor(id).join(" and ")} into ${env}`,
          ],
    ),
    ...mountSteps[framework](env),
    `Check it: NODE_ENV=development npx latchkey doctor --config ${choice.inSource && framework === "next" ? "src/" : ""}auth.${choice.typescript ? "ts" : "js"}`,
  ];
}

/** Passwords are stored, and mails prove addresses. */
function passwordSteps({ framework }: Choice, env: string): string[] {
  const when =
    framework === "next" ? "" : " (in production; locally, mails are at /auth/assets/dev-inbox)";
  return [
    "npm install kysely libsql nodemailer",
    "Create the tables: npx latchkey migrate --url file:./app.db, or set DATABASE_URL to another database",
    `Put SMTP_URL and MAIL_FROM into ${env}${when}`,
  ];
}

/** Without NODE_ENV, production is assumed: AUTH_URL would have to be set. */
const startStep = (env: string) =>
  `Start it for local work: NODE_ENV=development node --env-file=${env} … (in production, set AUTH_URL instead)`;

const mountSteps: Readonly<Record<Framework, (env: string) => string[]>> = {
  express: (env) => [
    'Mount it: import { auth } from "./auth.js"; app.use("/auth", auth);',
    startStep(env),
  ],
  next: () => ["Start the application and open /api/auth/signin"],
  fetch: (env) => [
    'Send requests below /auth to it: import { auth } from "./auth.js";',
    startStep(env),
  ],
};

/** The secret must not get into the repository. */
async function ignoreStep({ folder }: Project, env: string): Promise<string[]> {
  const ignored = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
  const patterns = env === ".env" ? [".env", ".env*"] : [env, ".env*", ".env*.local", "*.local"];
  const lines = ignored.split("\n").map((line) => line.trim().replace(/^\//, ""));
  return lines.some((line) => patterns.includes(line)) ? [] : [`Add ${env} to .gitignore`];
}
