import { sql } from "kysely";
import type { RawBuilder } from "./kysely-types.js";
import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";

/**
 * All columns of the table, called `alias` if any. Drivers read a date without a zone in one of their own choice, so
 * dates are asked for in a form that has none to choose. The later of two columns of one name wins.
 */
export function allColumns(
  table: TableLayout,
  dialect: SqlDialect,
  alias?: string,
): RawBuilder<unknown> {
  const all = alias === undefined ? sql`*` : sql`${sql.id(alias)}.*`;
  if (dialect === "sqlite") return all;
  const dates = fieldsOfKind(table, "date").map((field) => {
    const column = table.column(field);
    return sql`${oneColumn(table, dialect, { field, alias })} as ${sql.id(column)}`;
  });
  return sql.join([all, ...dates]);
}

/** One field of the table, in the form it is read in. */
export function oneColumn(
  table: TableLayout,
  dialect: SqlDialect,
  { field, alias }: { field: string; alias?: string | undefined },
): RawBuilder<unknown> {
  const column = alias === undefined ? [table.column(field)] : [alias, table.column(field)];
  const reference = sql`${sql.id(...column)}`;
  return table.fields[field]?.kind === "date" ? readDate[dialect](reference) : reference;
}

type Expression = RawBuilder<unknown>;

/** Dates are kept in UTC. */
const readDate: Readonly<Record<SqlDialect, (column: Expression) => Expression>> = {
  sqlite: (column) => column,
  // Milliseconds since 1970; of a timestamp without a zone, as if it were in UTC.
  postgres: (column) => sql`cast(extract(epoch from ${column}) * 1000 as double precision)`,
  mysql: (column) => sql`cast(${column} as char)`,
};

function fieldsOfKind(table: TableLayout, kind: string): string[] {
  return Object.keys(table.fields).filter((field) => table.fields[field]?.kind === kind);
}
