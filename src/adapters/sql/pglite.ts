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

interface OpenTransaction {
  queries: PGliteQueries;
  commit(): void;
  rollback(error: Error): void;
}

/** PGlite has one connection, so uses of it take turns. */
class PGliteDriver implements Driver {
  readonly #client: PGliteClient;
  readonly #connection: DatabaseConnection;
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;
  #transaction: OpenTransaction | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(client: PGliteClient) {
    this.#client = client;
    this.#connection = {
      executeQuery: (query) => this.#execute(query),
      async *streamQuery() {
        throw new Error("PGlite returns all rows at once and can't stream them");
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last;
    let release = (): void => undefined;
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.#connection;
  }

  /**
   * Holds PGlite's own transaction open: one begun with a statement would include the application's
   * statements.
   */
  beginTransaction(): Promise<void> {
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

  async commitTransaction(): Promise<void> {
    this.#leave()?.commit();
    await this.#ended;
  }

  async rollbackTransaction(): Promise<void> {
    this.#leave()?.rollback(new Error("The transaction was rolled back"));
    await this.#ended.catch(() => undefined);
  }

  #leave(): OpenTransaction | undefined {
    const open = this.#transaction;
    this.#transaction = undefined;
    return open;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {}

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const target = this.#transaction?.queries ?? this.#client;
    const { rows, affectedRows } = await target.query<R>(sql, [...parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }
}
