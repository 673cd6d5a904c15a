import { toBoolean, toDate, toJson, toNumber, toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import type { TableLayout } from "./layout.js";
import type { FieldKind, SqlDialect } from "./model.js";

/** Columns with the values to write, without members that are undefined. */
export function encodeRow(table: TableLayout, dialect: SqlDialect, row: Row): [string, unknown][] {
  return Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => {
      const isJson = table.fields[field]?.kind === "json" && value !== null;
      return [
        table.column(field),
        encodeValue(isJson ? JSON.stringify(value) : value, dialect, table),
      ];
    });
}

/** The form in which each driver takes a value, whatever its own settings for dates are. */
function encodeValue(value: unknown, dialect: SqlDialect, table: TableLayout): unknown {
  if (value instanceof Date) return encodeDate(value, dialect, table);
  if (typeof value === "boolean") return dialect === "sqlite" ? Number(value) : value;
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value;
}

function encodeDate(date: Date, dialect: SqlDialect, table: TableLayout): string | number {
  if (dialect === "sqlite" && table.sqliteDates === "milliseconds") return date.getTime();
  const iso = date.toISOString();
  return dialect === "mysql" ? iso.slice(0, -1).replace("T", " ") : iso;
}

type Decode = (value: unknown) => unknown;

const decoders: Readonly<Record<FieldKind, Decode>> = {
  id: toText,
  ref: toText,
  key: toText,
  credential: toText,
  text: toText,
  integer: toNumber,
  boolean: toBoolean,
  date: toDate,
  json: toJson,
};

/** What becomes of one column. */
export interface ColumnPlan {
  readonly field: string;
  /** Undefined for a column that the layout does not know: it is kept as it is. */
  readonly decode: Decode | undefined;
}

const plans = new WeakMap<TableLayout, Map<string, ColumnPlan>>();

/** Columns of one table are few, but an application may name its own anew at every read. */
const mostPlans = 1000;

/** Found out once for each column of a table: rows are read at every request. */
export function planOf(table: TableLayout, column: string): ColumnPlan {
  const known = plans.get(table) ?? new Map<string, ColumnPlan>();
  const found = known.get(column);
  if (found) return found;
  const field = table.field(column);
  const kind = table.fields[field]?.kind;
  const plan = { field, decode: kind && decoders[kind] };
  if (known.size < mostPlans) plans.set(table, known.set(column, plan));
  return plan;
}

/** Fields with the values read. Columns that the layout does not know are kept as they are. */
export function decodeRow(table: TableLayout, row: Row): Row {
  const fields: Record<string, unknown> = {};
  for (const column of Object.keys(row)) {
    const plan = planOf(table, column);
    fields[plan.field] = decodeBy(plan, row[column]);
  }
  return fields;
}

export function decodeBy({ decode }: ColumnPlan, value: unknown): unknown {
  return decode === undefined || value == null ? value : decode(value);
}
