import { batch, inBatches } from "./batches.js";
import { encodeRow } from "./codec.js";
import { run } from "./context.js";
import type { SqlContext } from "./context.js";
import type { TableName } from "./model.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

/** The number of rows that a sweep deleted. */
export interface Swept {
  sessions: number;
  verificationTokens: number;
}

export async function sweep(context: SqlContext): Promise<Swept> {
  const now = new Date();
  return {
    sessions: await removeExpired(context, "session", now),
    verificationTokens: await removeExpired(context, "verificationToken", now),
  };
}

/** Deletes rows that expired before `moment`, in batches, and returns their number. */
function removeExpired(context: SqlContext, name: TableName, moment: Date): Promise<number> {
  const removal = expiredRows(context, name, moment);
  return inBatches(async () => (await run(context, removal)).changed);
}

/** Selects the first expired rows, through the index on their expiry. */
export function expiredRows(context: SqlContext, name: TableName, moment: Date): Sql {
  const table = context.layout.tables[name];
  const [[column, limit] = []] = encodeRow(table, context.dialect, { expires: moment });
  const expires = sql.id(column ?? "expires");
  const from = sql.table(table.table);
  const first = sql`order by ${expires} limit ${sql.raw(String(batch))}`;
  if (context.dialect === "mysql") {
    return sql`delete from ${from} where ${expires} < ${limit} ${first}`;
  }
  const key = sql.join(table.primaryKey.map((field) => sql.id(table.column(field))));
  // SQLite sorts every number before every text, so dates in another form mustn't look expired.
  const expired =
    context.dialect === "sqlite"
      ? sql`${expires} < ${limit} and (typeof(${expires}) = 'text') = (typeof(${limit}) = 'text')`
      : sql`${expires} < ${limit}`;
  // Checked twice, since a session may be renewed in between.
  return sql`delete from ${from} where (${key}) in
    (select ${key} from ${from} where ${expired} ${first}) and ${expired}`;
}
