import type { RecordStore } from "../../types/records.js";

/** Calls the adapter's records, within the time limit. */
export type CallRecords = <T>(
  method: `records.${keyof RecordStore}`,
  invoke: (records: RecordStore) => Promise<T>,
) => Promise<T>;

/** An adapter's records with a time limit. */
export function boundRecords(call: CallRecords): RecordStore {
  return {
    read: (table, key) => call("records.read", (to) => to.read(table, key)),
    list: (table, where, page) => call("records.list", (to) => to.list(table, where, page)),
    count: (table, where, most) => call("records.count", (to) => to.count(table, where, most)),
    write: (changes) => call("records.write", (to) => to.write(changes)),
    sweep: (table, before, limit) => call("records.sweep", (to) => to.sweep(table, before, limit)),
  };
}
