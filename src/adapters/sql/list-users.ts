import { isWholeText } from "../../core/values/text.js";
import type { AdapterUser, UserQuery } from "../../types/adapter.js";
import { readUser } from "../rows/read.js";
import { decodeRow, encodeRow } from "./codec.js";
import { attempt, run, type SqlContext } from "./context.js";
import { isInvalidValue } from "./faults.js";
import { canMatch, isTaken } from "./keys.js";
import { allColumns } from "./select.js";
import { sql, type Sql } from "./sql.js";

/** Users ordered by id. A search reads the whole table; the rest is answered by its primary key. */
export async function listUsers(context: SqlContext, query: UserQuery): Promise<AdapterUser[]> {
  const { after, search = "" } = query;
  const { layout, dialect } = context;
  const { user } = layout.tables;
  const key = after === undefined ? {} : { id: after };
  if (!canMatch(context, user, key) || !isWholeText(search)) return [];
  const select = async (): Promise<AdapterUser[]> => {
    const where = conditions(context, query);
    const filter = where.length > 0 ? sql` where ${sql.join(where, sql` and `)}` : sql``;
    const columns = allColumns(user, dialect, "t");
    const order = sql`order by ${sql.id("t", user.column("id"))} limit ${limitOf(query)}`;
    const from = sql`from ${sql.table(user.table)} as ${sql.id("t")}`;
    const { rows } = await run(context, sql`select ${columns} ${from}${filter} ${order}`);
    return rows.map((row) => readUser(decodeRow(user, row)));
  };
  if (isTaken(context, user, key)) return select();
  return (await attempt(context, isInvalidValue, select)) ?? [];
}

function conditions({ layout, dialect }: SqlContext, { after, search = "" }: UserQuery): Sql[] {
  const { user } = layout.tables;
  const afterwards = encodeRow(user, dialect, after === undefined ? {} : { id: after }).map(
    ([column, value]) => sql`${sql.id("t", column)} > ${value}`,
  );
  if (search === "") return afterwards;
  // Not `like`, whose patterns are at most 50 bytes long on D1.
  const position = sql.raw(dialect === "postgres" ? "strpos" : "instr");
  const text = search.toLowerCase();
  const contains = ["email", "name"].map(
    (field) => sql`${position}(lower(${sql.id("t", user.column(field))}), ${text}) > 0`,
  );
  return [...afterwards, sql`(${sql.join(contains, sql` or `)})`];
}

/** Written into the statement, because some drivers take no parameter here. */
function limitOf({ limit }: UserQuery): Sql {
  return sql.raw(String(Math.max(1, Math.trunc(limit) || 1)));
}
