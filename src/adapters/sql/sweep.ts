import { batch, inBatches } from "./batches.js";
import { run } from "./context.js";
import type { SqlContext } from "./context.js";
import type { TableName } from "./model.js";
import { expiredIn } from "./records/statements.js";
import type { Sql } from "./sql.js";

/** The number of rows that a sweep deleted. */
export interface Swept {
  sessions: number;
  verificationTokens: number;
}

export async function sweep(context: SqlContext): Promise<Swept> {
  const now = new Date();
  const removed = (name: TableName): Promise<number> =>
    inBatches(async () => (await run(context, expiredRows(context, name, now))).changed);
  return {
    sessions: await removed("session"),
    verificationTokens: await removed("verificationToken"),
  };
}

/** Deletes the first rows of this table that expired before `moment`. */
export function expiredRows(context: SqlContext, name: TableName, before: Date): Sql {
  const place = { dialect: context.dialect, table: context.layout.tables[name] };
  return expiredIn(place, { expires: "expires", before, limit: batch });
}
