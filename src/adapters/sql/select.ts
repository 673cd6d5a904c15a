import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";

/**
 * All columns of the table called `alias`. MySQL's drivers read dates in a zone of their own choice;
 * given as text they are what we wrote, UTC. The later of two columns of one name wins.
 */
export function allColumns(
  table: TableLayout,
  alias: string,
  dialect: SqlDialect,
): RawBuilder<unknown> {
  const all = sql`${sql.id(alias)}.*`;
  if (dialect !== "mysql") return all;
  const dates = fieldsOfKind(table, "date").map((field) => {
    const column = table.column(field);
    return sql`${oneColumn(table, [alias, field], dialect)} as ${sql.id(column)}`;
  });
  return sql.join([all, ...dates]);
}

/** One field of the table called `alias`, in the form it is read in. */
export function oneColumn(
  table: TableLayout,
  [alias, field]: readonly [string, string],
  dialect: SqlDialect,
): RawBuilder<unknown> {
  const column = sql.id(alias, table.column(field));
  const isDate = table.fields[field]?.kind === "date";
  return dialect === "mysql" && isDate ? sql`cast(${column} as char)` : sql`${column}`;
}

function fieldsOfKind(table: TableLayout, kind: string): string[] {
  return Object.keys(table.fields).filter((field) => table.fields[field]?.kind === kind);
}
