import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";

/** A compiled statement. */
export interface MadeStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Runs a statement that reads at most one row outside of a transaction, bypassing Kysely, whose
 * overhead is as long as a fast query. Undefined if that isn't possible now and the regular way
 * must be used.
 */
export type ReadDirectly = (
  statement: MadeStatement,
) => readonly Row[] | Promise<readonly Row[]> | undefined;

const known = new WeakMap<SqlDatabase, ReadDirectly>();

/** Only for a database without Kysely plugins or logging, which would be bypassed. */
export function keepDirect(database: SqlDatabase, read: ReadDirectly): void {
  known.set(database, read);
}

export function directRead(database: SqlDatabase): ReadDirectly | undefined {
  return known.get(database);
}
