import type { Provider } from "../../types/providers.js";
import type { Table } from "../../types/records.js";
import { providerFlows } from "../../types/symbols.js";

/** The tables of a plugin, or of a provider's flow. */
export interface HasTables {
  readonly tables?: readonly Table[];
}

/** The part of a configuration that declares tables: a whole configuration will do. */
export interface DeclaresTables {
  readonly providers?: readonly Provider[] | undefined;
  readonly plugins?: readonly HasTables[] | undefined;
}

/** The tables that providers and plugins declare. Two providers of one kind share theirs. */
export function declaredTables({ providers = [], plugins = [] }: DeclaresTables): Table[] {
  const kept = new Map(providers.flatMap(tablesOf).map((table) => [table.name, table]));
  return [...kept.values(), ...plugins.flatMap(({ tables = [] }) => tables)];
}

function tablesOf(provider: Provider): readonly Table[] {
  const bare = typeof provider === "function" ? made(provider) : provider;
  const flows = new Map(Object.entries(bare?.[providerFlows] ?? {}));
  return flows.get(bare?.type ?? "")?.tables ?? [];
}

/** A provider's mistake is reported where it's used. */
function made(factory: Extract<Provider, (...args: never) => unknown>) {
  try {
    return factory();
  } catch {
    return undefined;
  }
}
