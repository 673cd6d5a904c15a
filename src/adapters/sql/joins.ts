import { sql } from "kysely";
import type { CompiledQuery } from "./kysely-types.js";
import type { Row } from "../rows/convert.js";
import { isWholeText } from "../../text.js";
import type { Awaitable } from "../../types/common.js";
import { decodeBy, decodeRow, planOf } from "./codec.js";
import type { ColumnPlan } from "./codec.js";
import { readRows, run } from "./context.js";
import type { SqlContext } from "./context.js";
import { canMatch } from "./keys.js";
import { matches } from "./match.js";
import { allColumns, oneColumn } from "./select.js";

/** The user who has this account. */
export async function findUserByAccount(context: SqlContext, key: Row): Promise<Row | undefined> {
  const { user, account } = context.layout.tables;
  if (!canMatch(context, account, key)) return undefined;
  const { rows } = await run(
    context,
    sql<Row>`select ${allColumns(user, context.dialect, "u")}
      from ${sql.table(account.table)} as ${sql.id("a")}
      join ${sql.table(user.table)} as ${sql.id("u")}
        on ${sql.id("u", user.column("id"))} = ${sql.id("a", account.column("userId"))}
      where ${matches(account, context.dialect, { key, alias: "a" })}`,
  );
  return rows[0] && decodeRow(user, rows[0]);
}

/** The users who have this address and this account, as they are at one moment. */
export async function findUsers(
  context: SqlContext,
  email: string,
  key: Row,
): Promise<{ byEmail: Row | undefined; byAccount: Row | undefined }> {
  const { dialect } = context;
  const { user, account } = context.layout.tables;
  if (!email || !canMatch(context, user, { email }) || !canMatch(context, account, key)) {
    return { byEmail: undefined, byAccount: await findUserByAccount(context, key) };
  }
  const columns = allColumns(user, dialect, "u");
  const by = sql.id(foundBy);
  const users = sql`${sql.table(user.table)} as ${sql.id("u")}`;
  const { rows } = await run(
    context,
    sql<Row>`select 'email' as ${by}, ${columns} from ${users}
      where ${matches(user, dialect, { key: { email }, alias: "u" })}
      union all select 'account' as ${by}, ${columns}
      from ${sql.table(account.table)} as ${sql.id("a")}
      join ${users} on ${sql.id("u", user.column("id"))} = ${sql.id("a", account.column("userId"))}
      where ${matches(account, dialect, { key, alias: "a" })}`,
  );
  const found = (how: string): Row | undefined => {
    const row = rows.find((one) => one[foundBy] === how);
    if (!row) return undefined;
    const { [foundBy]: _, ...columnsOfUser } = row;
    return decodeRow(user, columnsOfUser);
  };
  return { byEmail: found("email"), byAccount: found("account") };
}

/** The column that tells by what a user was found. */
const foundBy = "latchkey_by";

/**
 * Finds the session with its user, in one statement. It is asked at every request of an application,
 * so the statement is made once.
 */
export function sessionAndUserFinder(context: SqlContext) {
  const { session, user } = context.layout.tables;
  // Columns of the session get names of their own, since the user may have some of the same name.
  const aliases = Object.keys(session.fields).map((field, index) => ({
    field,
    alias: `latchkey${index}`,
  }));
  const ofSession = new Map(
    aliases.map(({ field, alias }) => [alias, planOf(session, session.column(field))]),
  );
  let statement: CompiledQuery<Row> | undefined;
  let steps: readonly Step[] = [];

  const stepFor = (name: string): Step => {
    const own = ofSession.get(name);
    return { name, plan: own ?? planOf(user, name), isOfUser: own === undefined };
  };
  const decode = (row: Row): { session: Row; user: Row } => {
    const names = Object.keys(row);
    if (!areFor(steps, names)) steps = names.map(stepFor);
    const found: Record<"session" | "user", Record<string, unknown>> = { session: {}, user: {} };
    for (const { name, plan, isOfUser } of steps) {
      (isOfUser ? found.user : found.session)[plan.field] = decodeBy(plan, row[name]);
    }
    return found;
  };

  return (sessionToken: string): Awaitable<{ session: Row; user: Row } | undefined> => {
    if (!isWholeText(sessionToken)) return undefined;
    statement ??= compileFinder(context, aliases);
    context.own?.add(statement.sql);
    const read = readRows(context, withToken(statement, sessionToken));
    const first = ([row]: readonly Row[]) => row && decode(row);
    return "then" in read ? read.then(first) : first(read);
  };
}

/** What becomes of one column of a row. */
interface Step {
  readonly name: string;
  readonly plan: ColumnPlan;
  readonly isOfUser: boolean;
}

/** Columns come in the same order every time, until somebody changes the table. */
function areFor(steps: readonly Step[], names: readonly string[]): boolean {
  return steps.length === names.length && steps.every(({ name }, index) => name === names[index]);
}

/** Stands where the token of each call comes. */
const anyToken = "the token";

function compileFinder(
  context: SqlContext,
  aliases: readonly { readonly field: string; readonly alias: string }[],
): CompiledQuery<Row> {
  const { dialect, layout } = context;
  const { user, session } = layout.tables;
  const sessionColumns = aliases.map(
    ({ field, alias }) =>
      sql`${oneColumn(session, dialect, { field, alias: "s" })} as ${sql.id(alias)}`,
  );
  return sql<Row>`select ${sql.join(sessionColumns)}, ${allColumns(user, dialect, "u")}
      from ${sql.table(session.table)} as ${sql.id("s")}
      join ${sql.table(user.table)} as ${sql.id("u")}
        on ${sql.id("u", user.column("id"))} = ${sql.id("s", session.column("userId"))}
      where ${matches(session, dialect, { key: { sessionToken: anyToken }, alias: "s" })}`.compile(
    context.database,
  );
}

function withToken(statement: CompiledQuery<Row>, token: string): CompiledQuery<Row> {
  const { query, queryId, sql: text } = statement;
  const parameters = statement.parameters.map((value) => (value === anyToken ? token : value));
  return { query, queryId, sql: text, parameters };
}
