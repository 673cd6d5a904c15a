import type { SqlDatabase } from "./database.js";
import { isPassing } from "./faults.js";

/** Runs `work` in a transaction. A database that has none is told apart, with what to do. */
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

/** Drivers have no code for it. What can not connect says nothing of transactions. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || isPassing(error) || !/transaction/i.test(error.message)) {
    return error;
  }
  return new Error(
    `The database didn't begin a transaction: ${error.message} If it has none, as Cloudflare D1, set \`transactions: false\` in the options of \`SqlAdapter\` and \`migrate\`.`,
    { cause: error },
  );
}
