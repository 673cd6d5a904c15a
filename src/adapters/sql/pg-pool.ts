import type { Row } from "../rows/convert.js";
import type { ReadDirectly } from "./connected.js";
import { hasCode } from "./faults.js";
import type {
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
} from "./kysely-types.js";
import type { OwnStatements } from "./own-statements.js";
import type { Statement } from "./sql.js";
import type { ConnectionWatchdog } from "./connection-watchdog.js";

interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

interface PgClient {
  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(statement: NamedStatement): Promise<PostgresQueryResult<R>>;
  release(discard?: boolean): void;
}

export interface PgPool {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
}

export interface PatientPgPool extends PostgresPool {
  readonly read: ReadDirectly;
}

/** A `pg` pool that closes connections that don't respond, and keeps our statements prepared. */
export function patientPgPool(
  pool: PgPool,
  watchdog: ConnectionWatchdog,
  own: OwnStatements,
): PatientPgPool {
  const known = new WeakMap<PgClient, WatchedPgClient>();
  const acquire = async (): Promise<WatchedPgClient> => {
    const client = await pool.connect();
    const watched = known.get(client) ?? new WatchedPgClient(client, watchdog, own);
    known.set(client, watched);
    if (watchdog.isUsable(client)) return watched;
    client.release(true);
    return acquire();
  };
  const read = async ({ sql, parameters }: Statement): Promise<readonly Row[]> => {
    const client = await acquire();
    try {
      return (await client.query<Row>(sql, parameters)).rows;
    } finally {
      client.release();
    }
  };
  // Kysely closes the pool only if it has used it.
  let isKyselys = false;
  return {
    connect: () => {
      isKyselys = true;
      return acquire();
    },
    end: () => pool.end(),
    read: (statement) => (isKyselys ? read(statement) : undefined),
  };
}

/** The tables have changed since the statement was prepared. */
const outOfDate = ["0A000"];
/** The prepared statement is missing, or its name exists already. */
const notKept = ["26000", "42P05"];

class WatchedPgClient implements PostgresPoolClient {
  readonly #client: PgClient;
  readonly #watchdog: ConnectionWatchdog;
  readonly #own: OwnStatements;
  /** A failed statement ends a transaction, so statements in it aren't prepared. */
  #inTransaction = false;

  constructor(client: PgClient, watchdog: ConnectionWatchdog, own: OwnStatements) {
    this.#client = client;
    this.#watchdog = watchdog;
    this.#own = own;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    query: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof query !== "string") return this.#client.query(query);
    const name = this.#inTransaction ? undefined : this.#own.nameOf(query);
    if (name === undefined && /^\s*(?:begin|start)\b/i.test(query)) this.#inTransaction = true;
    const run = (): Promise<PostgresQueryResult<R>> =>
      name === undefined
        ? this.#client.query<R>(query, parameters)
        : this.#prepared<R>({ name, text: query, values: [...parameters] });
    return this.#watchdog.run(this.#client, query, run);
  }

  async #prepared<R>(statement: NamedStatement): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#client.query<R>(statement);
    } catch (error) {
      // In both cases the statement didn't run.
      if (hasCode(error, notKept)) this.#own.turnOff();
      else if (hasCode(error, outOfDate)) this.#own.rename(statement.text);
      else throw error;
      return this.#client.query<R>(statement.text, statement.values);
    }
  }

  release(): void {
    this.#inTransaction = false;
    this.#client.release(this.#watchdog.isLost(this.#client));
  }
}
