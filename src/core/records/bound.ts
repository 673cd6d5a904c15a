import type { Records, RecordStore, Table } from "../../types/records.js";
import { recordsOn } from "./facade.js";
import { removeOwned } from "./owned.js";

/** The records of a store, and how to delete those of a user. */
export interface BoundRecords {
  readonly records: Records;
  removeOwned(userId: string): Promise<void>;
}

/** Stores these tables in the given store. Plugins and flows with tables bring it with them, so bundles without them don't contain it. */
export function recordsBinder(tables: readonly Table[]): (store: RecordStore) => BoundRecords {
  return (store) => ({
    records: recordsOn(store),
    removeOwned: (id) => removeOwned(store, tables, { table: "user", id }),
  });
}
