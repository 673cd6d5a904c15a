import { Conflict, MissingOwner } from "../../../types/records.js";
import type { Change, RecordStore, Row, Table, Value } from "../../../types/records.js";
import { toBoolean, toDate, toNumber, toText } from "../../rows/convert.js";
import type { Row as AnyRow } from "../../rows/convert.js";
import { isDuplicate, isInvalidValue, isMissingOwner } from "../../sql/faults.js";
import { indexName } from "../../sql/layout.js";
import { atomically } from "./context.js";
import type { ModelContext } from "./context.js";
import { takenKey } from "./fault.js";
import { canHave } from "./place.js";
import { refusalAhead } from "./refusal-ahead.js";
import { referenced } from "./schema.js";
import type { RecordPlace } from "./schema.js";
import { ModelTable } from "./table.js";

type Refusal = "unmatched" | Conflict | MissingOwner;

/** Stores records in the models that `latchkey schema --for prisma` prints. */
export function modelRecords(context: ModelContext): RecordStore {
  return {
    async read(table, key) {
      const records = recordsIn(context, table);
      const row = await records.find(key);
      return row ? plainRow(table, row) : null;
    },
    async list(table, where, page) {
      const records = recordsIn(context, table);
      const rows = await records.page(where, { ...page, by: table.key });
      return rows.map((row) => plainRow(table, row));
    },
    async count(table, where, atMost) {
      const records = recordsIn(context, table);
      const most = Math.min(atMost, largestTake);
      return context.collated
        ? counted(records, { table, where, most })
        : records.count(where, most);
    },
    write: (changes) => write(context, changes),
    async sweep(table, before, limit) {
      if (table.expires === undefined) return 0;
      const records = recordsIn(context, table);
      const fields = { key: table.key, expires: table.expires };
      return records.sweep(fields, before, limit);
    },
  };
}

const largestTake = 2 ** 31 - 1;
const counting = 1000;

/** Only the texts themselves tell which rows of a collated column are meant. */
async function counted(
  records: ModelTable,
  { table, where, most }: { table: Table; where: Row; most: number },
): Promise<number> {
  let found = 0;
  for (let after: string | undefined; found < most;) {
    const limit = Math.min(counting, most - found);
    const rows = await records.page(where, { by: table.key, limit, after });
    found += rows.length;
    if (rows.length < limit) break;
    after = toText(rows.at(-1)?.[table.key]);
  }
  return found;
}

/** Deletes the rows of a user, also where a foreign key doesn't. */
export async function removeRecordsOf(context: ModelContext, userId: string): Promise<void> {
  for (const table of context.used.values()) {
    for (const [column, { references }] of Object.entries(table.columns)) {
      if (references === "user") await recordsIn(context, table).remove({ [column]: userId });
    }
  }
}

function recordsIn(context: ModelContext, table: Table): ModelTable {
  const place = context.schema.record(table);
  context.used.set(table.name, table);
  return new ModelTable(context, place);
}

async function write(context: ModelContext, changes: readonly Change[]) {
  for (const change of changes) {
    const refusal = impossible(context.schema.record(change.table), change);
    if (refusal) return refusal;
  }
  if (context.inTransaction) return writeWithin(context, changes);
  const [first] = changes;
  const isOne = changes.length === 1 && (first?.kind === "insert" || !context.collated);
  const refused: { as?: Refusal } = {};
  const applyAll = async (within: ModelContext): Promise<void> => {
    for (const change of changes) {
      const refusal = await apply(within, change);
      if (refusal === undefined) continue;
      refused.as = refusal;
      throw new RolledBack("A change of records was refused");
    }
  };
  try {
    await (isOne ? applyAll(context) : atomically(context, applyAll));
    return "done";
  } catch (error) {
    if (error instanceof RolledBack && refused.as !== undefined) return refused.as;
    throw error;
  }
}

/** Ends a transaction whose changes must not be kept. */
class RolledBack extends Error {}

/**
 * In a transaction of the caller, which can't be rolled back in part and which PostgreSQL's kin end
 * at the first error: the rows are locked and compared first, so that a refusal leaves the
 * transaction as it was. What another transaction inserts in between makes this one start again.
 */
