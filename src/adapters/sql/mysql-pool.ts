import { isRecord } from "../../core/values/json.js";
import type { Row } from "../rows/convert.js";
import type { ReadDirectly } from "./connected.js";
import { hasCode } from "./faults.js";
import type {
  MysqlPool,
  MysqlPoolConnection,
  MysqlQueryResult,
  MysqlStream,
  MysqlStreamOptions,
} from "./kysely-types.js";
import type { OwnStatements } from "./own-statements.js";
import type { Statement } from "./sql.js";
import type { ConnectionWatchdog } from "./connection-watchdog.js";

interface MysqlClient extends MysqlPoolConnection {
  /** Its arguments are a text, its parameters and an `AnsweredWithFields`. */
  execute(this: void, ...given: never[]): unknown;
  destroy(): void;
}

export interface MysqlClientPool {
  getConnection(callback: (error: unknown, connection: MysqlClient) => void): void;
  end(callback: (error: unknown) => void): void;
}

export interface PatientMysqlPool extends MysqlPool {
  readonly read: ReadDirectly;
}

/**
 * Wraps a pool as for `pg`. In addition, a pool of `mysql2` would wait forever for a free
 * connection.
 */
export function patientMysqlPool(
  pool: MysqlClientPool,
  watchdog: ConnectionWatchdog,
  own: OwnStatements,
): PatientMysqlPool {
  const known = new WeakMap<MysqlClient, WatchedMysqlConnection>();
  const connect = async (): Promise<WatchedMysqlConnection> => {
    const connection = await boundedConnection(pool, watchdog);
    if (watchdog.isUsable(connection)) {
      const watched =
        known.get(connection) ?? new WatchedMysqlConnection(connection, watchdog, own);
      known.set(connection, watched);
      return watched;
    }
    connection.destroy();
    return connect();
  };
  const read = async ({ sql, parameters }: Statement): Promise<readonly Row[]> => {
    const connection = await connect();
    try {
      const result = await connection.ask(sql, [...parameters]);
      return Array.isArray(result) ? result.filter(isRecord) : [];
    } finally {
      connection.release();
    }
  };
  let isKyselys = false;
  return {
    read: (statement) => (isKyselys ? read(statement) : undefined),
    getConnection(callback) {
      isKyselys = true;
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

function boundedConnection(
  pool: MysqlClientPool,
  watchdog: ConnectionWatchdog,
): Promise<MysqlClient> {
  const waiting = { over: false };
  const connecting = new Promise<MysqlClient>((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) return reject(error instanceof Error ? error : new Error("No connection"));
      if (waiting.over) return connection.release();
      resolve(connection);
    });
  });
  return watchdog.bounded(connecting).catch((error: unknown) => {
    waiting.over = true;
    throw error;
  });
}

interface Streamable {
  stream: <T>(options: MysqlStreamOptions) => MysqlStream<T>;
}

type Answered = (error: unknown, result: MysqlQueryResult) => void;
type AnsweredWithFields = (error: unknown, result: MysqlQueryResult, fields: unknown) => void;

/**
 * The server prepares no more, can't prepare this statement, or its tables have changed. It didn't
 * run.
 */
const notPrepared = [
  "ER_MAX_PREPARED_STMT_COUNT_REACHED",
  "ER_UNSUPPORTED_PS",
  "ER_NEED_REPREPARE",
];

class WatchedMysqlConnection implements MysqlPoolConnection {
  readonly #connection: MysqlClient;
  readonly #watchdog: ConnectionWatchdog;
  readonly #own: OwnStatements;

  constructor(connection: MysqlClient, watchdog: ConnectionWatchdog, own: OwnStatements) {
    this.#connection = connection;
    this.#watchdog = watchdog;
    this.#own = own;
  }

  query(text: string, parameters: unknown[]): Streamable;
  query(text: string, parameters: unknown[], callback: Answered): void;
  query(text: string, parameters: unknown[], callback?: Answered): Streamable | void {
    if (!callback) return this.#connection.query(text, parameters);
    this.ask(text, parameters).then(
      (result) => callback(null, result),
      (error: unknown) => {
        Reflect.apply(callback, undefined, [error]);
      },
    );
  }

  ask(text: string, parameters: unknown[]): Promise<MysqlQueryResult> {
    const run = () =>
      this.#own.has(text) ? this.#prepared(text, parameters) : this.#plain(text, parameters);
    return this.#watchdog.run(this.#connection, text, run);
  }

  #plain(text: string, parameters: unknown[]): Promise<MysqlQueryResult> {
    return new Promise((resolve, reject) => {
      this.#connection.query(text, parameters, (error, result) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it is
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  #prepared(text: string, parameters: unknown[]): Promise<MysqlQueryResult> {
    return new Promise((resolve, reject) => {
      const answered: AnsweredWithFields = (error, result, fields) => {
        if (!error) return resolve(withShortFloats(result, fields));
        if (hasCode(error, notPrepared)) {
          this.#own.turnOff();
          return resolve(this.#plain(text, parameters));
        }
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it is
        reject(error);
      };
      const connection = this.#connection;
      Reflect.apply(connection.execute, connection, [text, parameters, answered]);
    });
  }

  release(): void {
    if (this.#watchdog.isLost(this.#connection)) this.#connection.destroy();
    else this.#connection.release();
  }
}

/** Its number in the protocol. */
const floatType = 4;

/**
 * An unprepared statement returns the application's own float columns with the six digits that they
 * hold.
 */
function withShortFloats(result: MysqlQueryResult, fields: unknown): MysqlQueryResult {
  const names = Array.isArray(fields) ? fields.flatMap(floatName) : [];
  if (names.length === 0 || !Array.isArray(result)) return result;
  for (const row of result) {
    if (!isRecord(row)) continue;
    for (const name of names) Reflect.set(row, name, shortened(row[name]));
  }
  return result;
}

function floatName(field: unknown): string[] {
  if (!isRecord(field) || field["columnType"] !== floatType) return [];
  return typeof field["name"] === "string" ? [field["name"]] : [];
}

const shortened = (value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;
