import { sql } from "kysely";
import type { RawBuilder } from "./kysely-types.js";
import type { Row } from "../rows/convert.js";
import { encodeRow } from "./codec.js";
import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";

/**
 * The condition that all these fields have these values, and nothing that merely looks like them:
 * most MySQL collations take `A` for `a`, `á` for `a` and `a ` for `a`, which must not open another
 * person's account. An address may differ in case only.
 */
export function matches(
  table: TableLayout,
  dialect: SqlDialect,
  { key, alias }: { key: Row; alias?: string },
): RawBuilder<unknown> {
  const conditions = encodeRow(table, dialect, key).map(([column, value]) => {
    const reference = alias === undefined ? sql.id(column) : sql.id(alias, column);
    const equal = sql`${reference} = ${value}`;
    if (dialect !== "mysql" || typeof value !== "string") return equal;
    const fold = table.field(column) === "email";
    return sql`${equal} and ${bytes(sql`${reference}`, fold)} = ${bytes(sql`${value}`, fold)}`;
  });
  return sql.join(conditions, sql` and `);
}

/** The condition that a field has one of these texts, in the same sense. */
export function isOneOf(
  table: TableLayout,
  dialect: SqlDialect,
  { field, values }: { field: string; values: readonly string[] },
): RawBuilder<unknown> {
  const column = sql`${sql.id(table.column(field))}`;
  const equal = sql`${column} in (${sql.join(values)})`;
  if (dialect !== "mysql") return equal;
  const texts = sql.join(values.map((value) => bytes(sql`${value}`, false)));
  return sql`${equal} and ${bytes(column, false)} in (${texts})`;
}

function bytes(text: RawBuilder<unknown>, fold: boolean): RawBuilder<unknown> {
  const utf8 = sql`convert(${text} using utf8mb4)`;
  return sql`cast(${fold ? sql`lower(${utf8})` : utf8} as binary)`;
}
