import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
} from "./kysely-types.js";

interface PGliteQueries {
  query<R>(
    query: string,
    parameters?: unknown[],
  ): Promise<{ rows: R[]; affectedRows?: number | undefined }>;
}

/** The part of a `PGlite` instance that is used. */
export interface PGliteClient extends PGliteQueries {
  /** Other statements wait until it has ended. */
  transaction<T>(work: (transaction: PGliteQueries) => Promise<T>): Promise<unknown>;
}

/**
 * Kysely dialect for PGlite, PostgreSQL inside the process. You close the client yourself.
 *
 * ```ts
 * const db = new Kysely({ dialect: pgliteDialect(new PGlite("./data")) });
 * ```
 */
export function pgliteDialect(client: PGliteClient): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(client),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** PGlite has one connection, so uses of it take turns. */
class PGliteDriver implements Driver {
  readonly #connection: PGliteConnection;
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(client: PGliteClient) {
    this.#connection = new PGliteConnection(client);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last;
    const { promise, resolve } = deferred();
    this.#last = promise;
    await before;
    this.#release = resolve;
    return this.#connection;
  }

  beginTransaction(): Promise<void> {
    return this.#connection.begin();
  }

  commitTransaction(): Promise<void> {
    return this.#connection.end("commit");
  }

  rollbackTransaction(): Promise<void> {
    return this.#connection.end("rollback");
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {}
}

interface OpenTransaction {
  queries: PGliteQueries;
  commit(): void;
  rollback(error: Error): void;
}

class PGliteConnection implements DatabaseConnection {
  readonly #client: PGliteClient;
  #transaction: OpenTransaction | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(client: PGliteClient) {
    this.#client = client;
  }

  /**
   * Holds PGlite's own transaction open: one begun with a statement would include the application's
   * statements.
   */
  begin(): Promise<void> {
    return new Promise((begun, failed) => {
      const ended = this.#client.transaction(
        (queries) =>
          new Promise<void>((commit, rollback) => {
            this.#transaction = { queries, commit, rollback };
            begun();
          }),
      );
      ended.catch(failed);
      this.#ended = ended;
    });
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const open = this.#transaction;
    this.#transaction = undefined;
    if (!open) return;
    if (how === "commit") {
      open.commit();
      await this.#ended;
    } else {
      open.rollback(new Error("The transaction was rolled back"));
      await this.#ended.catch(() => undefined);
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const target = this.#transaction?.queries ?? this.#client;
    const { rows, affectedRows } = await target.query<R>(sql, [...parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("PGlite returns all rows at once and can't stream them");
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
