import { setEnvDefaults } from "../../config/env.js";
import { examine } from "../../doctor/examine.js";
import { configBehind } from "../../engine/handler-config.js";
import { defaultFlows } from "../../flows/defaults.js";
import { webUrl, normalizeBasePath } from "../../http/urls.js";
import { processEnvironment } from "../../mode.js";
import type { AuthConfig } from "../../types/config.js";
import type { Finding } from "../../types/finding.js";
import { UsageError, type Command, type Given, type Surroundings } from "../command.js";
import { examineFramework } from "../doctor/framework.js";
import { findConfigFile, loadConfig } from "../doctor/load-config.js";
import { examineSite } from "../doctor/outside.js";
import { report } from "../doctor/report.js";
import { readEnvironment } from "../environment.js";
import { readProject, type Project } from "../project.js";

/** `latchkey doctor`: says what is wrong with a set-up. */
export const doctor: Command = {
  usage: `Usage: latchkey doctor [options]

Looks at the configuration and all that it depends on: secret, origin, cookies, providers, store, shared
state, mail, clock, framework. .env.local and .env are read. Exit status 1 when something is wrong.

Options
  --config <file>   the file that exports the configuration (default: auth.ts, src/auth.ts, …)
  --url <url>       a running site, with its base path: it is looked at from outside as well
  --json            print JSON`,
  options: { config: { type: "string" }, url: { type: "string" }, json: { type: "boolean" } },
  async run(given, world) {
    const findings = await examineAll(given, world);
    const isOk = findings.every(({ level }) => level !== "error");
    if (given.flag("json")) world.print(JSON.stringify({ ok: isOk, findings }, null, 2));
    else report(findings, world);
    return isOk ? 0 : 1;
  },
};

async function examineAll(given: Given, world: Surroundings): Promise<Finding[]> {
  const { folder } = world;
  const url = urlOf(given);
  readEnvironment(folder);
  const project = await readProject(folder);
  const file = await findConfigFile(folder, given.text("config"));
  if (file === undefined && url === undefined) {
    throw new UsageError(
      "There is no auth.ts here. Name the file with --config, or a running site with --url, or write one with `latchkey init`.",
    );
  }
  return [
    runtimeFinding(),
    ...(file === undefined ? [] : await examineFile(project, file, url)),
    ...(url === undefined ? [] : await examineSite(url)),
  ];
}

function urlOf(given: Given): URL | undefined {
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
      message: `${file} could not be loaded: ${message}`,
      cure: "Let the file export the object with `providers`, import nothing by an alias of the bundler, and need no server that runs.",
    } satisfies Finding;
  }
}
