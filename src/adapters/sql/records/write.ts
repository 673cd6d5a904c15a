import { query } from "../client.js";
import { atomically, runCompiled } from "../context.js";
import type { SqlContext } from "../context.js";
import { withRetries } from "../retry.js";
import { sql } from "../sql.js";
import type { ChangeOfRow, Stopped } from "./statements.js";

/**
 * Runs all statements or none. Each must change one row, or all are rolled back and `at` says which
 * one failed.
 */
export async function writeAll(
  context: SqlContext,
  statements: readonly ChangeOfRow[],
): Promise<"done" | Stopped> {
  const { batch } = context.client;
  if (batch && statements.length > 1) return withRetries(() => batch(statements));
  try {
    await asOne(context, statements.length, async (within) => {
      for (const [at, statement] of statements.entries()) {
        const done = await isChanged(within, statement).catch((thrown: unknown) => {
          const error = thrown instanceof Error ? thrown : new Error(String(thrown));
          throw new Stop({ at, error });
        });
        if (!done) throw new Stop({ at });
      }
    });
    return "done";
  } catch (error) {
    if (error instanceof Stop) return error.stopped;
    throw error;
  }
}

async function isChanged(
  context: SqlContext,
  { probe, sql: text, parameters }: ChangeOfRow,
): Promise<boolean> {
  if ((await runCompiled(context, { sql: text, parameters })).changed > 0) return true;
  return probe !== undefined && (await runCompiled(context, probe)).rows.length > 0;
}

/** Rolls a transaction back. Its cause says whether to retry. */
class Stop extends Error {
  readonly stopped: Stopped;

  constructor(stopped: Stopped) {
    super("A change of records was refused", { cause: stopped.error });
    this.stopped = stopped;
  }
}

/**
 * A single statement is atomic by itself. In a transaction, a refused statement mustn't end the
 * whole.
 */
async function asOne(
  context: SqlContext,
  count: number,
  work: (within: SqlContext) => Promise<void>,
): Promise<void> {
  if (!context.inTransaction) return count === 1 ? work(context) : atomically(context, work);
  const mark = (statement: string) => query(context.client, sql.raw(statement));
  await mark("savepoint latchkey_records");
  try {
    await work(context);
  } catch (error) {
    await mark("rollback to savepoint latchkey_records");
    throw error;
  }
  await mark("release savepoint latchkey_records");
}
