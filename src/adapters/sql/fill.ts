import type { Row } from "../rows/convert.js";
import type { SqlContext } from "./context.js";
import { inspectTable } from "./inspect.js";
import type { ExistingColumn } from "./inspect.js";
import type { TableLayout } from "./layout.js";
import type { Filling } from "./model.js";

/** The value for one of your own columns that must not be null. */
export function fillingOf(column: string, { type, required }: ExistingColumn): Filling | undefined {
  if (!required) return undefined;
  if (/^(?:timestamp|datetime|date)/i.test(type)) return { column, value: "now" };
  if (column === "id" && /char|text|uuid/i.test(type)) return { column, value: "id" };
  return undefined;
}

/** The row, with values for your own required columns. */
export async function filled(context: SqlContext, table: TableLayout, row: Row): Promise<Row> {
  if (table.closed) return { ...madeBy(table, "onInsert", row), ...row };
  const missing = (await fillingsOf(context, table)).filter(
    ({ column }) => row[table.field(column)] === undefined,
  );
  return { ...row, ...valuesOf(missing) };
}

/** The changes, with the time of the update if the table keeps one. */
export async function touched(context: SqlContext, table: TableLayout, changes: Row): Promise<Row> {
  if (table.closed) return { ...madeBy(table, "onUpdate", changes), ...changes };
  const dates = (await fillingsOf(context, table)).filter(({ column }) =>
    /^updated_?at$/i.test(column),
  );
  return { ...valuesOf(dates), ...changes };
}

/** The values that an ORM's column generates where none is given. */
function madeBy(table: TableLayout, moment: "onInsert" | "onUpdate", given: Row): Row {
  const entries = Object.entries(table.fields).flatMap(([field, { [moment]: make }]) =>
    make && given[field] === undefined ? [[field, make()] as const] : [],
  );
  return Object.fromEntries(entries);
}

function valuesOf(fillings: readonly Filling[]): Row {
  const now = new Date();
  const entries = fillings.map(({ column, value }): [string, unknown] => [
    column,
    value === "now" ? now : crypto.randomUUID(),
  ]);
  return Object.fromEntries(entries);
}

async function fillingsOf(context: SqlContext, table: TableLayout): Promise<readonly Filling[]> {
  if (!context.layout.fill) return [];
  const known = context.fillings.get(table.name);
  if (known) return known;
  const found = await inspectTable(context.client, context.dialect, table.table);
  const fillings = Array.from(found?.columns ?? [])
    .filter(([column]) => !Object.hasOwn(table.fields, table.field(column)))
    .flatMap(([column, existing]) => fillingOf(column, existing) ?? []);
  if (found) context.fillings.set(table.name, fillings);
  return fillings;
}
