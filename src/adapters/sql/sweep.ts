import { sql } from "kysely";
import type { RawBuilder } from "./kysely-types.js";
import type { Row } from "../rows/convert.js";
import { batch, inBatches } from "./batches.js";
import { encodeRow } from "./codec.js";
import { run } from "./context.js";
import type { SqlContext } from "./context.js";
import type { TableName } from "./model.js";

/** How many rows a sweep removed. */
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

/** Removes the rows that ran out before `moment`, some at a time, and returns their number. */
function removeExpired(context: SqlContext, name: TableName, moment: Date): Promise<number> {
  const removal = expiredRows(context, name, moment);
  return inBatches(async () => Number((await run(context, removal)).numAffectedRows ?? 0n));
}

/** Removes the first of them, by the index on their expiry. */
export function expiredRows(context: SqlContext, name: TableName, moment: Date): RawBuilder<Row> {
  const table = context.layout.tables[name];
  const [[column, limit] = []] = encodeRow(table, context.dialect, { expires: moment });
  const expires = sql.id(column ?? "expires");
  const from = sql.table(table.table);
  const first = sql`order by ${expires} limit ${sql.lit(batch)}`;
  if (context.dialect === "mysql") {
    return sql<Row>`delete from ${from} where ${expires} < ${limit} ${first}`;
  }
  const key = sql.join(table.primaryKey.map((field) => sql.id(table.column(field))));
  // To SQLite every number is less than every text: dates in another form must not look old.
  const expired =
    context.dialect === "sqlite"
      ? sql`${expires} < ${limit} and (typeof(${expires}) = 'text') = (typeof(${limit}) = 'text')`
      : sql`${expires} < ${limit}`;
  // Asked twice, since a session may be renewed in between.
  return sql<Row>`delete from ${from} where (${key}) in
    (select ${key} from ${from} where ${expired} ${first}) and ${expired}`;
}
