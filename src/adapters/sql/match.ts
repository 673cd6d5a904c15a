import type { Row } from "../rows/convert.js";
import { encodeRow } from "./codec.js";
import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

/**
 * The condition that all these fields have exactly these values. Most MySQL collations treat `A` as
 * `a`, `á` as `a` and `a ` as `a`, which mustn't open another user's account. An email address may
 * differ in case only.
 */
export function matches(
  table: TableLayout,
  dialect: SqlDialect,
  { key, alias }: { key: Row; alias?: string },
): Sql {
  const conditions = encodeRow(table, dialect, key).map(([column, value]) => {
    const reference = alias === undefined ? sql.id(column) : sql.id(alias, column);
    if (value === null) return sql`${reference} is null`;
    const equal = sql`${reference} = ${value}`;
    const field = table.field(column);
    if (dialect !== "mysql" || typeof value !== "string" || !mayFold(table, field)) return equal;
    const fold = field === "email" && !table.isOfRecords;
    return sql`${equal} and ${bytes(reference, fold)} = ${bytes(sql`${value}`, fold)}`;
  });
  return sql.join(conditions, sql` and `);
}

/** Record tables have the collations that `migrate` gave them, except for ids of users and texts. */
function mayFold({ isOfRecords, fields, collatedKeys }: TableLayout, field: string): boolean {
  const kind = fields[field]?.kind;
  return !isOfRecords || kind === "ref" || kind === "text" || (kind === "key" && !!collatedKeys);
}

/** The condition that a field has exactly one of these texts. */
export function isOneOf(
  table: TableLayout,
  dialect: SqlDialect,
  { field, values }: { field: string; values: readonly string[] },
): Sql {
  const column = sql.id(table.column(field));
  const equal = sql`${column} in (${sql.join(values)})`;
  if (dialect !== "mysql") return equal;
  const texts = sql.join(values.map((value) => bytes(sql`${value}`, false)));
  return sql`${equal} and ${bytes(column, false)} in (${texts})`;
}

function bytes(text: Sql, fold: boolean): Sql {
  const utf8 = sql`convert(${text} using utf8mb4)`;
  return sql`cast(${fold ? sql`lower(${utf8})` : utf8} as binary)`;
}
