import type { SharedState } from "../../../core/state/contract.js";
import type { Row } from "../../rows/convert.js";
import { query, type SqlClient } from "../client.js";
import { isDuplicate, isMissingTable } from "../faults.js";
import type { SqlDialect } from "../model.js";
import type { Connected } from "../connected.js";
import { withRetries } from "../retry.js";
import { sql, type Sql } from "../sql.js";
import { afterTransactions } from "../queue.js";
import * as statements from "./statements.js";
import { stateTable } from "./table.js";
import { inBatches } from "../batches.js";

interface StatePlace extends Pick<Connected, "own"> {
  readonly dialect: SqlDialect;
}

type Ask = (statement: Sql) => Promise<readonly Row[]>;

/** Shared state in its own table. */
export function stateOn(client: SqlClient, { dialect, own }: StatePlace): SharedState {
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    withRetries(() => afterTransactions({ client, dialect }, work));
  const ask: Ask = (statement) => {
    const compiled = client.compile(statement);
    own?.add(compiled.sql);
    return inTurn(async () => (await client.execute(compiled)).rows);
  };
  const sweeper = new Sweeper(async (before, batch) => {
    const removal = statements.removeExpired(dialect, before, batch);
    return (await inTurn(() => query(client, removal))).changed;
  });
  const operations = dialect === "mysql" ? mysql(client, ask) : returning(ask);
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

/** Milliseconds between two checks for a missing table. */
const lookAgain = 60_000;

const found = new WeakMap<SqlClient, { readonly state: SharedState | null; readonly at: number }>();

/** The state of a database that has its table; null if it has none yet. Looked up once. */
export async function stateWhereMigrated(
  client: SqlClient,
  place: StatePlace,
): Promise<SharedState | null> {
  const known = found.get(client);
  if (known && (known.state || Date.now() - known.at < lookAgain)) return known.state;
  const state = (await hasTable(client)) ? stateOn(client, place) : null;
  found.set(client, { state, at: Date.now() });
  return state;
}

export async function hasTable(client: SqlClient): Promise<boolean> {
  try {
    await query(client, sql`select name from ${sql.table(stateTable)} where name = ''`);
    return true;
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
}

/** SQLite and PostgreSQL return the result of a write in one statement. */
function returning(ask: Ask) {
  return {
    writeIfAbsent: async (written: statements.Written) =>
      (await ask(statements.writeIfAbsent(written))).length > 0,
    take: async (key: string) => liveValue((await ask(statements.takeRow(key)))[0]),
    count: async (written: Omit<statements.Written, "value">) =>
      Number((await ask(statements.count(written)))[0]?.["value"]),
  };
}

function mysql(client: SqlClient, ask: Ask): ReturnType<typeof returning> {
  const together = <T>(work: (within: Ask) => Promise<T>): Promise<T> =>
    withRetries(() => {
      const { transaction } = client;
      if (!transaction) throw new Error("Shared state in MySQL needs transactions");
      return transaction((inner) =>
        work(async (statement) => (await query(inner, statement)).rows),
      );
    });
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
      // Usually the key is free, and one statement is enough.
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

function liveValue(row: Row | undefined): string | undefined {
  return row && Number(row["expires"]) > Date.now() ? String(row["value"]) : undefined;
}

/** Milliseconds between two sweeps. */
const between = 60_000;
/**
 * Milliseconds for which an expired row is kept: this process's clock may be ahead of another's,
 * for which the row is still valid.
 */
export const grace = 60 * 60 * 1000;

type Remove = (before: number, most: number) => Promise<number>;

/**
 * Deletes expired rows in the background: in batches with pauses, so that requests aren't slowed
 * down.
 */
export class Sweeper {
  readonly #remove: Remove;
  #next = 0;
  #isRunning = false;

  constructor(remove: Remove) {
    this.#remove = remove;
  }

  mayRun(now: number): void {
    // A monotonic clock, which can't be set.
    if (this.#isRunning || performance.now() < this.#next) return;
    this.#isRunning = true;
    // The next sweep continues where this one stops.
    void inBatches((most) => this.#remove(now - grace, most))
      .catch(() => undefined)
      .finally(() => {
        this.#isRunning = false;
        this.#next = performance.now() + between;
      });
  }
}
