import { Conflict, MissingOwner } from "../../../types/records.js";
import type { Change, RecordStore, Row, Table, Value } from "../../../types/records.js";
import { toNumber } from "../../rows/convert.js";
import type { Row as AnyRow } from "../../rows/convert.js";
import { decodeRow } from "../codec.js";
import { isDuplicate, isInvalidValue, isMissingOwner, isOutdated, namesKey } from "../faults.js";
import { Finders } from "../finders.js";
import { canMatch } from "../keys.js";
import { indexName } from "../layout.js";
import type { Statement } from "../sql.js";
import { recordLayout } from "./layout.js";
import type { RecordSchema } from "./layout.js";
import {
  countUpTo,
  deleteExpired,
  deleteRow,
  insertRow,
  selectOne,
  selectPage,
  updateRow,
} from "./statements.js";
import type { ChangeOfRow, Place, Stopped } from "./statements.js";

/** Runs the statements of records, through any library. */
export interface Executor {
  /** Returns no rows if a value doesn't fit its column. */
  read(statement: Statement): Promise<readonly AnyRow[]>;
  /** Like `read`, for at most one row. */
  readOne(statement: Statement): Promise<AnyRow | undefined>;
  /** Returns the number of changed rows. */
  run(statement: Statement): Promise<number>;
  /**
   * Runs all statements or none. Each must change one row, or all are rolled back and `at` says
   * which one failed.
   */
  write(statements: readonly ChangeOfRow[]): Promise<"done" | Stopped>;
  /** Adds the values that the application's own columns need. */
  complete?(place: Place, row: Row): Promise<AnyRow>;
}

/** Stores records in SQL tables. Calls `onTable` with every table that is used. */
export function sqlRecords(
  schema: RecordSchema,
  executor: Executor,
  onTable: (place: Place) => void = () => undefined,
): RecordStore {
  const placeOf = placesIn(schema, onTable);
  const findersOf = findersIn();
  const possible = (place: Place, row: Row) => canMatch(schema, place.table, row);
  const read = async (place: Place, statement: Statement): Promise<Row[]> => {
    const rows = await explained(place, executor.read(statement), schema);
    return rows.map((row) => plainRow(decodeRow(place.table, row)));
  };

  return {
    async read(table, key) {
      const place = placeOf(table);
      if (!possible(place, key)) return null;
      const row = await explained(place, executor.readOne(findersOf(place).find(key)), schema);
      return row ? plainRow(decodeRow(place.table, row)) : null;
    },
    async list(table, where, page) {
      const place = placeOf(table);
      const after = page.after === undefined ? {} : { [table.key]: page.after };
      if (!possible(place, where) || !possible(place, after)) return [];
      return read(place, selectPage(place, where, page));
    },
    async count(table, where, atMost) {
      const place = placeOf(table);
      if (!possible(place, where)) return 0;
      const found = executor.read(countUpTo(place, where, atMost));
      const [row] = await explained(place, found, schema);
      return row ? toNumber(row["found"]) : 0;
    },
    async write(changes) {
      const statements: ChangeOfRow[] = [];
      for (const change of changes) {
        const place = placeOf(change.table);
        if (!possible(place, whereOf(change))) return "unmatched";
        if (!possible(place, valuesOf(change))) return new MissingOwner(change.table.name);
        statements.push(await statementOf(executor, place, change));
      }
      const result = await executor.write(statements);
      return result === "done"
        ? result
        : refusalOf(placeOf, changes[result.at], { ...result, ...schema });
    },
    async sweep(table, before, limit) {
      const { expires } = table;
      if (expires === undefined) return 0;
      const place = placeOf(table);
      const removed = executor.run(deleteExpired(place, { expires, before, limit }));
      return explained(place, removed, schema);
    },
  };
}

/** A plugin reads the same rows by their keys at every request. */
function findersIn(): (place: Place) => Finders {
  const known = new WeakMap<Place, Finders>();
  return (place) => {
    const finders = known.get(place) ?? new Finders(place, (key) => selectOne(place, key));
    known.set(place, finders);
    return finders;
  };
}

type PlaceOf = (table: Table) => Place;

function placesIn(schema: RecordSchema, onTable: (place: Place) => void): PlaceOf {
  const known = new WeakMap<Table, Place>();
  return (table) => {
    const found = known.get(table);
    if (found) return found;
    const place = { dialect: schema.dialect, table: recordLayout(table, schema) };
    known.set(table, place);
    onTable(place);
    return place;
  };
}

const whereOf = (change: Change): Row =>
  change.kind === "insert" ? {} : { ...change.if, [change.table.key]: change.id };

function valuesOf(change: Change): Row {
  if (change.kind === "remove") return {};
  return change.kind === "insert" ? change.row : change.changes;
}

async function statementOf(executor: Executor, place: Place, change: Change): Promise<ChangeOfRow> {
  if (change.kind === "insert") {
    return insertRow(place, (await executor.complete?.(place, change.row)) ?? change.row);
  }
  if (change.kind === "remove") return deleteRow(place, conditionOf(change));
  return updateRow(place, change.changes, conditionOf(change));
}

/** Both the key and the condition must match. */
function conditionOf(change: Exclude<Change, { kind: "insert" }>): Row {
  return { ...change.if, [change.table.key]: change.id };
}

function refusalOf(
  placeOf: PlaceOf,
  change: Change | undefined,
  { error, toMigrate }: Stopped & Pick<RecordSchema, "toMigrate">,
) {
  if (error === undefined || !change) return "unmatched";
  const { table } = change;
  if (isDuplicate(error)) {
    return new Conflict(table.name, takenKey(placeOf(table), error), { cause: error });
  }
  const references = Object.keys(valuesOf(change)).some(
    (called) => table.columns[called]?.references !== undefined,
  );
  if (isMissingOwner(error) || (isInvalidValue(error) && references)) {
    return new MissingOwner(table.name, { cause: error });
  }
  // A value that doesn't fit the id's type matches no user.
  if (isInvalidValue(error)) return "unmatched";
  throw isOutdated(error) ? outdated(placeOf(table), error, toMigrate) : error;
}

/** Adds to an error what to do about a missing table. */
async function explained<T>(
  place: Place,
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

const outdated = ({ table }: Place, cause: unknown, toMigrate = byMigrate): Error =>
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

function plainRow(row: AnyRow): Row {
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
