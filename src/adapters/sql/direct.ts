import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";

/** A statement that was made before. */
export interface MadeStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Runs a statement that reads one row at most, outside of any transaction, without what stands between Kysely and its
 * driver: that takes as long as some databases take to answer. Undefined when it can not be done now, and has to go the
 * long way.
 */
export type ReadDirectly = (
  statement: MadeStatement,
) => readonly Row[] | Promise<readonly Row[]> | undefined;

const known = new WeakMap<SqlDatabase, ReadDirectly>();

/** Only for a database that nobody gave plugins or a log: they would not be asked. */
export function keepDirect(database: SqlDatabase, read: ReadDirectly): void {
  known.set(database, read);
}

export function directRead(database: SqlDatabase): ReadDirectly | undefined {
  return known.get(database);
}
