import { isWholeText } from "../../core/values/text.js";
import type { Awaitable } from "../../types/common.js";
import type { Row } from "../rows/convert.js";
import { decodeBy, decodeRow, planOf } from "./codec.js";
import type { ColumnPlan } from "./codec.js";
import { readRows, run } from "./context.js";
import type { SqlContext } from "./context.js";
import { finderOf } from "./finders.js";
import { canMatch } from "./keys.js";
import { matches } from "./match.js";
import { allColumns, oneColumn } from "./select.js";
import type { TableLayout } from "./layout.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

/** The user who has this account. */
export async function findUserByAccount(context: SqlContext, key: Row): Promise<Row | undefined> {
  const { user, account } = context.layout.tables;
  if (!canMatch(context, account, key)) return undefined;
  const { rows } = await run(
    context,
    sql`select ${allColumns(user, context.dialect, "u")}
      from ${sql.table(account.table)} as ${sql.id("a")}
      join ${sql.table(user.table)} as ${sql.id("u")}
        on ${sql.id("u", user.column("id"))} = ${sql.id("a", account.column("userId"))}
      where ${matches(account, context.dialect, { key, alias: "a" })}`,
  );
  return rows[0] && decodeRow(user, rows[0]);
}

/** The users with this address and with this account, as of one moment. */
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
    sql`select 'email' as ${by}, ${columns} from ${users}
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

/** The column that says how a user was found. */
const foundBy = "latchkey_by";

/** A table whose rows are found by one field, together with the user that another references. */
interface Owned {
  readonly table: TableLayout;
  readonly by: string;
  readonly owner: string;
}

/**
 * Creates a function that finds a row and its user in one statement. It runs at every request, so
 * the statement is compiled once.
 */
export function rowAndUserFinder(context: SqlContext, owned: Owned) {
  const { user } = context.layout.tables;
  const { table, by } = owned;
  // The row's columns get aliases, since the user may have columns of the same names.
  const aliases = Object.keys(table.fields).map((field, index) => ({
    field,
    alias: `latchkey${index}`,
  }));
  const ofRow = new Map(
    aliases.map(({ field, alias }) => [alias, planOf(table, table.column(field))]),
  );
  const find = finderOf({ dialect: context.dialect, table }, (key) =>
    context.client.compile(selectionOf(context, owned, { aliases, key })),
  );
  let steps: readonly Step[] = [];

  const stepFor = (name: string): Step => {
    const own = ofRow.get(name);
    return { name, plan: own ?? planOf(user, name), isOfUser: own === undefined };
  };
  const decode = (row: Row): { row: Row; user: Row } => {
    const names = Object.keys(row);
    if (!areFor(steps, names)) steps = names.map(stepFor);
    const found: Record<"row" | "user", Record<string, unknown>> = { row: {}, user: {} };
    for (const { name, plan, isOfUser } of steps) {
      (isOfUser ? found.user : found.row)[plan.field] = decodeBy(plan, row[name]);
    }
    return found;
  };

  return (key: string): Awaitable<{ row: Row; user: Row } | undefined> => {
    if (!isWholeText(key)) return undefined;
    const statement = find({ [by]: key });
    context.own?.add(statement.sql);
    const read = readRows(context, statement);
    const first = ([row]: readonly Row[]) => row && decode(row);
    return "then" in read ? read.then(first) : first(read);
  };
}

/** How one column of a row is read. */
interface Step {
  readonly name: string;
  readonly plan: ColumnPlan;
  readonly isOfUser: boolean;
}

/** Columns have the same order every time, until the table changes. */
function areFor(steps: readonly Step[], names: readonly string[]): boolean {
  return steps.length === names.length && steps.every(({ name }, index) => name === names[index]);
}

interface Choice {
  readonly aliases: readonly { readonly field: string; readonly alias: string }[];
  readonly key: Row;
}

function selectionOf(
  { dialect, layout }: SqlContext,
  { table, owner }: Owned,
  { aliases, key }: Choice,
): Sql {
  const { user } = layout.tables;
  const columns = aliases.map(
    ({ field, alias }) =>
      sql`${oneColumn(table, dialect, { field, alias: "r" })} as ${sql.id(alias)}`,
  );
  return sql`select ${sql.join(columns)}, ${allColumns(user, dialect, "u")}
      from ${sql.table(table.table)} as ${sql.id("r")}
      join ${sql.table(user.table)} as ${sql.id("u")}
        on ${sql.id("u", user.column("id"))} = ${sql.id("r", table.column(owner))}
      where ${matches(table, dialect, { key, alias: "r" })}`;
}
