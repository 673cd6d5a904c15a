import {
  CompiledQuery,
  Kysely,
  MysqlDialect,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import type {
  DatabaseConnection,
  Dialect,
  Driver,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from "kysely";

export interface ConnectOptions {
  /** Told of a lost idle connection. The pool opens a new one at need, so the default is silence. */
  onConnectionLost?: (error: Error) => void;
}

/**
 * Opens the database that a URL names: `postgres://…` with the package `pg`, `mysql://…` or
 * `mariadb://…` with `mysql2`, `file:…` (SQLite) with `libsql`. End it by `destroy()`.
 *
 * ```ts
 * const db = await connect("file:./auth.db");
 * ```
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Kysely<unknown>> {
  return new Kysely<unknown>({ dialect: await dialectFor(url, options) });
}

function dialectFor(url: string, options: ConnectOptions): Promise<Dialect> {
  const scheme = /^([a-z]+):/.exec(url)?.[1];
  if (scheme === "postgres" || scheme === "postgresql") return postgresDialect(url, options);
  if (scheme === "mysql" || scheme === "mariadb") return mysqlDialect(url);
  if (scheme === "file" || scheme === "sqlite") return sqliteDialect(url);
  throw new Error("The database URL must begin with postgres:, mysql:, mariadb: or file:");
}

async function postgresDialect(url: string, options: ConnectOptions): Promise<Dialect> {
  const { Pool } = await loadPg();
  const pool = new Pool({ connectionString: url });
  const lost = options.onConnectionLost ?? (() => undefined);
  // Without listeners, a restart of the server would end this process: the pool speaks for the idle
  // connections only, so that each must be listened to as well, e.g. between two statements.
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return new PostgresDialect({ pool });
}

async function mysqlDialect(url: string): Promise<Dialect> {
  const { createPool } = await loadMysql();
  const pool = createPool({ uri: url.replace(/^mariadb:/, "mysql:"), timezone: "Z" });
  return new MysqlDialect({ pool });
}

async function sqliteDialect(url: string): Promise<Dialect> {
  const { default: Database } = await loadSqlite();
  const database = preparedOnce(new Database(pathOf(url), { timeout: 5_000 }));
  return new ImmediateSqliteDialect({ database, onCreateConnection: prepareSqlite });
}

// Each import stands in a `try`: so bundlers take a driver that is not installed for an optional one.

async function loadPg() {
  try {
    return await import("pg");
  } catch (cause) {
    throw missing("pg", cause);
  }
}

async function loadMysql() {
  try {
    return await import("mysql2");
  } catch (cause) {
    throw missing("mysql2", cause);
  }
}

async function loadSqlite() {
  try {
    return await import("libsql");
  } catch (cause) {
    throw missing("libsql", cause);
  }
}

function missing(name: string, cause: unknown): Error {
  return new Error(`This database needs the package ${name}: npm install ${name}`, { cause });
}

/** `file:auth.db`, `file:./auth.db`, `file:/var/auth.db`, `file:///var/auth.db`, `file::memory:`. */
function pathOf(url: string): string {
  const [path = ""] = url.replace(/^[a-z]+:(?:\/\/(?=\/))?/, "").split("?", 1);
  return decodeURIComponent(path);
}

async function prepareSqlite(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw("pragma journal_mode = wal"));
  await connection.executeQuery(CompiledQuery.raw("pragma foreign_keys = on"));
}

const mostPrepared = 100;

/**
 * The database with statements that are prepared once: that takes longer than most of them run. One
 * that changes the tables lets all be prepared anew.
 */
function preparedOnce(database: SqliteDatabase): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => {
      prepared.clear();
      database.close();
    },
    prepare(text) {
      const known = prepared.get(text);
      if (known) return known;
      const statement = database.prepare(text);
      if (/^\s*(?:create|alter|drop)\b/i.test(text)) prepared.clear();
      else if (prepared.size < mostPrepared) prepared.set(text, statement);
      return statement;
    },
  };
}

/** Takes the write lock at the start, so that a transaction can not fail halfway for want of it. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}
