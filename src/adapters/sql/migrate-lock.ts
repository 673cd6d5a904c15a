import { toBoolean } from "../rows/convert.js";
import { query } from "./client.js";
import type { SqlDatabase } from "./database.js";
import { kyselyClient } from "./kysely-client.js";
import type { Change, Migration } from "./database.js";
import type { SqlDialect } from "./model.js";
import { pause } from "./retry.js";
import { inTransaction } from "./transact.js";
import { afterOthers } from "./queue.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

export type Work = (database: SqlDatabase, change: Change) => Promise<Migration>;

type Alone = (database: SqlDatabase, work: Work, transactions?: boolean) => Promise<Migration>;

/** Runs `work` while no other migration runs on this database. */
export const alone: Readonly<Record<SqlDialect, Alone>> = {
  // SQLite has one writer at a time; the second is told to retry. Without transactions there is no
  // lock: of two concurrent
  // migrations one may fail, and finds everything done when it is run again.
  sqlite: (database, work, transactions = true) => {
    const begin = (within: SqlDatabase) => work(within, (change) => change(within));
    return afterOthers({ client: kyselyClient(database), dialect: "sqlite" }, () =>
      transactions ? inTransaction(database, begin) : begin(database),
    );
  },
  // Indexes are built outside of transactions, so the connection holds the lock.
  postgres: (database, work, transactions = true) => {
    const key = sql`hashtext('latchkey migrate')`;
    const lock = {
      acquire: sql`select pg_try_advisory_lock(${key}) as locked`,
      release: sql`select pg_advisory_unlock(${key})`,
    };
    return locked(database, lock, (within) =>
      work(within, (change) => (transactions ? inTransaction(within, change) : change(within))),
    );
  },
  // MySQL commits every schema change at once.
  mysql: (database, work) => {
    const name = sql`concat('latchkey migrate ', md5(database()))`;
    const lock = {
      acquire: sql`select get_lock(${name}, 0) as locked`,
      release: sql`select release_lock(${name})`,
    };
    return locked(database, lock, (within) => work(within, (change) => change(within)));
  },
};

interface Lock {
  /** Returns `locked` at once: PostgreSQL builds no index while a statement elsewhere waits. */
  acquire: Sql;
  release: Sql;
}

const longestWait = 10 * 60_000;

function locked<T>(
  database: SqlDatabase,
  lock: Lock,
  work: (database: SqlDatabase) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (within) => {
    await acquire(within, lock);
    try {
      return await work(within);
    } finally {
      await query(kyselyClient(within), lock.release);
    }
  });
}

async function acquire(database: SqlDatabase, lock: Lock): Promise<void> {
  const deadline = Date.now() + longestWait;
  for (;;) {
    const { rows } = await query(kyselyClient(database), lock.acquire);
    if (toBoolean(rows[0]?.["locked"] ?? 0)) return;
    if (Date.now() > deadline) {
      throw new Error("Another migration of this database has been running for ten minutes");
    }
    await pause(100);
  }
}
