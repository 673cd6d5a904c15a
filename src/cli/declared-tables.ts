import type { DeclaresTables, HasTables } from "../core/records/declared.js";
import { configBehind } from "../engine/handler-config.js";
import { isRecord } from "../json.js";
import type { Provider } from "../types/providers.js";
import { UsageError, type Given, type Surroundings } from "./command.js";
import { findConfigFile, loadConfig } from "./doctor/load-config.js";

/**
 * The providers and plugins whose tables are needed: those that are named, else those of the configuration, if there is
 * one here.
 */
export async function declaredIn(given: Given, world: Surroundings): Promise<DeclaresTables> {
  const [providers, plugins] = [given.text("provider"), given.text("plugin")];
  if (providers !== undefined || plugins !== undefined) {
    return {
      providers: await Promise.all(namesIn(providers).map((name) => ownProvider(name))),
      plugins: await Promise.all(namesIn(plugins).map((name) => ownPlugin(name))),
    };
  }
  const file = await findConfigFile(world.folder, given.text("config"));
  return file === undefined ? {} : configIn(file);
}

const namesIn = (given = "none"): string[] => (given === "none" ? [] : given.split(","));

async function configIn(file: string): Promise<DeclaresTables> {
  try {
    const { config, handler } = await loadConfig(file);
    const found = config ?? (await configBehind(handler));
    if (!found) throw new Error("it exports handlers that latchkey/next didn't make.");
    return { providers: found.providers, plugins: found.plugins };
  } catch (cause) {
    throw new Error(
      `${file} can't be loaded, so its providers and plugins aren't known. Name them: \`--provider password --plugin two-factor\`, or \`--plugin none\`.`,
      { cause },
    );
  }
}

/** Made without options, which don't change tables. */
async function ownProvider(name: string): Promise<Provider> {
  const make = await load("providers", name, "default");
  if (isMaker<Provider>(make)) return make();
  throw unknown("provider", name);
}

async function ownPlugin(name: string): Promise<HasTables> {
  const factory = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const make = await load("plugins", name, factory);
  if (isMaker<HasTables>(make)) return make();
  throw unknown("plugin", name);
}

async function load(kind: "providers" | "plugins", name: string, member: string): Promise<unknown> {
  if (!/^[a-z\d][a-z\d-]*$/.test(name)) return undefined;
  try {
    const module: unknown = await import(`latchkey/${kind}/${name}`);
    return isRecord(module) ? module[member] : undefined;
  } catch {
    return undefined;
  }
}

function unknown(kind: "provider" | "plugin", name: string): UsageError {
  return new UsageError(
    `There is no ${kind} ${JSON.stringify(name)} in latchkey/${kind}s. For a ${kind} of your own, name the file of the configuration with --config.`,
  );
}

const isMaker = <Made>(value: unknown): value is () => Made => typeof value === "function";
