import type {
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
} from "./kysely-types.js";
import type { Row } from "../rows/convert.js";
import type { MadeStatement, ReadDirectly } from "./direct.js";
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

export interface PatientPgPool extends PostgresPool {
  readonly read: ReadDirectly;
}

/** A pool of `pg` whose connections are given up when they do not answer, and keep our statements prepared. */
export function patientPgPool(pool: PgPool, patience: Patience, own: OwnStatements): PatientPgPool {
  const known = new WeakMap<PgClient, PatientPgClient>();
  const acquire = async (): Promise<PatientPgClient> => {
    const client = await pool.connect();
    const patient = known.get(client) ?? new PatientPgClient(client, patience, own);
    known.set(client, patient);
    if (patience.trusts(client)) return patient;
    client.release(true);
    return acquire();
  };
  const read = async ({ sql, parameters }: MadeStatement): Promise<readonly Row[]> => {
    const client = await acquire();
    try {
      return (await client.query<Row>(sql, parameters)).rows;
    } finally {
      client.release();
    }
  };
  // Kysely ends the pool only if it has used it itself.
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
