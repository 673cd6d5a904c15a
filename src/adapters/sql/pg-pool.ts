import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Patience } from "./patience.js";

interface PgClient extends PostgresPoolClient {
  release(discard?: boolean): void;
}

export interface PgPool {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
}

/** A pool of `pg` whose connections are given up when they do not answer. */
export function patientPgPool(pool: PgPool, patience: Patience): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    if (patience.trusts(client)) return new PatientPgClient(client, patience);
    client.release(true);
    return connect();
  };
  return { connect, end: () => pool.end() };
}

class PatientPgClient implements PostgresPoolClient {
  readonly #client: PgClient;
  readonly #patience: Patience;

  constructor(client: PgClient, patience: Patience) {
    this.#client = client;
    this.#patience = patience;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    query: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof query !== "string") return this.#client.query(query);
    const run = () => this.#client.query<R>(query, parameters);
    return this.#patience.over(this.#client, query, run);
  }

  release(): void {
    this.#client.release(this.#patience.gaveUp(this.#client));
  }
}
