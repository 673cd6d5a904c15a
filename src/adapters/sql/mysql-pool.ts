import type {
  MysqlPool,
  MysqlPoolConnection,
  MysqlQueryResult,
  MysqlStream,
  MysqlStreamOptions,
} from "kysely";
import type { Patience } from "./patience.js";

interface MysqlClient extends MysqlPoolConnection {
  destroy(): void;
}

export interface MysqlClientPool {
  getConnection(callback: (error: unknown, connection: MysqlClient) => void): void;
  end(callback: (error: unknown) => void): void;
}

/** As with `pg`; a pool of `mysql2` would also wait for ever for a connection that is free. */
export function patientMysqlPool(pool: MysqlClientPool, patience: Patience): MysqlPool {
  const connect = async (): Promise<MysqlPoolConnection> => {
    const connection = await boundedConnection(pool, patience);
    if (patience.trusts(connection)) return new PatientMysqlConnection(connection, patience);
    connection.destroy();
    return connect();
  };
  return {
    getConnection(callback) {
      void connect().then(
        (connection) => callback(null, connection),
        (error: unknown) => {
          Reflect.apply(callback, undefined, [error]);
        },
      );
    },
    end: (callback) => pool.end(callback),
  };
}

function boundedConnection(pool: MysqlClientPool, patience: Patience): Promise<MysqlClient> {
  const waiting = { over: false };
  const connecting = new Promise<MysqlClient>((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) return reject(error instanceof Error ? error : new Error("No connection"));
      if (waiting.over) return connection.release();
      resolve(connection);
    });
  });
  return patience.bounded(connecting).catch((error: unknown) => {
    waiting.over = true;
    throw error;
  });
}

interface Streamable {
  stream: <T>(options: MysqlStreamOptions) => MysqlStream<T>;
}

type Answered = (error: unknown, result: MysqlQueryResult) => void;

class PatientMysqlConnection implements MysqlPoolConnection {
  readonly #connection: MysqlClient;
  readonly #patience: Patience;

  constructor(connection: MysqlClient, patience: Patience) {
    this.#connection = connection;
    this.#patience = patience;
  }

  query(text: string, parameters: unknown[]): Streamable;
  query(text: string, parameters: unknown[], callback: Answered): void;
  query(text: string, parameters: unknown[], callback?: Answered): Streamable | void {
    if (!callback) return this.#connection.query(text, parameters);
    const run = () =>
      new Promise<MysqlQueryResult>((resolve, reject) => {
        this.#connection.query(text, parameters, (error, result) => {
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it is
          if (error) reject(error);
          else resolve(result);
        });
      });
    this.#patience.over(this.#connection, text, run).then(
      (result) => callback(null, result),
      (error: unknown) => {
        Reflect.apply(callback, undefined, [error]);
      },
    );
  }

  release(): void {
    if (this.#patience.gaveUp(this.#connection)) this.#connection.destroy();
    else this.#connection.release();
  }
}
