import { is, SQL } from "drizzle-orm";
import type { Field, FieldKind, SqlDialect } from "../sql/model.js";
import type { Column } from "./drizzle-types.js";

/**
 * A column in the form that statements need. Without `known`, it is one of the application's own.
 */
export function fieldOf(column: Column, known: Field | undefined, dialect: SqlDialect): Field {
  const { defaultFn, onUpdateFn, default: constant } = column;
  const onInsert = defaultFn ?? (constant === undefined ? onUpdateFn : undefined);
  return {
    kind: known?.kind ?? "text",
    required: column.notNull,
    ...(known ? formOf(column, known.kind, dialect) : ownForm(column)),
    ...(onInsert && { onInsert }),
    ...(onUpdateFn && { onUpdate: onUpdateFn }),
  };
}

export const isNumber = ({ dataType }: Column): boolean =>
  dataType === "number" || dataType === "bigint";

type Form = Pick<Field, "encode" | "decode">;

const ownForm = (column: Column): Form => ({
  encode: (value) => (is(value, SQL) ? value : column.mapToDriverValue(value)),
  decode: (value) => column.mapFromDriverValue(value),
});

/** The Drizzle column type that takes values of each kind as they are. */
const fitting: Readonly<Record<FieldKind, string>> = {
  id: "string",
  ref: "string",
  key: "string",
  credential: "string",
  text: "string",
  integer: "number",
  boolean: "boolean",
  date: "date",
  json: "json",
};

/** If the column has another type, values have the same form as in our own tables. */
function formOf(column: Column, kind: FieldKind, dialect: SqlDialect): Form {
  // On servers, dates are always read and written in one form, whatever zone the driver uses.
  if (kind === "date" && dialect !== "sqlite") return {};
  if (column.dataType === fitting[kind] || column.dataType === "custom") return ownForm(column);
  if (kind !== "date") return {};
  const toForm = column.dataType === "number" ? milliseconds : isoText;
  return { encode: (value) => (value instanceof Date ? toForm(value) : value) };
}

const milliseconds = (date: Date): number => date.getTime();
const isoText = (date: Date): string => date.toISOString();

interface Place {
  readonly dialect: SqlDialect;
  readonly name: string;
}

/** The code to write for a missing column. */
export function columnFor(kind: FieldKind, { dialect, name }: Place): string {
  const type = builders[dialect][kind] ?? builders[dialect].key ?? "text";
  const [builder, options] = type.split(" ", 2);
  const given = [JSON.stringify(name), ...(options ? [options] : [])].join(", ");
  return `${builder}(${given})`;
}

const builders: Readonly<Record<SqlDialect, Partial<Record<FieldKind, string>>>> = {
  sqlite: {
    key: "text",
    integer: "integer",
    boolean: 'integer {mode:"boolean"}',
    date: 'integer {mode:"timestamp_ms"}',
  },
  postgres: {
    key: "text",
    integer: "integer",
    boolean: "boolean",
    date: 'timestamp {mode:"date"}',
  },
  mysql: {
    key: "varchar {length:255}",
    integer: "int",
    boolean: "boolean",
    date: 'timestamp {mode:"date",fsp:3}',
  },
};
