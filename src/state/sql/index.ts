import { sql } from "kysely";
import type { CompiledQuery, RawBuilder } from "../../adapters/sql/kysely-types.js";
import { dialectOf, toDatabase } from "../../adapters/sql/database.js";
import type { DatabaseInput, SqlDatabase } from "../../adapters/sql/database.js";
import { isDuplicate, isMissingTable } from "../../adapters/sql/faults.js";
import type { SqlDialect } from "../../adapters/sql/model.js";
import { ownStatements } from "../../adapters/sql/own-statements.js";
import { withRetries } from "../../adapters/sql/retry.js";
import { afterTransactions } from "../../adapters/sql/turns.js";
import type { SharedState } from "../contract.js";
import * as statements from "./statements.js";
import { Sweeper } from "./sweeper.js";
import { stateStatements, stateTable } from "./table.js";

export type { SharedState, StateWrite } from "../contract.js";

export interface SqlStateOptions {
  /** Which database it is, where the Kysely dialect does not tell. */
  dialect?: SqlDialect;
}

type Row = Record<string, unknown>;
type Ask = (statement: RawBuilder<Row>) => Promise<readonly Row[]>;

/**
 * Shared state in SQLite, PostgreSQL or MySQL (MariaDB), through Kysely. Its table is
 * `latchkey_state`: make it by `migrateState`. Expired rows are removed by the way, an hour later and a
 * thousand at a time.
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
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    withRetries(() => afterTransactions({ database, dialect }, work));
  const own = ownStatements(database);
  const compile = (statement: RawBuilder<Row>): CompiledQuery<Row> => {
    const compiled = statement.compile(database);
    own?.add(compiled.sql);
    return compiled;
  };
  const ask: Ask = (statement) => {
    const compiled = compile(statement);
    return inTurn(() => rowsOf(compiled, database));
  };
  const sweeper = new Sweeper(async (before, batch) => {
    const removal = statements.removeExpired(dialect, before, batch);
    const { numAffectedRows = 0n } = await inTurn(() => removal.execute(database));
    return Number(numAffectedRows);
  });
  const operations = dialect === "mysql" ? mysql(database, ask) : returning(ask);
  const at = (key: string, ttl: number) => {
    const now = Date.now();
    sweeper.mayRun(now);
    return { key, now, expires: now + ttl * 1000 };
  };
  return {
    async get(keys) {
      if (keys.length === 0) return [];
      const rows = await ask(statements.find(keys, Date.now()));
      const values = new Map(rows.map((row) => [String(row["name"]), String(row["value"])]));
      return keys.map((key) => values.get(key));
    },
    async set(key, value, { ttl, ifAbsent = false }) {
      const written = { ...at(key, ttl), value };
      if (ifAbsent) return operations.writeIfAbsent(written);
      await ask(statements.write(dialect, written));
      return true;
    },
    take: (key) => operations.take(key),
    increment: (key, ttl) => operations.count(at(key, ttl)),
    async delete(key) {
      await ask(statements.remove(key));
    },
  };
}

/**
 * Makes the table of `sqlState` where it is missing. It can run at every start, in many processes at
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
  if (await hasTable(database)) return;
  try {
    for (const statement of stateStatements(options.dialect ?? dialectOf(database))) {
      await sql.raw(statement).execute(database);
    }
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await hasTable(database))) throw error;
  }
}

/** Milliseconds until it is looked again for a table that was missing. */
const lookAgain = 60_000;

const found = new WeakMap<
  SqlDatabase,
  { readonly state: SharedState | null; readonly at: number }
>();

/** The state of a database that has its table; null when it has none yet. Looked up once. */
export async function stateWhereMigrated(
  database: SqlDatabase,
  options: SqlStateOptions,
): Promise<SharedState | null> {
  const known = found.get(database);
  if (known && (known.state || Date.now() - known.at < lookAgain)) return known.state;
  const state = (await hasTable(database)) ? sqlState(database, options) : null;
  found.set(database, { state, at: Date.now() });
  return state;
}

async function hasTable(database: SqlDatabase): Promise<boolean> {
  try {
    await sql`select name from ${sql.table(stateTable)} where name = ''`.execute(database);
    return true;
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
}

interface Operations {
  writeIfAbsent(written: statements.Written): Promise<boolean>;
  take(key: string): Promise<string | undefined>;
  count(written: Omit<statements.Written, "value">): Promise<number>;
}

/** SQLite and PostgreSQL tell in one statement what they did. */
function returning(ask: Ask): Operations {
  return {
    writeIfAbsent: async (written) => (await ask(statements.writeIfAbsent(written))).length > 0,
    take: async (key) => liveValue((await ask(statements.takeRow(key)))[0]),
    count: async (written) => Number((await ask(statements.count(written)))[0]?.["value"]),
  };
}

function mysql(database: SqlDatabase, ask: Ask): Operations {
  const together = <T>(work: (within: Ask) => Promise<T>): Promise<T> =>
    withRetries(() =>
      database
        .transaction()
        .execute((inner) => work((statement) => rowsOf(statement.compile(inner), inner))),
    );
  const isInserted = async (written: statements.Written): Promise<boolean> => {
    try {
      await ask(statements.insert(written));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };
  return {
    async writeIfAbsent(written) {
      // Most often there is nothing under the key, and one statement will do.
      if (await isInserted(written)) return true;
      const by = crypto.randomUUID();
      await ask(statements.claim(written, by));
      const [row] = await ask(statements.claimant(written.key));
      return row?.["claim"] === by;
    },
    take: (key) =>
      together(async (within) => {
        const [row] = await within(statements.lockRow(key));
        if (row) await within(statements.remove(key));
        return liveValue(row);
      }),
    count: (written) =>
      together(async (within) => {
        await within(statements.countLocked(written));
        const [row] = await within(statements.lockRow(written.key));
        return Number(row?.["value"]);
      }),
  };
}

async function rowsOf(statement: CompiledQuery<Row>, database: SqlDatabase) {
  return (await database.getExecutor().executeQuery<Row>(statement)).rows;
}

function liveValue(row: Row | undefined): string | undefined {
  return row && Number(row["expires"]) > Date.now() ? String(row["value"]) : undefined;
}
