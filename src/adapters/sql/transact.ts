import type { SqlDatabase } from "./database.js";
import { isPassing } from "./faults.js";

/** Runs `work` in a transaction. If the database has none, the error says what to do. */
export async function inTransaction<T>(
  database: SqlDatabase,
  work: (within: SqlDatabase) => Promise<T>,
): Promise<T> {
  const state = { begun: false };
  try {
    return await database.transaction().execute((within) => {
      state.begun = true;
      return work(within);
    });
  } catch (error) {
    throw state.begun ? error : asRefusal(error);
  }
}

/** Drivers have no code for it. A failed connection says nothing about transactions. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || isPassing(error) || !/transaction/i.test(error.message)) {
    return error;
  }
  return new Error(
    `The database couldn't start a transaction: ${error.message} On Cloudflare D1, use \`D1Adapter(env.DB)\` from latchkey/adapters/d1. On another database without transactions, set \`transactions: false\` in the options of \`SqlAdapter\` and \`migrate\`.`,
    { cause: error },
  );
}
