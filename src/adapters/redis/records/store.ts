import { hasValues } from "../../../core/records/values.js";
import type { Change, Page, RecordStore, Row, Table } from "../../../types/records.js";
import { toNumber, toText } from "../../rows/convert.js";
import * as scripts from "../scripts.js";
import { texts } from "../store.js";
import type { RedisStore } from "../store.js";
import { finishCascades } from "./cascade.js";
import { decodeEntry, expiryKey, indexKey, rowKey, uniqueKey } from "./entry.js";
import type { Stored } from "./entry.js";
import { planChanges } from "./plan.js";
import { carryOut } from "./program.js";

const mostAttempts = 200;

/** Stores records as JSON, with sorted sets as indexes. */
export function redisRecords(store: RedisStore): RecordStore {
  return {
    read: (table, key) => read(store, table, key),
    list: (table, where, page) => list(store, table, { where, page }),
    async count(table, where, atMost) {
      const key = indexKey(store.keys, table, where);
      const found = await store.run({ lua: "return redis.call('zcard', KEYS[1])", keys: [key] });
      return Math.min(toNumber(found), atMost);
    },
    write: (changes) => writeTo(store, changes),
    async sweep(table, before, limit) {
      await finishCascades(store);
      const ids = await store.run({
        lua: "return redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'limit', 0, ARGV[2])",
        keys: [expiryKey(store.keys, table)],
        values: [`(${before.getTime()}`, limit.toString()],
      });
      const removed = await Promise.all(
        texts(ids).map((id) => removeExpired(store, table, { id, before })),
      );
      return removed.filter(Boolean).length;
    },
  };
}

async function writeTo(
  store: RedisStore,
  changes: readonly Change[],
): ReturnType<RecordStore["write"]> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const rows = await readRows(
      store,
      changes.map((change) => keyOf(store, change)),
    );
    const planned = planChanges(store, changes, rows);
    if (!("plan" in planned)) return planned.refusal;
    const failed = await carryOut(store, planned.plan);
    if (!failed) {
      if (changes.some(({ kind }) => kind === "remove")) await finishCascades(store);
      return "done";
    }
    const refusal = planned.refusals.get(failed);
    if (refusal) return refusal;
  }
  throw new Error(
    "The row kept being changed by other requests, so nothing was written. Try again",
  );
}

function keyOf({ keys }: RedisStore, change: Change): string {
  const { table } = change;
  return rowKey(keys, table, change.kind === "insert" ? toText(change.row[table.key]) : change.id);
}

async function readRows(
  store: RedisStore,
  keys: readonly string[],
): Promise<readonly (Stored | undefined)[]> {
  if (keys.length === 0) return [];
  const found = await store.run({ lua: scripts.readAll, keys });
  if (!Array.isArray(found)) throw new TypeError("The store gave no list");
  return found.map((json: unknown) => (json === null ? undefined : decodeEntry(toText(json))));
}

async function read(store: RedisStore, table: Table, key: Row): Promise<Row | null> {
  const id = key[table.key];
  if (typeof id === "string") {
    const [stored] = await readRows(store, [rowKey(store.keys, table, id)]);
    return stored?.row ?? null;
  }
  const unique = uniqueKey(store.keys, table, key);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const found = await store.run({ lua: scripts.read, keys: [unique] });
    if (typeof found !== "string") return null;
    const [stored] = await readRows(store, [rowKey(store.keys, table, found)]);
    // Otherwise, another row has just taken the unique key.
    if (stored && hasValues(table, stored.row, key)) return stored.row;
  }
  return null;
}

interface Listing {
  readonly where: Row;
  readonly page: Page;
}

/**
 * Reads on if rows were deleted between finding and reading them: a short page would look like the
 * last one.
 */
async function list(store: RedisStore, table: Table, { where, page }: Listing): Promise<Row[]> {
  const rows: Row[] = [];
  const key = indexKey(store.keys, table, where);
  for (let { after } = page; ;) {
    const wanted = page.limit - rows.length;
    const ids = await idsIn(store, key, {
      ...page,
      limit: wanted,
      ...(after !== undefined && { after }),
    });
    const stored = await readRows(
      store,
      ids.map((id) => rowKey(store.keys, table, id)),
    );
    const found = stored.flatMap((one) =>
      one && hasValues(table, one.row, where) ? [one.row] : [],
    );
    rows.push(...found);
    if (ids.length < wanted || rows.length === page.limit) return rows;
    after = ids.at(-1);
  }
}

async function idsIn(store: RedisStore, key: string, { limit, after, backwards }: Page) {
  const command = backwards ? "zrevrangebylex" : "zrangebylex";
  const start = after === undefined ? (backwards ? "+" : "-") : `(${after}`;
  const found = await store.run({
    lua: `return redis.call('${command}', KEYS[1], ARGV[1], ARGV[2], 'limit', 0, ARGV[3])`,
    keys: [key],
    values: [start, backwards ? "-" : "+", limit.toString()],
  });
  return texts(found);
}

/** Unless it was renewed in the meantime. */
async function removeExpired(
  store: RedisStore,
  table: Table,
  { id, before }: { id: string; before: Date },
): Promise<boolean> {
  const row = await read(store, table, { [table.key]: id });
  const expires = table.expires === undefined ? undefined : row?.[table.expires];
  if (!(expires instanceof Date) || expires >= before || table.expires === undefined) return false;
  const removal: Change = { kind: "remove", table, id, if: { [table.expires]: expires } };
  return (await writeTo(store, [removal])) === "done";
}
