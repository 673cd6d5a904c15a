import type { Column, Table } from "../../types/records.js";

const name = /^[a-z][a-z0-9_]{0,49}$/;
const columnName = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/;

/** More than three keys exceed MySQL's limit of 3,072 bytes per index. */
const mostIndexed = 3;

const checked = new WeakSet<Table>();

/** Throws a `TypeError` for a table that some store can't hold. Checks each table once. */
export function checkTable(table: Table): void {
  if (checked.has(table)) return;
  for (const problem of problemsOf(table)) {
    throw new TypeError(`The record table ${table.name} can't be used: ${problem}`);
  }
  checked.add(table);
}

function* problemsOf(table: Table): Generator<string> {
  if (!name.test(table.name)) yield "its name isn't 1 to 50 lowercase letters, digits and _";
  if (table.name === "user") yield "`user` is the table of users";
  for (const [called, column] of Object.entries(table.columns)) {
    if (!columnName.test(called)) yield `${called} isn't 1 to 40 letters, digits and _`;
    yield* columnProblems(table, called, column);
  }
  const key = columnOf(table, table.key);
  if (key?.kind !== "key" || key.nullable || key.default !== undefined) {
    yield `its key ${table.key} must be a column of kind "key", neither nullable nor with a default`;
  }
  for (const columns of table.unique ?? []) yield* indexProblems(table, columns, 1);
  for (const columns of table.indexes ?? []) yield* indexProblems(table, columns, 0);
  if (table.expires !== undefined && columnOf(table, table.expires)?.kind !== "date") {
    yield `\`expires\` must name a column of kind "date"`;
  }
}

const typeOfDefault: Readonly<Partial<Record<Column["kind"], string>>> = {
  key: "string",
  text: "string",
  integer: "number",
  boolean: "boolean",
};

function* columnProblems(table: Table, called: string, column: Column): Generator<string> {
  const given = typeof column.default;
  if (given !== "undefined" && given !== typeOfDefault[column.kind]) {
    yield `the default of ${called} doesn't fit its kind`;
  }
  if (column.references === undefined) return;
  if (column.kind !== "key") yield `${called} references a key, so its kind must be "key"`;
  const leads = (table.indexes ?? []).some(([first]) => first === called);
  if (table.key !== called && !leads) yield `${called} has references, so it must lead an index`;
}

function* indexProblems(
  table: Table,
  columns: readonly string[],
  fewest: number,
): Generator<string> {
  const listed = columns.join(", ");
  if (columns.length < fewest || columns.length > mostIndexed) {
    yield `an index has up to ${mostIndexed} columns, not (${listed})`;
  }
  for (const called of columns) {
    const kind = columnOf(table, called)?.kind;
    if (kind === undefined) yield `there is no column ${called} for the index (${listed})`;
    if (kind === "text" || kind === "json") yield `${called} is too long for an index`;
  }
}

/** The column with this name, if the table has it. */
export function columnOf(table: Table, called: string): Column | undefined {
  return Object.hasOwn(table.columns, called) ? table.columns[called] : undefined;
}

/** The column that says whose row it is. */
export function ownerColumn(table: Table): string {
  const columns = Object.entries(table.columns);
  const [called] = columns.find(([, { references }]) => references === "user") ?? [];
  if (called !== undefined) return called;
  throw new TypeError(`Rows of ${table.name} reference no user`);
}
