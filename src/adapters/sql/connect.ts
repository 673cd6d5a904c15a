import { Kysely as KyselyDatabase, MysqlDialect, PostgresDialect } from "kysely";
import { keepConnected } from "./connected.js";
import type { ReadDirectly } from "./connected.js";
import type { Dialect, Kysely } from "./kysely-types.js";
import { missingPackage } from "./missing-package.js";
import { patientMysqlPool } from "./mysql-pool.js";
import { OwnStatements } from "./own-statements.js";
import { ConnectionWatchdog } from "./connection-watchdog.js";
import { patientPgPool } from "./pg-pool.js";
import { SharedSqliteDialect } from "./sqlite.js";

export interface ConnectOptions {
  /**
   * Called when an idle connection is lost. The pool replaces it, so nothing is logged by default.
   */
  onConnectionLost?: (error: Error) => void;
  /**
   * Milliseconds to wait for a connection or a statement's result; schema changes may take longer.
   * A connection that doesn't respond is closed. 0 waits forever. @default 10000
   */
  timeout?: number;
  /**
   * Prepares the library's statements once per connection. Set false for a pooler that switches
   * connections between statements and doesn't keep prepared ones, such as PgBouncer in transaction
   * mode with `max_prepared_statements = 0`.
   * @default true
   */
  prepared?: boolean;
}

const defaultTimeout = 10_000;

/**
 * Opens the database at a URL: `postgres://…` with the package `pg`, `mysql://…` or `mariadb://…`
 * with `mysql2`, `file:…` (SQLite) with `libsql`. Close it with `destroy()`.
 *
 * ```ts
 * const db = await connect("file:./auth.db");
 * const typed = await connect<{ Post: { id: string; author: string } }>("file:./blog.db");
 * ```
 */
export async function connect<Tables = unknown>(
  url: string,
  options: ConnectOptions = {},
): Promise<Kysely<Tables>> {
  const own = new OwnStatements();
  if (options.prepared === false) own.turnOff();
  const { dialect, read } = await openingOf(url, { ...options, own });
  const database = new KyselyDatabase<Tables>({ dialect });
  keepConnected(database, { own, direct: read });
  return database;
}

interface Opening {
  readonly dialect: Dialect;
  readonly read: ReadDirectly;
}

interface DialectOptions extends ConnectOptions {
  readonly own: OwnStatements;
}

function openingOf(url: string, options: DialectOptions): Promise<Opening> {
  const scheme = /^([a-z]+):/.exec(url)?.[1];
  if (scheme === "postgres" || scheme === "postgresql") return postgresDialect(url, options);
  if (scheme === "mysql" || scheme === "mariadb") return mysqlDialect(url, options);
  if (scheme === "file" || scheme === "sqlite") return sqliteDialect(url);
  throw new Error("The database URL must begin with postgres:, mysql:, mariadb: or file:");
}

async function postgresDialect(url: string, options: DialectOptions): Promise<Opening> {
  // Before pg 8.15, only the default export has the members.
  const { default: pg } = await loadPg();
  const { timeout = defaultTimeout } = options;
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
  });
  const lost = options.onConnectionLost ?? (() => undefined);
  // Without listeners, a server restart would end this process. The pool emits errors of idle
  // connections only, so each
  // connection needs a listener, too.
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const patient = patientPgPool(pool, new ConnectionWatchdog(timeout), options.own);
  return { dialect: new PostgresDialect({ pool: patient }), read: patient.read };
}

async function mysqlDialect(url: string, options: DialectOptions): Promise<Opening> {
  const { createPool } = await loadMysql();
  const { timeout = defaultTimeout } = options;
  const uri = url.replace(/^mariadb:/, "mysql:");
  const pool = createPool({ uri, timezone: "Z", connectTimeout: timeout });
  const patient = patientMysqlPool(pool, new ConnectionWatchdog(timeout), options.own);
  return { dialect: new MysqlDialect({ pool: patient }), read: patient.read };
}

async function sqliteDialect(url: string): Promise<Opening> {
  const { default: Database } = await loadSqlite();
  const dialect = new SharedSqliteDialect(new Database(pathOf(url), { timeout: 0 }));
  return { dialect, read: (statement) => dialect.readAtOnce(statement) };
}

// Each import is in a `try`, so bundlers treat a driver that isn't installed as optional.

async function loadPg() {
  try {
    return await import("pg");
  } catch (cause) {
    throw missingPackage("pg", cause);
  }
}

async function loadMysql() {
  try {
    return await import("mysql2");
  } catch (cause) {
    throw missingPackage("mysql2", cause);
  }
}

async function loadSqlite() {
  try {
    return await import("libsql");
  } catch (cause) {
    throw missingPackage("libsql", cause);
  }
}

/** `file:auth.db`, `file:./auth.db`, `file:/var/auth.db`, `file:///var/auth.db`, `file::memory:`. */
function pathOf(url: string): string {
  const [path = ""] = url
    .replace(/^[a-z]+:/, "")
    .replace(/^\/{3}/, "/")
    .split("?", 1);
  return decodeURIComponent(path);
}