async function writeWithin(context: ModelContext, changes: readonly Change[]) {
  for (const change of changes) {
    const refusal =
      (await unlocked(context, change)) ?? (await refusalAhead(context, change, changes));
    if (refusal) return refusal;
  }
  for (const change of changes) {
    const refusal = await apply({ ...context, collated: false }, change);
    if (refusal === undefined) continue;
    if (refusal instanceof MissingOwner) return refusal;
    throw Object.assign(new Error("Another transaction was faster"), { code: "40001" });
  }
  return "done";
}

/** A value that doesn't fit the id's type matches no row, and no user. */
function impossible(place: RecordPlace, change: Change): Refusal | undefined {
  if (change.kind !== "insert") {
    const where = { ...change.if, [change.table.key]: change.id };
    if (!canHave(place, where)) return "unmatched";
  }
  if (change.kind === "remove" || canHave(place, valuesOf(change))) return undefined;
  return new MissingOwner(change.table.name);
}

const valuesOf = (change: Exclude<Change, { kind: "remove" }>): Row =>
  change.kind === "insert" ? change.row : change.changes;

/** Makes one change. In a transaction, what was refused has to be rolled back. */
async function apply(context: ModelContext, change: Change): Promise<Refusal | undefined> {
  const { table } = change;
  const records = recordsIn(context, table);
  try {
    if (change.kind === "insert") {
      await records.insert(change.row);
      return undefined;
    }
    if (context.collated && (await unlocked(context, change))) return "unmatched";
    const where = { ...change.if, [table.key]: change.id };
    const changes = change.kind === "update" ? change.changes : {};
    const done =
      change.kind === "remove"
        ? await records.remove(where)
        : await records.change(where, notEmpty(changes, { [table.key]: change.id }));
    return done === 1 ? undefined : "unmatched";
  } catch (error) {
    return refusalOf(context, change, error);
  }
}

/** An update without changes still tells whether the row is as required. */
const notEmpty = (changes: Row, same: Row): Row =>
  Object.keys(changes).length === 0 ? same : changes;

/**
 * Locks a row until the transaction ends, and compares its texts to the letter, which a statement
 * can't where columns have a collation.
 */
async function unlocked(context: ModelContext, change: Change): Promise<"unmatched" | undefined> {
  if (change.kind === "insert") return undefined;
  const records = recordsIn(context, change.table);
  const key = { [change.table.key]: change.id };
  const where = { ...change.if, ...key };
  // Setting the key to itself must not change its case.
  if (!(await records.find(key)) || (await records.change(where, key)) !== 1) return "unmatched";
  return (await records.find(where)) ? undefined : "unmatched";
}

function refusalOf(context: ModelContext, change: Change, error: unknown): Refusal {
  const { table } = change;
  if (isDuplicate(error)) {
    const columns = takenColumns(context.schema.record(table), error);
    return new Conflict(table.name, columns, { cause: error });
  }
  if (change.kind !== "remove") {
    const references = Object.keys(valuesOf(change)).some((column) => referenced(table, column));
    if (isMissingOwner(error) || (isInvalidValue(error) && references)) {
      return new MissingOwner(table.name, { cause: error });
    }
  }
  if (isInvalidValue(error) && change.kind !== "insert") return "unmatched";
  throw error;
}

/** The columns of the violated key, if the database names it. */
function takenColumns({ layout, table }: RecordPlace, error: unknown) {
  const { columns, index } = takenKey(error);
  const keys = [[table.key], ...(table.unique ?? [])];
  return keys.find((names) => {
    const stored = names.map((name) => layout.column(name));
    const isKey = names.length === 1 && names[0] === table.key;
    const called = indexName(layout, isKey ? ["pkey"] : [...stored, "key"]);
    return index === called || columns?.toSorted().join() === stored.toSorted().join();
  });
}

function plainRow(table: Table, row: AnyRow): Row {
  const entries = Object.entries(table.columns).map(
    ([name, { kind }]) => [name, plainValue(kind, row[name])] as const,
  );
  return Object.fromEntries(entries);
}

type Kind = Table["columns"][string]["kind"];

const readers: Readonly<Record<Kind, (value: unknown) => Value>> = {
  key: toText,
  text: toText,
  integer: toNumber,
  boolean: toBoolean,
  date: toDate,
  // A column of type Json, if it isn't text.
  json: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
};

const plainValue = (kind: Kind, value: unknown): Value =>
  value === null || value === undefined ? null : readers[kind](value);
