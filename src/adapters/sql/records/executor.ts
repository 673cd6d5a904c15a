import { query } from "../client.js";
import { atomically, attempt, readRow, runCompiled } from "../context.js";
import type { SqlContext } from "../context.js";
import { isInvalidValue, isMissingTable } from "../faults.js";
import { filled } from "../fill.js";
import { canMatch } from "../keys.js";
import { withRetries } from "../retry.js";
import { sql } from "../sql.js";
import type { Statement } from "../sql.js";
import { deleteRows } from "./statements.js";
import type { ChangeOfRow, Stopped } from "./statements.js";
import type { Executor } from "./store.js";

/** Runs the statements of records, in the transaction if there is one. */
export function recordExecutor(context: SqlContext): Executor {
  const run = (within: SqlContext, { sql: text, parameters }: Statement) =>
    runCompiled(within, { sql: text, parameters });
  const changed = async (within: SqlContext, statement: Statement): Promise<number> =>
    (await run(within, statement)).changed;
  const isChanged = async (within: SqlContext, { probe, ...statement }: ChangeOfRow) =>
    (await changed(within, statement)) > 0 ||
    (probe !== undefined && (await run(within, probe)).rows.length > 0);

  const runAll = async (within: SqlContext, statements: readonly ChangeOfRow[]): Promise<void> => {
    for (const [at, statement] of statements.entries()) {
      const done = await isChanged(within, statement).catch((thrown: unknown) => {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        throw new Stop({ at, error });
      });
      if (!done) throw new Stop({ at });
    }
  };

  return {
    read: async (statement) =>
      (await attempt(context, isInvalidValue, () => run(context, statement)))?.rows ?? [],
    readOne: async (statement) =>
      (await attempt(context, isInvalidValue, async () => readRow(context, statement)))?.[0],
    run: (statement) => changed(context, statement),
    write: async (statements) => {
      const { batch } = context.client;
      if (batch && statements.length > 1) return withRetries(() => batch(statements));
      try {
        await asOne(context, statements.length, (within) => runAll(within, statements));
        return "done";
      } catch (error) {
        if (error instanceof Stop) return error.stopped;
        throw error;
      }
    },
    complete: ({ table }, row) => filled(context, table, row),
  };
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

/**
 * Foreign keys do this, but tables that an application created may lack them, and SQLite may not
 * enforce them.
 */
export async function removeRecordsOf(context: SqlContext, userId: string): Promise<void> {
  const executor = recordExecutor(context);
  for (const table of context.records.values()) {
    for (const [field, { kind }] of Object.entries(table.fields)) {
      if (kind !== "ref" || !canMatch(context, table, { [field]: userId })) continue;
      const removal = deleteRows({ dialect: context.dialect, table }, { [field]: userId });
      await attempt(
        context,
        (error) => isMissingTable(error) || isInvalidValue(error),
        () => executor.run(removal),
      );
    }
  }
}
