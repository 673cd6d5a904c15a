import {
  CompiledQuery,
  Kysely,
  MysqlDialect,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import type { DatabaseConnection, Dialect, Driver, SqliteDialectConfig } from "kysely";

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
  const { Pool } = await driver("pg", () => import("pg"));
  const pool = new Pool({ connectionString: url });
  // Without a listener, a restart of the server would end this process.
  pool.on("error", options.onConnectionLost ?? (() => undefined));
  return new PostgresDialect({ pool });
}

async function mysqlDialect(url: string): Promise<Dialect> {
  const { createPool } = await driver("mysql2", () => import("mysql2"));
  const pool = createPool({ uri: url.replace(/^mariadb:/, "mysql:"), timezone: "Z" });
  return new MysqlDialect({ pool });
}

async function sqliteDialect(url: string): Promise<Dialect> {
  const { default: Database } = await driver("libsql", () => import("libsql"));
  const database = new Database(pathOf(url), { timeout: 5_000 });
  return new ImmediateSqliteDialect({ database, onCreateConnection: prepareSqlite });
}

async function driver<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(`This database needs the package ${name}: npm install ${name}`, { cause });
  }
}

/** `file:auth.db`, `file:./auth.db`, `file:/var/auth.db`, `file:///var/auth.db`, `file::memory:`. */
function pathOf(url: string): string {
  return decodeURIComponent(url.replace(/^[a-z]+:(?:\/\/(?=\/))?/, "").replace(/\?.*$/, ""));
}

async function prepareSqlite(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw("pragma journal_mode = wal"));
  await connection.executeQuery(CompiledQuery.raw("pragma foreign_keys = on"));
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
