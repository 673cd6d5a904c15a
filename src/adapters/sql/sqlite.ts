import { CompiledQuery, SqliteDialect, SqliteDriver } from "kysely";
import type {
  DatabaseConnection,
  Driver,
  QueryResult,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from "./kysely-types.js";
import { isRecord } from "../../json.js";
import type { Row } from "../rows/convert.js";
import type { MadeStatement } from "./direct.js";
import { isPassing } from "./faults.js";
import { pause, patience, withRetries } from "./retry.js";

/** A database of `libsql`, opened so that it never waits for a lock: it would stop the whole process meanwhile. */
export interface LibsqlDatabase extends SqliteDatabase {
  readonly inTransaction: boolean;
  exec(statement: string): unknown;
  prepare(statement: string): LibsqlStatement;
}

interface LibsqlStatement extends SqliteStatement {
  /** Gives rows as lists from now on. */
  raw(isRaw: boolean): LibsqlStatement;
  /** The first row; undefined when there is none. */
  get(parameters: readonly unknown[]): unknown;
}

/**
 * The dialect for a file that other processes write to as well. Transactions take the write lock at their start, so
 * that they can not fail halfway for want of it. Whoever has to wait for a lock lets others go on meanwhile.
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
  readAtOnce(statement: MadeStatement): readonly Row[] | undefined {
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
  /** Statements that were read before, by their text. */
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
   * Nobody else can come in between, so that there is nothing to wait for, unless a transaction is open: what it has
   * written is not to be seen before it ends. What fails is told by the long way.
   */
  readAtOnce({ sql, parameters }: MadeStatement): readonly Row[] | undefined {
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
   * By `exec`, which leaves nothing behind when the file is locked. A prepared statement stays begun then: what is
   * written over this connection meanwhile would be kept by nobody, and undone when the statement is tried again.
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

  /** A write has the lock before it begins, so that it never finds the file locked. */
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
    const deadline = Date.now() + patience;
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

/** What a statement gives, one row at most; undefined when that has other columns than it had. */
type ReadByPosition = (parameters: readonly unknown[]) => readonly Row[] | undefined;

/**
 * The driver takes longer to name the columns of a row than to find it, so that the row is read as a list. Each column
 * is asked for by its name, and all of them once more: when columns were added the list is longer, and one that is gone
 * is a fault.
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
