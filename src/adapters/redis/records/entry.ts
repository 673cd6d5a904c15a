import { valueIn } from "../../../core/records/values.js";
import { isRecord } from "../../../core/values/json.js";
import type { Row, Table, Value } from "../../../types/records.js";
import { decodeRow, encodeRow } from "../codec.js";
import type { Keys } from "../keys.js";
import type { Check, Step } from "./program.js";

/**
 * A row with everything that points to it, so that code that doesn't know its table can delete it.
 * It's kept in the row's JSON, under a name that no column has.
 */
export interface Entry {
  readonly table: string;
  readonly id: string;
  /** The sorted sets that list the row's id: its indexes. */
  readonly indexes: readonly (readonly [key: string, score: string])[];
  readonly uniques: readonly string[];
  /** The sets that list the row's key: one per row it belongs to. */
  readonly owners: readonly string[];
}

const marked = "$in";

export function rowKey(keys: Keys, { name, stored }: Table, id: string): string {
  return keys.record(`${stored?.redis ?? `record:${name}`}:${id}`);
}

export const ownedBy = (keys: Keys, owner: { table: string; id: string }): string =>
  keys.record(`owned:${owner.table}:${owner.id}`);

export const indexKey = (keys: Keys, table: Table, where: Row): string =>
  keys.record(`index:${valuesKey(table, where)}`);

export const uniqueKey = (keys: Keys, table: Table, where: Row): string =>
  keys.record(`unique:${valuesKey(table, where)}`);

function valuesKey({ name }: Table, where: Row): string {
  const columns = Object.keys(where).sort();
  const values = columns.map((called) => comparable(where[called] ?? null));
  return `${name}:${columns.join(",")}:${JSON.stringify(values)}`;
}

export const expiryKey = (keys: Keys, { name }: Table): string => keys.record(`expiring:${name}`);

const comparable = (value: Value): unknown => (value instanceof Date ? value.getTime() : value);

export function entryOf(keys: Keys, table: Table, row: Row): Entry {
  const pick = (columns: readonly string[]): Row[] => {
    const values = columns.map((called) => [called, valueIn(table, row, called)] as const);
    return values.some(([, value]) => value === null) ? [] : [Object.fromEntries(values)];
  };
  const expires = table.expires === undefined ? null : valueIn(table, row, table.expires);
  return {
    table: table.name,
    id: String(row[table.key]),
    indexes: [
      ...indexesOf(table)
        .flatMap(pick)
        .map((where) => [indexKey(keys, table, where), "0"] as const),
      ...(expires instanceof Date
        ? [[expiryKey(keys, table), String(expires.getTime())] as const]
        : []),
    ],
    uniques: (table.unique ?? []).flatMap(pick).map((where) => uniqueKey(keys, table, where)),
    owners: ownersOf(table, row).map((owner) => ownedBy(keys, owner)),
  };
}

/** The declared indexes, and one for every reference, by which owned rows are found. */
function indexesOf({ columns, indexes = [] }: Table): (readonly string[])[] {
  const references = Object.keys(columns).filter(
    (called) =>
      columns[called]?.references !== undefined &&
      !indexes.some((index) => index.length === 1 && index[0] === called),
  );
  return [...indexes, ...references.map((called) => [called])];
}

/** The rows that a row belongs to. */
export function ownersOf(table: Table, row: Row): { table: string; id: string }[] {
  return Object.entries(table.columns).flatMap(([called, { references }]) => {
    const id = row[called];
    return references !== undefined && typeof id === "string" ? [{ table: references, id }] : [];
  });
}

export const encodeEntry = (row: Row, entry: Entry): string =>
  encodeRow({ ...row, [marked]: entry });

/** A row as it was read, and the pointers to it: none, if the row is older than records. */
export interface Stored {
  readonly json: string;
  readonly row: Row;
  readonly entry: Entry | undefined;
}

export function decodeEntry(json: string): Stored {
  const { [marked]: entry, ...row } = decodeRow(json);
  return { json, row: plain(row), entry: isEntry(entry) ? entry : undefined };
}

function plain(row: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (isValue(value) ? [[name, value]] : [])),
  );
}

const isValue = (value: unknown): value is Value =>
  value === null || value instanceof Date || ["string", "number", "boolean"].includes(typeof value);

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value["table"] === "string" &&
  [value["indexes"], value["uniques"], value["owners"]].every((list) => Array.isArray(list));

/** The steps that change the store's pointers to a row from `before` to `after`. */
export function pointSteps(
  key: string,
  before: Entry = nothing,
  after: Entry = nothing,
): readonly Step[] {
  const id = after === nothing ? before.id : after.id;
  const kept = new Set(after.indexes.map(([index]) => index));
  const added = (list: "uniques" | "owners") =>
    after[list].filter((one) => !before[list].includes(one));
  const gone = (list: "uniques" | "owners") =>
    before[list].filter((one) => !after[list].includes(one));
  const steps: (readonly [Step["command"], string, ...string[]])[] = [
    ...before.indexes
      .filter(([index]) => !kept.has(index))
      .map(([index]) => ["zrem", index, id] as const),
    ...after.indexes.map(([index, score]) => ["zadd", index, score, id] as const),
    ...gone("uniques").map((unique) => ["del", unique] as const),
    ...added("uniques").map((unique) => ["set", unique, id] as const),
    ...gone("owners").map((owner) => ["srem", owner, key] as const),
    ...added("owners").map((owner) => ["sadd", owner, key] as const),
  ];
  return steps.map(([command, at, ...values]) => ({ command, key: at, values }));
}

const nothing: Entry = { table: "", id: "", indexes: [], uniques: [], owners: [] };

/** Checks that a row hasn't changed since it was read. */
export const unchanged = (key: string, { json }: Stored): Check => ({
  kind: "is",
  key,
  value: json,
});
