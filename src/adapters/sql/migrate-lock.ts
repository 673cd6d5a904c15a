import { sql } from "kysely";
import type { RawBuilder } from "./kysely-types.js";
import type { Row } from "../rows/convert.js";
import { toBoolean } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";
import type { Change, Migration } from "./migration.js";
import type { SqlDialect } from "./model.js";
import { pause } from "./retry.js";
import { inTransaction } from "./transact.js";
import { afterOthers } from "./turns.js";

export type Work = (database: SqlDatabase, change: Change) => Promise<Migration>;

type Alone = (database: SqlDatabase, work: Work, transactions?: boolean) => Promise<Migration>;

/** Runs `work` while no other migration runs on this database. */
export const alone: Readonly<Record<SqlDialect, Alone>> = {
  // SQLite has one writer at a time; who comes second is told to try again. Without transactions nobody is kept out: then
  // what two do at once fails for one of them, and is there when that one runs again.
  sqlite: (database, work, transactions = true) => {
    const begin = (within: SqlDatabase) => work(within, (change) => change(within));
    return afterOthers({ database, dialect: "sqlite" }, () =>
      transactions ? inTransaction(database, begin) : begin(database),
    );
  },
  // Indexes are built outside of transactions, so the lock is held by the connection.
  postgres: (database, work, transactions = true) => {
    const key = sql`hashtext('latchkey migrate')`;
    const lock = {
      take: sql<Row>`select pg_try_advisory_lock(${key}) as locked`,
      release: sql<Row>`select pg_advisory_unlock(${key})`,
    };
    return locked(database, lock, (within) =>
      work(within, (change) => (transactions ? inTransaction(within, change) : change(within))),
    );
  },
  // MySQL commits every change of a table at once.
  mysql: (database, work) => {
    const name = sql`concat('latchkey migrate ', md5(database()))`;
    const lock = {
      take: sql<Row>`select get_lock(${name}, 0) as locked`,
      release: sql<Row>`select release_lock(${name})`,
    };
    return locked(database, lock, (within) => work(within, (change) => change(within)));
  },
};

interface Lock {
  /** Gives `locked`, at once: PostgreSQL builds no index while a statement waits elsewhere. */
  take: RawBuilder<Row>;
  release: RawBuilder<Row>;
}

const longestWait = 10 * 60_000;

function locked<T>(
  database: SqlDatabase,
  lock: Lock,
  work: (database: SqlDatabase) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (within) => {
    await take(within, lock);
    try {
      return await work(within);
    } finally {
      await lock.release.execute(within);
    }
  });
}

async function take(database: SqlDatabase, lock: Lock): Promise<void> {
  const deadline = Date.now() + longestWait;
  for (;;) {
    const { rows } = await lock.take.execute(database);
    if (toBoolean(rows[0]?.["locked"] ?? 0)) return;
    if (Date.now() > deadline) {
      throw new Error("Another migration of this database has been running for ten minutes");
    }
    await pause(100);
  }
}
