import { Conflict, MissingOwner } from "../../../types/records.js";
import type { Change, RecordStore, Row, Table, Value } from "../../../types/records.js";
import { toNumber } from "../../rows/convert.js";
import type { Row as AnyRow } from "../../rows/convert.js";
import { decodeRow } from "../codec.js";
import { attempt, readRow, runCompiled } from "../context.js";
import type { SqlContext } from "../context.js";
import {
  isDuplicate,
  isInvalidValue,
  isMissingOwner,
  isMissingTable,
  isOutdated,
  namesKey,
} from "../faults.js";
import { filled } from "../fill.js";
import { finderOf } from "../finders.js";
import { canMatch } from "../keys.js";
import { indexName } from "../layout.js";
import type { Statement } from "../sql.js";
import { recordLayout } from "./layout.js";
import type { RecordSchema } from "./layout.js";
import {
  countUpTo,
  deleteExpired,
  deleteRows,
  insertRow,
  selectOne,
  selectPage,
  updateRow,
} from "./statements.js";
import type { ChangeOfRow, Place, Stopped } from "./statements.js";
import { writeAll } from "./write.js";

/** Stores records in SQL tables, as part of the same transaction if there is one. */
export function sqlRecords(context: SqlContext): RecordStore {
  const placeOf = placesIn(context);
  const possible = (place: Place, row: Row) => canMatch(context, place.table, row);
  /** Finds no rows if a value doesn't fit its column. */
  const found = async (place: Place, work: () => Promise<readonly AnyRow[]>) =>
    (await explained(place, attempt(context, isInvalidValue, work), context)) ?? [];
  const run = (place: Place, statement: Statement) =>
    found(place, async () => (await runCompiled(context, statement)).rows);
  const shown = ({ table }: Place, row: AnyRow): Row => plainRow(decodeRow(table, row));

  return {
    async read(table, key) {
      const place = placeOf(table);
      if (!possible(place, key)) return null;
      const [row] = await found(place, async () => readRow(context, place.find(key)));
      return row ? shown(place, row) : null;
    },
    async list(table, where, page) {
      const place = placeOf(table);
      const after = page.after === undefined ? {} : { [table.key]: page.after };
      if (!possible(place, where) || !possible(place, after)) return [];
      return (await run(place, selectPage(place, where, page))).map((row) => shown(place, row));
    },
    async count(table, where, atMost) {
      const place = placeOf(table);
      if (!possible(place, where)) return 0;
      const [row] = await run(place, countUpTo(place, where, atMost));
      return row ? toNumber(row["found"]) : 0;
    },
    async write(changes) {
      const statements: ChangeOfRow[] = [];
      for (const change of changes) {
        const place = placeOf(change.table);
        if (!possible(place, whereOf(change))) return "unmatched";
        if (!possible(place, valuesOf(change))) return new MissingOwner(change.table.name);
        statements.push(await statementOf(context, place, change));
      }
      const result = await writeAll(context, statements);
      if (result === "done") return result;
      const change = changes[result.at];
      return change
        ? refusalOf(context, placeOf(change.table), { ...result, change })
        : "unmatched";
    },
    async sweep(table, before, limit) {
      const { expires } = table;
      if (expires === undefined) return 0;
      const place = placeOf(table);
      const removal = deleteExpired(place, { expires, before, limit });
      return (await explained(place, runCompiled(context, removal), context)).changed;
    },
  };
}

/** A plugin reads the same rows by their keys at every request, so their statements are kept. */
function placesIn(
  context: SqlContext,
): (table: Table) => Place & { readonly find: (key: AnyRow) => Statement } {
  const known = new WeakMap<Table, ReturnType<typeof make>>();
  const make = (table: Table) => {
    const place = { dialect: context.dialect, table: recordLayout(table, context) };
    context.records.set(table.name, place.table);
    return { ...place, find: finderOf(place, (key) => selectOne(place, key)) };
  };
  return (table) => {
    const place = known.get(table) ?? make(table);
    known.set(table, place);
    return place;
  };
}

