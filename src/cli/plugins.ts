import type { Table } from "../core/records.js";
import { configBehind } from "../engine/handler-config.js";
import { isRecord } from "../json.js";
import { UsageError, type Given, type Surroundings } from "./command.js";
import { findConfigFile, loadConfig } from "./doctor/load-config.js";

/** As far as tables matter. */
export interface HasTables {
  readonly tables?: readonly Table[];
}

/** The plugins whose tables are needed: those that are named, else those of the configuration, if there is one here. */
export async function pluginsOf(given: Given, world: Surroundings): Promise<readonly HasTables[]> {
  const named = given.text("plugin");
  if (named === "none") return [];
  if (named !== undefined) return Promise.all(named.split(",").map((name) => ownPlugin(name)));
  const file = await findConfigFile(world.folder, given.text("config"));
  return file === undefined ? [] : pluginsIn(file);
}

async function pluginsIn(file: string): Promise<readonly HasTables[]> {
  try {
    const { config, handler } = await loadConfig(file);
    const found = config ?? (await configBehind(handler));
    if (!found) throw new Error("it exports handlers that latchkey/next didn't make.");
    return found.plugins ?? [];
  } catch (cause) {
    throw new Error(
      `${file} can't be loaded, so its plugins aren't known. Name them: \`--plugin two-factor\`, or \`--plugin none\`.`,
      { cause },
    );
  }
}

/** Made without options, which don't change tables. */
async function ownPlugin(name: string): Promise<HasTables> {
  const module: unknown = /^[a-z][a-z-]*$/.test(name) ? await load(name) : undefined;
  const factory = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const make: unknown = isRecord(module) ? module[factory] : undefined;
  if (isFactory(make)) return make();
  throw new UsageError(
    `There is no plugin ${JSON.stringify(name)} in latchkey/plugins. For a plugin of your own, name the file of the configuration with --config.`,
  );
}

async function load(name: string): Promise<unknown> {
  try {
    return await import(`latchkey/plugins/${name}`);
  } catch {
    return undefined;
  }
}

const isFactory = (value: unknown): value is () => HasTables => typeof value === "function";
