import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

/**
 * All columns of the table or its `alias`. Drivers read a date without a zone in a zone of their
 * choice, so dates are selected in a form without one. Of two columns of one name, the later wins.
 */
export function allColumns(table: TableLayout, dialect: SqlDialect, alias?: string): Sql {
  const columnsOf = (fields: readonly string[]): Sql[] =>
    fields.map((field) => {
      const column = oneColumn(table, dialect, { field, alias });
      const isConverted = isDate(table, field) || table.fields[field]?.list;
      return isConverted ? sql`${column} as ${sql.id(table.column(field))}` : column;
    });
  const fields = Object.keys(table.fields);
  if (table.closed || table.isOfRecords) return sql.join(columnsOf(fields));
  const all = alias === undefined ? sql`*` : sql`${sql.id(alias)}.*`;
  if (dialect === "sqlite") return all;
  return sql.join([all, ...columnsOf(fields.filter((field) => isDate(table, field)))]);
}

/** One field of the table, in the form in which it is read. */
export function oneColumn(
  table: TableLayout,
  dialect: SqlDialect,
  { field, alias }: { field: string; alias?: string | undefined },
): Sql {
  const column = table.column(field);
  const reference = alias === undefined ? sql.id(column) : sql.id(alias, column);
  const { kind, list } = table.fields[field] ?? {};
  if (list) return readList[list](reference);
  return kind === "date" ? readDate[dialect](reference) : reference;
}

/** Dates are stored in UTC. */
const readDate: Readonly<Record<SqlDialect, (column: Sql) => Sql>> = {
  sqlite: (column) => column,
  // Milliseconds since 1970; a timestamp without a zone is UTC.
  postgres: (column) => sql`cast(extract(epoch from ${column}) * 1000 as double precision)`,
  mysql: (column) => sql`cast(${column} as char)`,
};

/** Prisma reads null as an empty list. */
const readList: Readonly<Record<"names" | "values", (column: Sql) => Sql>> = {
  names: (column) => sql`coalesce(cast(${column} as text[]), '{}')`,
  values: (column) => sql`coalesce(${column}, '{}')`,
};

const isDate = ({ fields }: TableLayout, field: string): boolean => fields[field]?.kind === "date";
