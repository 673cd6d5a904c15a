import { sql } from "kysely";
import type { SharedState } from "../../../core/state/contract.js";
import { connectedTo } from "../connected.js";
import { dialectOf, toDatabase } from "../database.js";
import type { DatabaseInput } from "../database.js";
import { kyselyClient } from "../kysely-client.js";
import type { SqlDialect } from "../model.js";
import { hasTable, stateOn } from "./on-client.js";
import { stateStatements } from "./table.js";

export type { SharedState, StateWrite } from "../../../core/state/contract.js";

export interface SqlStateOptions {
  /** The database, if the Kysely dialect isn't recognized. */
  dialect?: SqlDialect;
}

/**
 * Shared state in SQLite, PostgreSQL or MySQL (MariaDB), through Kysely. `migrateState` creates its
 * table, `latchkey_state`. Expired rows are deleted automatically, an hour late and a thousand at a
 * time.
 *
 * ```ts
 * const db = await connect(process.env.DATABASE_URL);
 * await migrateState(db);
 * const config = { adapter: PrismaAdapter(prisma), sharedState: sqlState(db), providers: [] };
 * ```
 */
export function sqlState(input: DatabaseInput, options: SqlStateOptions = {}): SharedState {
  const database = toDatabase(input);
  const dialect = options.dialect ?? dialectOf(database);
  return stateOn(kyselyClient(database), { dialect, ...connectedTo(database) });
}

/**
 * Creates the table of `sqlState` if it is missing. It can run at every start, in many processes at
 * once.
 *
 * ```ts
 * await migrateState(db);
 * ```
 */
export async function migrateState(
  input: DatabaseInput,
  options: SqlStateOptions = {},
): Promise<void> {
  const database = toDatabase(input);
  if (await hasTable(kyselyClient(database))) return;
  try {
    for (const statement of stateStatements(options.dialect ?? dialectOf(database))) {
      await sql.raw(statement).execute(database);
    }
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await hasTable(kyselyClient(database)))) throw error;
  }
}
