import { toBoolean, toDate, toJson, toNumber, toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import type { TableLayout } from "./layout.js";
import type { FieldKind, SqlDialect } from "./model.js";

/** Columns and the values to write, without undefined members. */
export function encodeRow(table: TableLayout, dialect: SqlDialect, row: Row): [string, unknown][] {
  return Object.entries(row)
    .filter(([field, value]) => value !== undefined && isWritten(table, field))
    .map(([field, value]) => [table.column(field), encodeField(table, dialect, { field, value })]);
}

const isWritten = ({ closed, fields }: TableLayout, field: string): boolean =>
  closed !== true || Object.hasOwn(fields, field);

/** Converts a value to the form that the driver takes, whatever its settings for dates. */
function encodeField(
  table: TableLayout,
  dialect: SqlDialect,
  { field, value }: { field: string; value: unknown },
): unknown {
  const { kind, encode } = table.fields[field] ?? {};
  if (value === null) return null;
  if (encode) return encode(value);
  if (kind === "json") return JSON.stringify(value);
  if (value instanceof Date) return encodeDate(value, dialect, table);
  if (typeof value === "boolean") return dialect === "sqlite" ? Number(value) : value;
  return typeof value === "object" ? JSON.stringify(value) : value;
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

/** How one column is converted. */
export interface ColumnPlan {
  readonly field: string;
  /** Undefined for a column outside of the layout, which is kept as it is. */
  readonly decode: Decode | undefined;
}

const plans = new WeakMap<TableLayout, Map<string, ColumnPlan>>();

/** A table has few columns, but an application may use new aliases at every read. */
const mostPlans = 1000;

/** Cached per column of a table, because rows are read at every request. */
export function planOf(table: TableLayout, column: string): ColumnPlan {
  const known = plans.get(table) ?? new Map<string, ColumnPlan>();
  const found = known.get(column);
  if (found) return found;
  const field = table.field(column);
  const { kind, decode } = table.fields[field] ?? {};
  const plan = { field, decode: decode ?? (kind && decoders[kind]) };
  if (known.size < mostPlans) plans.set(table, known.set(column, plan));
  return plan;
}

/** Fields with converted values. Columns outside of the layout are kept as they are. */
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
