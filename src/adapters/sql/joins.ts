import { sql } from "kysely";
import type { Row } from "../rows/convert.js";
import { decodeRow } from "./codec.js";
import { run } from "./context.js";
import type { SqlContext } from "./context.js";
import { matches } from "./match.js";
import { allColumns, oneColumn } from "./select.js";

/** The user who has this account. */
export async function findUserByAccount(context: SqlContext, key: Row): Promise<Row | undefined> {
  const { user, account } = context.layout.tables;
  const { rows } = await run(
    context,
    sql<Row>`select ${allColumns(user, "u", context.dialect)}
      from ${sql.table(account.table)} as ${sql.id("a")}
      join ${sql.table(user.table)} as ${sql.id("u")}
        on ${sql.id("u", user.column("id"))} = ${sql.id("a", account.column("userId"))}
      where ${matches(account, context.dialect, { key, alias: "a" })}`,
  );
  return rows[0] && decodeRow(user, rows[0]);
}

/** The session with its user, in one statement. */
export async function findSessionAndUser(
  context: SqlContext,
  key: Row,
): Promise<{ session: Row; user: Row } | undefined> {
  const { user, session } = context.layout.tables;
  // Columns of the session get names of their own, since the user may have some of the same name.
  const fields = Object.keys(session.fields).map(
    (field, index) => [field, `latchkey${index}`] as const,
  );
  const sessionColumns = fields.map(
    ([field, name]) => sql`${oneColumn(session, ["s", field], context.dialect)} as ${sql.id(name)}`,
  );
  const { rows } = await run(
    context,
    sql<Row>`select ${sql.join(sessionColumns)}, ${allColumns(user, "u", context.dialect)}
      from ${sql.table(session.table)} as ${sql.id("s")}
      join ${sql.table(user.table)} as ${sql.id("u")}
        on ${sql.id("u", user.column("id"))} = ${sql.id("s", session.column("userId"))}
      where ${matches(session, context.dialect, { key, alias: "s" })}`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const userRow: Record<string, unknown> = { ...row };
  const sessionRow: Record<string, unknown> = {};
  for (const [field, name] of fields) {
    sessionRow[session.column(field)] = row[name];
    Reflect.deleteProperty(userRow, name);
  }
  return { session: decodeRow(session, sessionRow), user: decodeRow(user, userRow) };
}
