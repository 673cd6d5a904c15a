import type { Records, RecordStore, Table } from "../records.js";
import { recordsOn } from "./facade.js";
import { removeOwned } from "./owned.js";

/** The records of a store, and how those of a user are removed. */
export interface Kept {
  readonly records: Records;
  removeOwned(userId: string): Promise<void>;
}

/** Keeps these tables in whatever store it is given. */
export function keeperOf(tables: readonly Table[]): (store: RecordStore) => Kept {
  return (store) => ({
    records: recordsOn(store),
    removeOwned: (id) => removeOwned(store, tables, { table: "user", id }),
  });
}
