import { sql } from "kysely";
import type { CompiledQuery, QueryResult, RawBuilder } from "./kysely-types.js";
import type { Awaitable } from "../../types/common.js";
import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";
import type { ReadDirectly } from "./direct.js";
import { isPassing } from "./faults.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { Fillings, SqlDialect } from "./model.js";
import type { OwnStatements } from "./own-statements.js";
import { withRetries } from "./retry.js";
import { inTransaction } from "./transact.js";
import { afterOthers, afterTransactions } from "./turns.js";

/** Where statements go: the database itself, or one transaction on it. */
export interface SqlContext {
  database: SqlDatabase;
  dialect: SqlDialect;
  layout: ResolvedLayout;
  inTransaction: boolean;
  /** False where the database has no transactions. */
  transactions?: boolean | undefined;
  fillings: Fillings;
  /** Those that connections keep prepared, where they do. */
  own: OwnStatements | undefined;
  /** Reads by the shortest way, where there is one. Not in a transaction, which sees what others do not. */
  direct?: ReadDirectly | undefined;
  /** What was found out about the server. */
  server: { isMariadb?: boolean };
  /** The tables of records that were used. */
  records: Map<string, TableLayout>;
}

/** Inside a transaction a fault ends the whole of it, so only the whole can be tried again. */
export function run(context: SqlContext, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  return runCompiled(context, query.compile(context.database));
}

/** The same for a statement that is text already. */
export function runCompiled(
  context: SqlContext,
  compiled: CompiledQuery,
): Promise<QueryResult<Row>> {
  context.own?.add(compiled.sql);
  const execute = () => context.database.getExecutor().executeQuery<Row>(compiled);
  if (context.inTransaction) return execute();
  return withRetries(() => afterTransactions(context, execute));
}

/** The rows that a statement finds which was made before, and writes nothing. */
export function readRows(
  context: SqlContext,
  statement: CompiledQuery<Row>,
): Awaitable<readonly Row[]> {
  const { database, direct, inTransaction } = context;
  const execute = async () => (await database.getExecutor().executeQuery<Row>(statement)).rows;
  if (inTransaction) return execute();
  const rows = direct?.(statement);
  if (!rows) return withRetries(execute);
  return "then" in rows ? rows.catch((error: unknown) => again(error, execute)) : rows;
}

function again<T>(error: unknown, work: () => Promise<T>): Promise<T> {
  if (isPassing(error)) return withRetries(work);
  throw error;
}

/**
 * Runs `work` so that all of its writes are kept or none; again, when the database asks for it. Where the database has
 * no transactions, `work` runs statement by statement.
 */
export function atomically<T>(
  context: SqlContext,
  work: (context: SqlContext) => Promise<T>,
): Promise<T> {
  if (context.inTransaction || context.transactions === false) return work(context);
  const transact = () =>
    inTransaction(context.database, (database) =>
      work({ ...context, database, direct: undefined, inTransaction: true }),
    );
  return withRetries(() => afterOthers(context, transact));
}

/**
 * Runs `work`; undefined when it fails as `expected` says. PostgreSQL ends a transaction at the first fault in it,
 * unless there is a point to go back to.
 */
export async function attempt<T>(
  context: SqlContext,
  expected: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const returns = context.inTransaction && context.dialect === "postgres";
  const mark = (statement: string) => returns && sql.raw(statement).execute(context.database);
  await mark("savepoint latchkey");
  try {
    const result = await work();
    await mark("release savepoint latchkey");
    return result;
  } catch (error) {
    if (!expected(error)) throw error;
    await mark("rollback to savepoint latchkey");
    return undefined;
  }
}
