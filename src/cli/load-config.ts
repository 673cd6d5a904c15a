import { access } from "node:fs/promises";
import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AuthConfig } from "../core/auth-config.js";
import { configBehind } from "../core/engine/handler-config.js";
import { isRecord } from "../core/values/json.js";
import type { Call } from "./command.js";
import { isTypeScript } from "./typescript/endings.js";

/** The usual places of a configuration. */
const usual = ["auth", "src/auth", "lib/auth", "src/lib/auth", "auth.config", "src/auth.config"];
const endings = [".ts", ".mts", ".js", ".mjs"];

/** What a file exports: a configuration, or handlers with one behind them. */
export interface Loaded {
  readonly isHandler: boolean;
  /** Resolves to undefined if latchkey/next didn't make the handlers. */
  config(): Promise<AuthConfig | undefined>;
}

/** The file after `--config`, or the first at one of the usual places. */
export async function findConfigFile(call: Call): Promise<string | undefined> {
  const named = call.text("config");
  const names =
    named === undefined ? usual.flatMap((name) => endings.map((end) => name + end)) : [named];
  for (const name of names) {
    const file = resolve(call.folder, name);
    if (await isThere(file)) return file;
  }
  if (named === undefined) return undefined;
  throw new Error(`The file ${named} doesn't exist. Check the path after --config.`);
}

/** Whether a file or folder exists. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The exports of a module of the application, also if it's written in TypeScript. */
export async function importFile(file: string): Promise<unknown[]> {
  if (isTypeScript(file)) register((await import("./typescript/hooks.js")).here);
  const module: unknown = await import(pathToFileURL(file).href);
  return isRecord(module) ? Object.values(module) : [];
}

export async function loadConfig(file: string): Promise<Loaded> {
  const exported = await importFile(file);
  // A CommonJS module is its default export.
  const candidates = exported.flatMap((one) => [one, ...(isRecord(one) ? Object.values(one) : [])]);
  const config = candidates.find(isConfig);
  if (config) return { isHandler: false, config: () => Promise.resolve(config) };
  // `handlers.GET` of latchkey/next.
  const handler = candidates
    .map((one) => (isRecord(one) ? one["GET"] : undefined))
    .find((get) => typeof get === "function");
  if (handler) return { isHandler: true, config: async () => configBehind(handler) };
  throw new Error(
    `${file} exports no configuration. Export the object with \`providers\`, such as \`export const authConfig = { … }\`.`,
  );
}

function isConfig(value: unknown): value is AuthConfig {
  return isRecord(value) && Array.isArray(value["providers"]);
}
