import type { Row } from "../rows/convert.js";
import type { ChangeOfRow, Stopped } from "./records/statements.js";
import type { Sql, Statement } from "./sql.js";

/** The result of a statement. */
export interface Result {
  readonly rows: readonly Row[];
  /** Number of rows written. */
  readonly changed: number;
  /** The number that MySQL assigned to a new row. */
  readonly insertId?: unknown;
}

/** Runs statements on a database, through any library. */
export interface SqlClient {
  readonly compile: (statement: Sql) => Statement;
  readonly execute: (statement: Statement) => Promise<Result>;
  /** The number of the connection's newest row, where `execute` doesn't give its `insertId`. */
  readonly lastId?: Sql | undefined;
  /** Undefined if the database or its driver has no transactions. */
  readonly transaction?: <T>(work: (within: SqlClient) => Promise<T>) => Promise<T>;
  /**
   * Replaces transactions: runs all statements or none. Each must change one row, or all are rolled
   * back.
   */
  readonly batch?: (statements: readonly ChangeOfRow[]) => Promise<"done" | Stopped>;
}

/** Compiles and runs a statement. */
export const query = (client: SqlClient, statement: Sql): Promise<Result> =>
  client.execute(client.compile(statement));
