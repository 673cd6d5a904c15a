import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AuthConfig } from "../../core/auth-config.js";
import { setEnvDefaults } from "../../core/config/env.js";
import { asError } from "../../core/errors/as-error.js";
import { webUrl, normalizeBasePath } from "../../core/http/urls.js";
import { processEnvironment } from "../../core/values/mode.js";
import { examine } from "../../doctor/examine.js";
import { fine, warning, wrong } from "../../doctor/finding.js";
import { defaultFlows } from "../../flows/defaults.js";
import type { Finding } from "../../types/finding.js";
import { UsageError, type Call, type Command } from "../command.js";
import { examineSite } from "../doctor/outside.js";
import { readEnvironment } from "../environment.js";
import { findConfigFile, loadConfig } from "../load-config.js";
import { readProject, type Project } from "../project.js";

/** `latchkey doctor`: finds out what is wrong with a setup. */
export const doctor: Command = {
  usage: `Usage: latchkey doctor [options]

Checks the configuration and everything it depends on: secret, origin, cookies, providers, store, shared
state, mail, clock, framework. .env.local and .env are read. Exit status 1 if something is wrong.

Options
  --config <file>   the file that exports the configuration (default: auth.ts, src/auth.ts, …)
  --url <url>       a running site, with its base path, to check from outside as well
  --json            print JSON`,
  options: { config: { type: "string" }, url: { type: "string" }, json: { type: "boolean" } },
  async run(call) {
    const findings = await examineAll(call);
    const ok = findings.every(({ level }) => level !== "error");
    call.show({ ok, findings }, report(findings, call));
    return ok ? 0 : 1;
  },
};

async function examineAll(call: Call): Promise<Finding[]> {
  const url = urlOf(call);
  readEnvironment(call.folder);
  const project = await readProject(call.folder);
  const file = await findConfigFile(call);
  if (file === undefined && url === undefined) {
    throw new UsageError(
      "There's no auth.ts here. Pass the file with --config or a running site with --url, or write one with `npx latchkey init`.",
    );
  }
  return [
    runtimeFinding(),
    ...(file === undefined ? [] : await examineFile(project, file, url)),
    ...(url === undefined ? [] : await examineSite(url)),
  ];
}

function urlOf(call: Call): URL | undefined {
  const text = call.text("url");
  if (text === undefined) return undefined;
  const url = webUrl(text);
  if (url) return url;
  throw new UsageError(`--url must be an http or https URL, such as https://example.com/auth.`);
}

function runtimeFinding(): Finding {
  const { node } = process.versions;
  return Number(node.split(".", 1)[0]) < 20
    ? wrong("runtime", `This is Node.js ${node}.`, "Use Node.js 20 or newer.")
    : fine("runtime", `Node.js ${node}`);
}

async function examineFile(
  project: Project,
  file: string,
  url: URL | undefined,
): Promise<Finding[]> {
  const loaded = await loadConfig(file).catch(asError);
  if (loaded instanceof Error) {
    return [
      wrong(
        "configuration",
        `${file} couldn't be loaded: ${loaded.message}`,
        "Export the object with `providers` from the file, import nothing through a bundler alias such as `@/lib/db`, and don't require a running server.",
      ),
    ];
  }
  const framework = await examineFramework(project);
  const given = await loaded.config();
  if (!given) {
    return [
      ...framework,
      wrong(
        "configuration",
        `${file} exports handlers that latchkey/next didn't make, so there is no configuration to read.`,
        "Export the configuration too, for example as authConfig, or name its file with --config.",
      ),
    ];
  }
  const isNext = loaded.isHandler || project.packages.has("next");
  const usualPath = isNext ? "/api/auth" : "/auth";
  const config: AuthConfig = { ...given, ...(isNext && { basePath: given.basePath ?? usualPath }) };
  setEnvDefaults(processEnvironment(), config);
  const origin = config.url === undefined ? undefined : webUrl(String(config.url))?.origin;
  const site = {
    origin: url?.origin ?? origin ?? "http://localhost:3000",
    basePath: normalizeBasePath(config.basePath ?? usualPath),
  };
  return [...framework, ...(await examine(config, { site, defaultFlows }))];
}

const marks = { ok: "ok     ", warning: "warning", error: "error  " } as const;
const colors = { ok: 32, warning: 33, error: 31 } as const;

/** Each finding on a line, with what to do on the next. */
function* report(findings: readonly Finding[], { hasColors }: Call): Generator<string> {
  for (const { level, about, message, cure } of findings) {
    const mark = hasColors ? `\u001b[${colors[level]}m${marks[level]}\u001b[0m` : marks[level];
    yield `${mark}  ${about}: ${message}`;
    if (cure !== undefined) yield `         → ${cure}`;
  }
  const count = (level: Finding["level"]) => findings.filter((one) => one.level === level).length;
  const counted = (level: "error" | "warning") =>
    `${count(level)} ${level}${count(level) === 1 ? "" : "s"}`;
  yield "";
  yield `${counted("error")}, ${counted("warning")}, ${count("ok")} ok.`;
}

const about = "framework";

/** Checks the files that the framework needs around the configuration. */
async function examineFramework(project: Project): Promise<Finding[]> {
  if (project.packages.has("next")) return [await routeFinding(project)];
  if (project.packages.has("express")) return [moduleFinding(project)];
  return [];
}

async function routeFinding({ folder }: Project): Promise<Finding> {
  const folders = ["app/api/auth", "src/app/api/auth", "pages/api/auth", "src/pages/api/auth"];
  const files = folders.map((path) =>
    readdir(join(folder, path), { recursive: true }).catch(() => []),
  );
  const isRoute = (file: string) => /\[\.\.\.\w+\](?:[/\\]route)?\.[cm]?[jt]sx?$/.test(file);
  return (await Promise.all(files)).flat().some(isRoute)
    ? fine(about, "Next.js has a route for /api/auth.")
    : wrong(
        about,
        "Next.js has no route for /api/auth, so sign-in returns 404.",
        "Write app/api/auth/[...nextauth]/route.ts: `export const { GET, POST } = handlers;`, or run `npx latchkey init`.",
      );
}

function moduleFinding({ isModule }: Project): Finding {
  return isModule
    ? fine(about, "Express, with modules.")
    : warning(
        about,
        'package.json has no "type": "module".',
        'Latchkey is ESM: set "type": "module", or name the files that import it .mjs or .mts.',
      );
}
