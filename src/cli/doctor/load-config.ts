import { access } from "node:fs/promises";
import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AuthConfig } from "../../core/auth-config.js";
import { isRecord } from "../../core/values/json.js";
import { isTypeScript } from "../typescript/endings.js";

/** The usual places of a configuration. */
const usual = ["auth", "src/auth", "lib/auth", "src/lib/auth", "auth.config", "src/auth.config"];
const endings = [".ts", ".mts", ".js", ".mjs"];

/** What a file exports: a configuration, or handlers. */
export type Loaded =
  | { readonly file: string; readonly config: AuthConfig; readonly handler?: never }
  | { readonly file: string; readonly handler: Handler; readonly config?: never };

export type Handler = (request: Request) => Promise<Response>;

/** The file that was named, or the first at one of the usual places. */
export async function findConfigFile(
  folder: string,
  named: string | undefined,
): Promise<string | undefined> {
  const names =
    named === undefined ? usual.flatMap((name) => endings.map((end) => name + end)) : [named];
  for (const name of names) {
    const file = resolve(folder, name);
    if (await isThere(file)) return file;
  }
  if (named === undefined) return undefined;
  throw new Error(`The file ${named} doesn't exist. Check the path after --config.`);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

export async function loadConfig(file: string): Promise<Loaded> {
  if (isTypeScript(file)) register((await import("../typescript/hooks.js")).here);
  const module: unknown = await import(pathToFileURL(file).href);
  const exported = isRecord(module) ? Object.values(module) : [];
  // A CommonJS module is its default export.
  const candidates = exported.flatMap((one) => [one, ...(isRecord(one) ? Object.values(one) : [])]);
  const config = candidates.find(isConfig);
  if (config) return { file, config };
  const handler = candidates.map(handlerOf).find((one) => one !== undefined);
  if (handler) return { file, handler };
  throw new Error(
    `${file} exports no configuration. Export the object with \`providers\`, such as \`export const authConfig = { … }\`.`,
  );
}

function isConfig(value: unknown): value is AuthConfig {
  return isRecord(value) && Array.isArray(value["providers"]);
}

/** `handlers.GET` of latchkey/next. */
function handlerOf(value: unknown): Handler | undefined {
  const get: unknown = isRecord(value) ? value["GET"] : undefined;
  return isHandler(get) ? get : undefined;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}
