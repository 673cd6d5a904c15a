import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";
import type { OwnStatements } from "./own-statements.js";
import type { Statement } from "./sql.js";

/**
 * Runs a statement that reads at most one row outside of a transaction, bypassing Kysely, whose
 * overhead is as long as a fast query. Undefined if that isn't possible now and the regular way
 * must be used.
 */
export type ReadDirectly = (
  statement: Statement,
) => readonly Row[] | Promise<readonly Row[]> | undefined;

/** How the connections that `connect` opened can be used, without Kysely plugins or logging. */
export interface Connected {
  /** The statements that connections keep prepared. */
  readonly own?: OwnStatements | undefined;
  /** A faster way to read. Not in a transaction, whose writes it wouldn't see. */
  readonly direct?: ReadDirectly | undefined;
}

const known = new WeakMap<SqlDatabase, Connected>();

export function keepConnected(database: SqlDatabase, connected: Connected): void {
  known.set(database, connected);
}

/** Empty for a database that the application opened itself. */
export const connectedTo = (database: SqlDatabase): Connected => known.get(database) ?? {};
