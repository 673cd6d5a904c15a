import { providerFlows } from "../../symbols.js";
import type { Provider } from "../../types/providers.js";
import type { Table } from "../records.js";

/** A plugin, or the flow of a provider, as far as its tables matter. */
export interface HasTables {
  readonly tables?: readonly Table[];
}

/** What of a configuration declares tables: a whole configuration will do. */
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

/** What is wrong with a provider is told where it is used. */
function made(factory: Extract<Provider, (...args: never) => unknown>) {
  try {
    return factory();
  } catch {
    return undefined;
  }
}
