import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { hasCode } from "./faults.js";
import type { OwnStatements } from "./own-statements.js";
import type { Patience } from "./patience.js";

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

/** A pool of `pg` whose connections are given up when they do not answer, and keep our statements prepared. */
export function patientPgPool(pool: PgPool, patience: Patience, own: OwnStatements): PostgresPool {
  const known = new WeakMap<PgClient, PatientPgClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    if (patience.trusts(client)) {
      const patient = known.get(client) ?? new PatientPgClient(client, patience, own);
      known.set(client, patient);
      return patient;
    }
    client.release(true);
    return connect();
  };
  return { connect, end: () => pool.end() };
}

/** It was prepared, and the tables have changed since. */
const outOfDate = ["0A000"];
/** No such prepared statement; there is one of this name already. */
const notKept = ["26000", "42P05"];

class PatientPgClient implements PostgresPoolClient {
  readonly #client: PgClient;
  readonly #patience: Patience;
  readonly #own: OwnStatements;
  /** A fault ends a transaction, so that nothing in it may fail for being prepared. */
  #inTransaction = false;

  constructor(client: PgClient, patience: Patience, own: OwnStatements) {
    this.#client = client;
    this.#patience = patience;
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
    return this.#patience.over(this.#client, query, run);
  }

  async #prepared<R>(statement: NamedStatement): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#client.query<R>(statement);
    } catch (error) {
      // In both cases it did not run.
      if (hasCode(error, notKept)) this.#own.turnOff();
      else if (hasCode(error, outOfDate)) this.#own.rename(statement.text);
      else throw error;
      return this.#client.query<R>(statement.text, statement.values);
    }
  }

  release(): void {
    this.#inTransaction = false;
    this.#client.release(this.#patience.gaveUp(this.#client));
  }
}