/** Both the key and the condition must match. */
const whereOf = (change: Change): Row =>
  change.kind === "insert" ? {} : { ...change.if, [change.table.key]: change.id };

function valuesOf(change: Change): Row {
  if (change.kind === "remove") return {};
  return change.kind === "insert" ? change.row : change.changes;
}

async function statementOf(context: SqlContext, place: Place, change: Change) {
  // With the values that the application's own columns need.
  if (change.kind === "insert") {
    return insertRow(place, await filled(context, place.table, change.row));
  }
  if (change.kind === "remove") return deleteRows(place, whereOf(change));
  return updateRow(place, change.changes, whereOf(change));
}

function refusalOf(
  { toMigrate }: RecordSchema,
  place: Place,
  { error, change }: Stopped & { readonly change: Change },
) {
  if (error === undefined) return "unmatched";
  const { table } = change;
  if (isDuplicate(error)) {
    return new Conflict(table.name, takenKey(place, error), { cause: error });
  }
  const references = Object.keys(valuesOf(change)).some(
    (called) => table.columns[called]?.references !== undefined,
  );
  if (isMissingOwner(error) || (isInvalidValue(error) && references)) {
    return new MissingOwner(table.name, { cause: error });
  }
  // A value that doesn't fit the id's type matches no row.
  if (isInvalidValue(error) && change.kind !== "insert") return "unmatched";
  throw isOutdated(error) ? outdated(place, error, toMigrate) : error;
}

/** Adds to an error what to do about a missing table. */
export async function explained<T>(
  place: Pick<Place, "table">,
  work: Promise<T>,
  { toMigrate }: RecordSchema,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isOutdated(error) ? outdated(place, error, toMigrate) : error;
  }
}

const byMigrate =
  "Run `npx latchkey migrate`, with `--config FILE` unless it finds your configuration, or `migrate(db, config)`.";

const outdated = ({ table }: Pick<Place, "table">, cause: unknown, toMigrate = byMigrate): Error =>
  new Error(`The database has no table ${table.table}, or not all of its columns. ${toMigrate}`, {
    cause,
  });

/** The columns of the violated key, if the database names it. */
function takenKey({ table }: Place, error: unknown): readonly string[] | undefined {
  const keys = [...table.unique].sort((a, b) => b.length - a.length);
  const named = keys.find((fields) => {
    const columns = fields.map((field) => table.column(field));
    return namesKey(error, {
      table: table.table,
      columns,
      index: indexName(table, [...columns, "key"]),
    });
  });
  if (named) return named;
  const columns = table.primaryKey.map((field) => table.column(field));
  const primary = { table: table.table, columns, index: indexName(table, ["pkey"]) };
  return namesKey(error, primary) || namesKey(error, { ...primary, index: "PRIMARY" })
    ? table.primaryKey
    : undefined;
}

/**
 * Foreign keys do this, but tables that an application created may lack them, and SQLite may not
 * enforce them.
 */
export async function removeRecordsOf(context: SqlContext, userId: string): Promise<void> {
  const isHarmless = (error: unknown) => isMissingTable(error) || isInvalidValue(error);
  for (const table of context.records.values()) {
    for (const [field, { kind }] of Object.entries(table.fields)) {
      if (kind !== "ref" || !canMatch(context, table, { [field]: userId })) continue;
      const removal = deleteRows({ dialect: context.dialect, table }, { [field]: userId });
      await attempt(context, isHarmless, () => runCompiled(context, removal));
    }
  }
}

export function plainRow(row: AnyRow): Row {
  const entries = Object.entries(row).map(
    ([called, value]) => [called, plainValue(value)] as const,
  );
  return Object.fromEntries(entries);
}

function plainValue(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean" || value instanceof Date) return value;
  // A column of a JSON type, which drivers parse.
  return JSON.stringify(value);
}
