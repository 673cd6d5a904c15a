import type { RecordStore } from "../core/records.js";

/** Calls the records of the adapter, and waits as long as it may take. */
export type CallRecords = <T>(
  method: `records.${keyof RecordStore}`,
  invoke: (records: RecordStore) => Promise<T>,
) => Promise<T>;

/** The records of an adapter, bounded in time. */
export function boundRecords(call: CallRecords): RecordStore {
  return {
    read: (table, key) => call("records.read", (to) => to.read(table, key)),
    list: (table, where, page) => call("records.list", (to) => to.list(table, where, page)),
    count: (table, where, most) => call("records.count", (to) => to.count(table, where, most)),
    write: (changes) => call("records.write", (to) => to.write(changes)),
    sweep: (table, before, limit) => call("records.sweep", (to) => to.sweep(table, before, limit)),
  };
}
