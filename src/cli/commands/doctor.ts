import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AuthConfig } from "../../core/auth-config.js";
import { setEnvDefaults } from "../../core/config/env.js";
import { configBehind } from "../../core/engine/handler-config.js";
import { webUrl, normalizeBasePath } from "../../core/http/urls.js";
import { processEnvironment } from "../../core/values/mode.js";
import { examine } from "../../doctor/examine.js";
import { defaultFlows } from "../../flows/defaults.js";
import type { Finding } from "../../types/finding.js";
import { UsageError, type Command, type ParsedArgs, type Terminal } from "../command.js";
import { findConfigFile, loadConfig } from "../doctor/load-config.js";
import { examineSite } from "../doctor/outside.js";
import { readEnvironment } from "../environment.js";
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
  async run(given, terminal) {
    const findings = await examineAll(given, terminal);
    const isOk = findings.every(({ level }) => level !== "error");
    if (given.flag("json")) terminal.print(JSON.stringify({ ok: isOk, findings }, null, 2));
    else report(findings, terminal);
    return isOk ? 0 : 1;
  },
};

async function examineAll(given: ParsedArgs, terminal: Terminal): Promise<Finding[]> {
  const { folder } = terminal;
  const url = urlOf(given);
  readEnvironment(folder);
  const project = await readProject(folder);
  const file = await findConfigFile(folder, given.text("config"));
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

function urlOf(given: ParsedArgs): URL | undefined {
  const text = given.text("url");
  if (text === undefined) return undefined;
  const url = webUrl(text);
  if (url) return url;
  throw new UsageError(`--url must be an http or https URL, such as https://example.com/auth.`);
}

function runtimeFinding(): Finding {
  const { node } = process.versions;
  const isOld = Number(node.split(".", 1)[0]) < 20;
  return isOld
    ? {
        level: "error",
        about: "runtime",
        message: `This is Node.js ${node}.`,
        cure: "Use Node.js 20 or newer.",
      }
    : { level: "ok", about: "runtime", message: `Node.js ${node}` };
}

async function examineFile(
  project: Project,
  file: string,
  url: URL | undefined,
): Promise<Finding[]> {
  const loaded = await tryLoad(file);
  if ("level" in loaded) return [loaded];
  const framework = await examineFramework(project);
  const given = loaded.config ?? (await configBehind(loaded.handler));
  if (!given) return [...framework, unreadable(file)];
  const isNext = loaded.handler !== undefined || project.packages.has("next");
  const config: AuthConfig = { ...given, ...(isNext && nextDefaults(given)) };
  setEnvDefaults(processEnvironment(), config);
  const origin = config.url === undefined ? undefined : webUrl(String(config.url))?.origin;
  const site = {
    origin: url?.origin ?? origin ?? "http://localhost:3000",
    basePath: normalizeBasePath(config.basePath ?? "/auth"),
  };
  return [...framework, ...(await examine(config, { site, defaultFlows }))];
}

const unreadable = (file: string): Finding => ({
  level: "error",
  about: "configuration",
  message: `${file} exports handlers that latchkey/next didn't make, so there is no configuration to read.`,
  cure: "Export the configuration too, for example as authConfig, or name its file with --config.",
});

const nextDefaults = ({ basePath }: AuthConfig) => ({ basePath: basePath ?? "/api/auth" });

async function tryLoad(file: string) {
  try {
    return await loadConfig(file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      level: "error",
      about: "configuration",
      message: `${file} couldn't be loaded: ${message}`,
      cure: "Export the object with `providers` from the file, import nothing through a bundler alias such as `@/lib/db`, and don't require a running server.",
    } satisfies Finding;
  }
}

const marks = { ok: "ok     ", warning: "warning", error: "error  " } as const;
const colors = { ok: 32, warning: 33, error: 31 } as const;

/** Prints each finding on a line, with what to do on the next. */
function report(findings: readonly Finding[], terminal: Terminal): void {
  for (const { level, about, message, cure } of findings) {
    terminal.print(`${colored(marks[level], colors[level], terminal)}  ${about}: ${message}`);
    if (cure !== undefined) terminal.print(`         → ${cure}`);
  }
  const count = (level: Finding["level"]) => findings.filter((one) => one.level === level).length;
  terminal.print("");
  terminal.print(`${count("error")} errors, ${count("warning")} warnings, ${count("ok")} ok.`);
}

function colored(text: string, color: number, { hasColors }: Terminal): string {
  return hasColors ? `\u001b[${color}m${text}\u001b[0m` : text;
}

const about = "framework";

/** Checks the files that the framework needs around the configuration. */
async function examineFramework(project: Project): Promise<Finding[]> {
  if (project.packages.has("next")) return nextFindings(project);
  if (project.packages.has("express")) return [moduleFinding(project)];
  return [];
}

async function nextFindings(project: Project): Promise<Finding[]> {
  const folders = ["app/api/auth", "src/app/api/auth", "pages/api/auth", "src/pages/api/auth"];
  const files = (await Promise.all(folders.map((folder) => filesIn(project, folder)))).flat();
  const isRoute = files.some((file) => /\[\.\.\.\w+\](?:\/route)?\.[cm]?[jt]sx?$/.test(file));
  if (isRoute) return [{ level: "ok", about, message: "Next.js has a route for /api/auth." }];
  return [
    {
      level: "error",
      about,
      message: "Next.js has no route for /api/auth, so sign-in returns 404.",
      cure: "Write app/api/auth/[...nextauth]/route.ts: `export const { GET, POST } = handlers;`, or run `npx latchkey init`.",
    },
  ];
}

async function filesIn({ folder }: Project, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { recursive: true }).catch(() => []);
  return entries.map((file) => `${path}/${file.replaceAll("\\", "/")}`);
}

function moduleFinding({ isModule }: Project): Finding {
  if (isModule) return { level: "ok", about, message: "Express, with modules." };
  return {
    level: "warning",
    about,
    message: 'package.json has no "type": "module".',
    cure: 'Latchkey is ESM: set "type": "module", or name the files that import it .mjs or .mts.',
  };
}
