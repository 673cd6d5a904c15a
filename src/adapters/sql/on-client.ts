import type { DeclaresTables } from "../../core/records/declared.js";
import { examinesTables } from "../../core/records/examined.js";
import { bringsState } from "../../core/state/adapter-state.js";
import type { Adapter } from "../../types/adapter.js";
import type { SqlClient } from "./client.js";
import type { SqlContext } from "./context.js";
import { adapterOn } from "./methods.js";
import type { TableAdapter } from "./methods.js";
import { stateWhereMigrated } from "./state/on-client.js";

interface Given extends Pick<SqlContext, "dialect" | "layout"> {
  readonly toMigrate: string;
}

/** Without transactions, the core undoes the steps of a failed sign-up. */
export interface StoreAdapter<Columns = unknown>
  extends Omit<TableAdapter<Columns>, "transaction">, Pick<Adapter, "transaction"> {}

/** An adapter whose statements run on the application's own client. */
export function adapterOnClient(
  client: SqlClient,
  { dialect, layout, toMigrate }: Given,
): StoreAdapter {
  const { transaction, ...adapter } = adapterOn({
    ...{ client, dialect, layout, toMigrate, inTransaction: false },
    ...{ fillings: new Map(), own: undefined, server: {}, records: new Map() },
  });
  return Object.assign(client.transaction ? { ...adapter, transaction } : adapter, {
    [bringsState]: () => stateWhereMigrated(client, { dialect }),
    // Loaded on demand: most processes never check the tables.
    [examinesTables]: async (declared: DeclaresTables) => {
      const { missingSchema: behind } = await import("./missing-schema.js");
      return { warnings: await behind(client, { dialect, layout, declared, toMigrate }) };
    },
  });
}
