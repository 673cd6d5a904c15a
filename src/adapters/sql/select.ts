import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

/**
 * All columns of the table or its `alias`. Drivers read a date without a zone in a zone of their
 * choice, so dates are selected in a form without one. Of two columns of one name, the later wins.
 */
export function allColumns(table: TableLayout, dialect: SqlDialect, alias?: string): Sql {
  if (table.closed) return knownColumns(table, dialect, alias);
  const all = alias === undefined ? sql`*` : sql`${sql.id(alias)}.*`;
  if (dialect === "sqlite") return all;
  const dates = fieldsOfKind(table, "date").map((field) => {
    const column = table.column(field);
    return sql`${oneColumn(table, dialect, { field, alias })} as ${sql.id(column)}`;
  });
  return sql.join([all, ...dates]);
}

function knownColumns(table: TableLayout, dialect: SqlDialect, alias?: string): Sql {
  const columns = Object.keys(table.fields).map((field) => {
    const column = oneColumn(table, dialect, { field, alias });
    return table.fields[field]?.kind === "date"
      ? sql`${column} as ${sql.id(table.column(field))}`
      : column;
  });
  return sql.join(columns);
}

/** One field of the table, in the form in which it is read. */
export function oneColumn(
  table: TableLayout,
  dialect: SqlDialect,
  { field, alias }: { field: string; alias?: string | undefined },
): Sql {
  const column = alias === undefined ? [table.column(field)] : [alias, table.column(field)];
  const reference = sql`${sql.id(...column)}`;
  return table.fields[field]?.kind === "date" ? readDate[dialect](reference) : reference;
}

/** Dates are stored in UTC. */
const readDate: Readonly<Record<SqlDialect, (column: Sql) => Sql>> = {
  sqlite: (column) => column,
  // Milliseconds since 1970; a timestamp without a zone is UTC.
  postgres: (column) => sql`cast(extract(epoch from ${column}) * 1000 as double precision)`,
  mysql: (column) => sql`cast(${column} as char)`,
};

function fieldsOfKind(table: TableLayout, kind: string): string[] {
  return Object.keys(table.fields).filter((field) => table.fields[field]?.kind === kind);
}
