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

/** Fields with the values read. Columns that the layout does not know are kept as they are. */
export function decodeRow(table: TableLayout, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const field = table.field(column);
      return [field, decodeValue(table.fields[field]?.kind, value)];
    }),
  );
}

const decoders: Readonly<Record<FieldKind, (value: unknown) => unknown>> = {
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

function decodeValue(kind: FieldKind | undefined, value: unknown): unknown {
  return kind === undefined || value == null ? value : decoders[kind](value);
}
