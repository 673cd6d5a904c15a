import { hasValues, valueIn } from "../../core/records/values.js";
import { Conflict, MissingOwner } from "../../types/records.js";
import type { Change, Page, RecordStore, Row, Table } from "../../types/records.js";
import { Layer } from "./table.js";
import type { Tables } from "./tables.js";

type Rows = Pick<Tables, "users" | "records" | "uniques">;

/** Stores records in the memory of this process. Each call is synchronous, so it is atomic. */
export function memoryRecords(tables: Rows): RecordStore {
  return {
    read: async (table, key) => copied(rowsWith(tables, table, key)[0] ?? null),
    list: async (table, where, page) => pageOf(rowsWith(tables, table, where), table, page),
    count: async (table, where, atMost) => Math.min(rowsWith(tables, table, where).length, atMost),
    write: async (changes) => write(tables, changes),
    sweep: async (table, before, limit) => {
      const expired = rowsWith(tables, table, {}).filter((row) => isBefore(row, table, before));
      const swept = expired.slice(0, limit);
      for (const row of swept) remove(tables, table, String(row[table.key]));
      return swept.length;
    },
  };
}

/** Deletes the rows that belong to this one, and in turn the rows that belong to them. */
export function removeRecordsOf(tables: Rows, owner: { table: string; id: string }): void {
  for (const [, { table, row }] of Array.from(tables.records.entries())) {
    const isOwned = Object.entries(table.columns).some(
      ([called, { references }]) => references === owner.table && row[called] === owner.id,
    );
    if (isOwned) remove(tables, table, String(row[table.key]));
  }
}

/** Writes to a layer above the tables, so a refused change leaves nothing behind. */
function write(tables: Rows, changes: readonly Change[]) {
  const [records, uniques] = [new Layer(tables.records), new Layer(tables.uniques)];
  const layers = { users: tables.users, records, uniques };
  for (const change of changes) {
    const refusal = apply(layers, change);
    if (refusal) return refusal;
  }
  records.apply();
  uniques.apply();
  return "done";
}

function apply(tables: Rows, change: Change): "unmatched" | Conflict | MissingOwner | undefined {
  const { table } = change;
  if (change.kind === "insert") {
    const id = String(change.row[table.key]);
    if (tables.records.get(keyOf(table.name, id))) return new Conflict(table.name, [table.key]);
    return put(tables, table, change.row);
  }
  const row = tables.records.get(keyOf(table.name, change.id))?.row;
  if (!row || !hasValues(table, row, change.if)) return "unmatched";
  if (change.kind === "remove") return remove(tables, table, change.id);
  release(tables, table, row);
  return put(tables, table, { ...row, ...change.changes });
}

function put(tables: Rows, table: Table, row: Row): Conflict | MissingOwner | undefined {
  const isOrphan = Object.entries(table.columns).some(([called, { references }]) => {
    const id = row[called];
    return references !== undefined && typeof id === "string" && !exists(tables, references, id);
  });
  if (isOrphan) return new MissingOwner(table.name);
  const key = keyOf(table.name, String(row[table.key]));
  for (const columns of table.unique ?? []) {
    const unique = uniqueKey(table, columns, row);
    if (unique === undefined) continue;
    if (tables.uniques.get(unique) !== undefined) return new Conflict(table.name, columns);
    tables.uniques.set(unique, key);
  }
  tables.records.set(key, { table, row: copied(row) });
  return undefined;
}

function remove(tables: Rows, table: Table, id: string): undefined {
  const kept = tables.records.get(keyOf(table.name, id));
  if (!kept) return;
  release(tables, table, kept.row);
  tables.records.delete(keyOf(table.name, id));
  removeRecordsOf(tables, { table: table.name, id });
}

function release(tables: Rows, table: Table, row: Row): void {
  for (const columns of table.unique ?? []) {
    const unique = uniqueKey(table, columns, row);
    if (unique !== undefined) tables.uniques.delete(unique);
  }
}

const exists = (tables: Rows, references: string, id: string): boolean =>
  references === "user"
    ? tables.users.get(id) !== undefined
    : tables.records.get(keyOf(references, id)) !== undefined;

const keyOf = (table: string, id: string): string => JSON.stringify([table, id]);

/** As in SQL, rows with a null in a unique key don't collide. */
function uniqueKey(table: Table, columns: readonly string[], row: Row): string | undefined {
  const values = columns.map((called) => valueIn(table, row, called));
  return values.includes(null) ? undefined : JSON.stringify([table.name, columns, values]);
}

function rowsWith(tables: Rows, table: Table, where: Row): Row[] {
  const id = where[table.key];
  const all =
    typeof id === "string"
      ? [tables.records.get(keyOf(table.name, id))]
      : Array.from(tables.records.entries(), ([, kept]) => kept);
  return all.flatMap((kept) =>
    kept && kept.table.name === table.name && hasValues(table, kept.row, where) ? [kept.row] : [],
  );
}

function isBefore(row: Row, { expires }: Table, moment: Date): boolean {
  const date = expires === undefined ? undefined : row[expires];
  return date instanceof Date && date < moment;
}

function pageOf(rows: readonly Row[], table: Table, { limit, after, backwards }: Page): Row[] {
  const keyed = rows.map((row) => ({ key: String(row[table.key]), row }));
  const sorted = keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const ordered = backwards ? sorted.reverse() : sorted;
  const isBeyond = (key: string): boolean =>
    after === undefined || (backwards ? key < after : key > after);
  const page = ordered.filter(({ key }) => isBeyond(key)).slice(0, limit);
  return page.map(({ row }) => copied(row));
}

const copied = <T extends Row | null>(row: T): T => structuredClone(row);
