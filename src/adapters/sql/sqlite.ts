import { CompiledQuery, SqliteDialect, SqliteDriver } from "kysely";
import { isRecord } from "../../core/values/json.js";
import type { Row } from "../rows/convert.js";
import { isPassing } from "./faults.js";
import type {
  DatabaseConnection,
  Driver,
  QueryResult,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from "./kysely-types.js";
import { pause, lockTimeout, withRetries } from "./retry.js";
import type { Statement } from "./sql.js";

/** A `libsql` database that never waits for a lock, which would block the whole process. */
export interface LibsqlDatabase extends SqliteDatabase {
  readonly inTransaction: boolean;
  exec(statement: string): unknown;
  prepare(statement: string): LibsqlStatement;
}

interface LibsqlStatement extends SqliteStatement {
  /** Returns rows as lists from now on. */
  raw(isRaw: boolean): LibsqlStatement;
  /** The first row; undefined if there is none. */
  get(parameters: readonly unknown[]): unknown;
}

/**
 * The dialect for a file that other processes write to as well. Transactions take the write lock at
 * their start, so they can't fail halfway for lack of it. Waiting for a lock doesn't block the
 * process.
 */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #config: SharedSqliteConfig;
  readonly #database: LibsqlDatabase;
  #driver: SharedSqliteDriver | undefined;

  constructor(database: LibsqlDatabase) {
    const config = { database: preparedOnce(database), onCreateConnection: prepare };
    super(config);
    this.#config = config;
    this.#database = database;
  }

  override createDriver(): Driver {
    this.#driver = new SharedSqliteDriver(this.#config, this.#database);
    return this.#driver;
  }

  /** See `ReadDirectly`. */
  readAtOnce(statement: Statement): readonly Row[] | undefined {
    return this.#driver?.readAtOnce(statement);
  }
}

interface SharedSqliteConfig extends SqliteDialectConfig {
  readonly database: SqliteDatabase;
}

async function prepare(connection: DatabaseConnection): Promise<void> {
  for (const pragma of ["pragma journal_mode = wal", "pragma foreign_keys = on"]) {
    await withRetries(async () => connection.executeQuery(CompiledQuery.raw(pragma)));
  }
}

const writes = /^\s*(?:insert|update|delete|replace|with|create|alter|drop)\b/i;

class SharedSqliteDriver extends SqliteDriver {
  readonly #database: LibsqlDatabase;
  readonly #prepared: SqliteDatabase;
  /** Prepared reads, by their text. */
  readonly #byPosition = new Map<string, ReadByPosition>();
  /** There is one. */
  #connection: DatabaseConnection | undefined;
  #isOpen = false;

  constructor(config: SharedSqliteConfig, database: LibsqlDatabase) {
    super(config);
    this.#database = database;
    this.#prepared = config.database;
  }

  override async init(): Promise<void> {
    await super.init();
    this.#isOpen = true;
  }

  override async destroy(): Promise<void> {
    this.#isOpen = false;
    this.#byPosition.clear();
    await super.destroy();
  }

  /**
   * Reads synchronously, so nothing can come in between, unless a transaction is open, whose writes
   * mustn't be visible yet. Errors are left to the regular way.
   */
  readAtOnce({ sql, parameters }: Statement): readonly Row[] | undefined {
    if (!this.#isOpen || this.#database.inTransaction) return undefined;
    try {
      const rows = this.#byPosition.get(sql)?.(parameters);
      return rows ?? this.#readByName(sql, parameters);
    } catch {
      this.#byPosition.delete(sql);
      return undefined;
    }
  }

  #readByName(sql: string, parameters: readonly unknown[]): readonly Row[] {
    const rows = this.#prepared.prepare(sql).all(parameters).filter(isRecord);
    const [row] = rows;
    if (row) this.#byPosition.set(sql, readByPosition(this.#database, sql, Object.keys(row)));
    return rows;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#connection ??= {
      executeQuery: (query) => this.#execute(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    return this.#connection;
  }

  /**
   * Uses `exec`, which leaves nothing behind if the file is locked. A prepared statement would stay
   * open, and what is written over this connection meanwhile would be rolled back with the retry.
   */
  override beginTransaction(): Promise<void> {
    return this.#whenFree(() => {
      this.#database.exec("begin immediate");
    });
  }

  #execute<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    const execute = () => connection.executeQuery<R>(query);
    if (this.#database.inTransaction) return execute();
    return writes.test(query.sql) ? this.#locked(execute) : this.#whenFree(execute);
  }

  /** A write takes the lock first, so it never finds the file locked. */
  async #locked<T>(write: () => Promise<T>): Promise<T> {
    await this.beginTransaction();
    try {
      const result = await write();
      this.#database.exec("commit");
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback");
      throw error;
    }
  }

  async #whenFree<T>(work: () => T | Promise<T>): Promise<T> {
    const deadline = Date.now() + lockTimeout;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error) || Date.now() > deadline) throw error;
      }
      await this.releaseConnection();
      await pause(10 + Math.random() * 20);
      await super.acquireConnection();
    }
  }
}

/** Reads at most one row; undefined if its columns have changed. */
type ReadByPosition = (parameters: readonly unknown[]) => readonly Row[] | undefined;

/**
 * The driver takes longer to name the columns of a row than to find it, so the row is read as a
 * list. The columns are selected by name, followed by `*`: the list is longer if columns were
 * added, and a dropped column is an error.
 */
function readByPosition(
  database: LibsqlDatabase,
  sql: string,
  names: readonly string[],
): ReadByPosition {
  const columns = names.map((name) => `q."${name.replaceAll('"', '""')}"`).join(", ");
  const statement = database.prepare(`select ${columns}, q.* from (${sql}) as q`).raw(true);
  return (parameters) => {
    const values = statement.get(parameters);
    if (values === undefined) return [];
    if (!Array.isArray(values) || values.length !== 2 * names.length) return undefined;
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] ?? ""] = values[index];
    return [row];
  };
}

const mostPrepared = 100;

/**
 * Prepares each statement once, since preparing takes longer than most of them run. After a schema
 * change, all are prepared again.
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
