import { describedTables, type DescribedTables } from "../adapters/sql/described.js";
import type { DeclaresTables, HasTables } from "../core/records/declared.js";
import { isRecord } from "../core/values/json.js";
import type { Provider } from "../types/providers.js";
import { UsageError, type Call } from "./command.js";
import { findConfigFile, loadConfig } from "./load-config.js";

export interface Declared extends DeclaresTables {
  /** What the configured adapter says about the app's own schema. */
  readonly described?: DescribedTables | undefined;
}

/**
 * The providers and plugins whose tables are needed: those named, otherwise those of the configuration, if
 * there is one.
 */
export async function declaredIn(call: Call): Promise<Declared> {
  const [providers, plugins] = [call.text("provider"), call.text("plugin")];
  if (providers !== undefined || plugins !== undefined) {
    return {
      ...(await declaredBy(namesIn(providers))),
      plugins: await Promise.all(namesIn(plugins).map(ownPlugin)),
    };
  }
  const file = await findConfigFile(call);
  return file === undefined ? {} : configIn(file);
}

/** What the library's own providers of these names declare. */
export const declaredBy = async (names: readonly string[]): Promise<Declared> => ({
  providers: await Promise.all(names.map(ownProvider)),
});

const namesIn = (list = "none"): string[] => (list === "none" ? [] : list.split(","));

async function configIn(file: string): Promise<Declared> {
  try {
    const found = await (await loadConfig(file)).config();
    if (!found) throw new Error("it exports handlers that latchkey/next didn't make.");
    const { providers, plugins, adapter } = found;
    const made: unknown = typeof adapter === "function" ? await adapter() : adapter;
    return { providers, plugins, described: describedTables(made) };
  } catch (cause) {
    throw new Error(
      `${file} can't be loaded, so its providers and plugins are unknown. Pass them: \`--provider password --plugin two-factor\`, or \`--plugin none\`.`,
      { cause },
    );
  }
}

async function ownProvider(name: string): Promise<Provider> {
  const make = await loadMember("providers", name, "default");
  if (isMaker<Provider>(make)) return make();
  throw unknown("provider", name);
}

async function ownPlugin(name: string): Promise<HasTables> {
  const factory = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const make = await loadMember("plugins", name, factory);
  if (hasTables(make)) return make;
  if (isMaker<HasTables>(make)) return make();
  throw unknown("plugin", name);
}

/**
 * The export of a built-in provider or plugin, by a name that was typed; undefined if there is
 * none.
 */
export async function loadMember(
  kind: "providers" | "plugins",
  name: string,
  member: string,
): Promise<unknown> {
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
    `There is no ${kind} ${JSON.stringify(name)} in latchkey/${kind}s. For a ${kind} of your own, pass the configuration's file with --config.`,
  );
}

const isMaker = <Made>(value: unknown): value is () => Made => typeof value === "function";

/** Whether a plugin whose tables depend on its options lists all of them. */
const hasTables = (make: unknown): make is HasTables =>
  typeof make === "function" && "tables" in make;
