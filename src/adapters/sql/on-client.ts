import type { DeclaresTables } from "../../core/records/declared.js";
import { examinesTables } from "../../core/records/examined.js";
import { bringsState } from "../../core/state/adapter-state.js";
import type { Adapter } from "../../types/adapter.js";
import type { SqlClient } from "./client.js";
import type { SqlContext } from "./context.js";
import { adapterOn } from "./methods.js";
import type { TableAdapter } from "./methods.js";
import { stateWhereMigrated } from "./state/on-client.js";

/** Without transactions, the core undoes the steps of a failed sign-up. */
export interface StoreAdapter<Columns = unknown>
  extends Omit<TableAdapter<Columns>, "transaction">, Pick<Adapter, "transaction"> {}

type Given = Pick<
  SqlContext,
  "dialect" | "layout" | "toMigrate" | "transactions" | "own" | "direct"
>;

/** An adapter with the shared state in its database. */
export function storeOn(client: SqlClient, given: Given): StoreAdapter {
  const { transaction, ...adapter } = adapterOn({
    ...{ ...given, client, inTransaction: false },
    ...{ fillings: new Map(), server: {}, records: new Map() },
  });
  const isAtomic = client.transaction && given.transactions !== false;
  return Object.assign(isAtomic ? { ...adapter, transaction } : adapter, {
    [bringsState]: () => stateWhereMigrated(client, given),
  });
}

/** An adapter whose statements run on the application's own client. */
export function adapterOnClient(
  client: SqlClient,
  given: Pick<Given, "dialect" | "layout"> & { readonly toMigrate: string },
): StoreAdapter {
  return Object.assign(storeOn(client, given), {
    // Loaded on demand: most processes never check the tables.
    [examinesTables]: async (declared: DeclaresTables) => {
      const { missingSchema: behind } = await import("./missing-schema.js");
      return { warnings: await behind(client, { ...given, declared }) };
    },
  });
}
