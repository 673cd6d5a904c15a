import type { Awaitable } from "../../types/common.js";
import type { Row } from "../rows/convert.js";
import { query } from "./client.js";
import type { Result, SqlClient } from "./client.js";
import type { Connected } from "./connected.js";
import { isOutdated, isPassing } from "./faults.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { Fillings, SqlDialect } from "./model.js";
import { withRetries } from "./retry.js";
import { sql } from "./sql.js";
import type { Sql, Statement } from "./sql.js";
import { afterOthers, afterTransactions } from "./queue.js";

/** Where statements run: the database itself, or a transaction. */
export interface SqlContext extends Connected {
  client: SqlClient;
  dialect: SqlDialect;
  layout: ResolvedLayout;
  inTransaction: boolean;
  /** False where the database has no transactions. */
  transactions?: boolean | undefined;
  fillings: Fillings;
  /** Facts about the server, filled in on first use. */
  server: { isMariadb?: boolean };
  /** A sentence that says how to create a missing table, if not with `migrate`. */
  toMigrate?: string | undefined;
  /** The layouts of record tables that were used. */
  records: Map<string, TableLayout>;
}

/** A failed statement ends a transaction, so only the whole transaction can be retried. */
export function run(context: SqlContext, statement: Sql): Promise<Result> {
  return runCompiled(context, context.client.compile(statement));
}

/** Like `run`, for a compiled statement. */
export function runCompiled(context: SqlContext, compiled: Statement): Promise<Result> {
  context.own?.add(compiled.sql);
  const execute = () => explained(context, context.client.execute(compiled));
  if (context.inTransaction) return execute();
  return withRetries(() => afterTransactions(context, execute));
}

/** Adds what to do about a missing table, if `migrate` doesn't create it. */
async function explained<T>({ toMigrate }: SqlContext, work: Promise<T>): Promise<T> {
  if (toMigrate === undefined) return work;
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error) || !isOutdated(error)) throw error;
    throw new Error(`${error.message}. ${toMigrate}`, { cause: error });
  }
}

/** Returns the rows found by a statement prepared earlier. The statement writes nothing. */
export function readRows(context: SqlContext, statement: Statement): Awaitable<readonly Row[]> {
  const { client, inTransaction } = context;
  const execute = async () => (await explained(context, client.execute(statement))).rows;
  if (inTransaction) return execute();
  return fromDirect(context, statement, execute) ?? withRetries(execute);
}

/** Like `runCompiled`, for a statement that finds at most one row. */
export function readRow(context: SqlContext, statement: Statement): Awaitable<readonly Row[]> {
  const execute = async () => (await runCompiled(context, statement)).rows;
  if (context.inTransaction) return execute();
  context.own?.add(statement.sql);
  return fromDirect(context, statement, execute) ?? execute();
}

function fromDirect(
  { direct }: SqlContext,
  statement: Statement,
  execute: () => Promise<readonly Row[]>,
): Awaitable<readonly Row[]> | undefined {
  const rows = direct?.(statement);
  return rows && "then" in rows ? rows.catch((error: unknown) => again(error, execute)) : rows;
}

function again<T>(error: unknown, work: () => Promise<T>): Promise<T> {
  if (isPassing(error)) return withRetries(work);
  throw error;
}

/**
 * Runs `work` so that all of its writes are kept or none, and retries it if the database asks for
 * that. Without transactions, the statements run one by one.
 */
export function atomically<T>(
  context: SqlContext,
  work: (context: SqlContext) => Promise<T>,
): Promise<T> {
  const { transaction } = context.client;
  if (context.inTransaction || context.transactions === false || !transaction) return work(context);
  const transact = () =>
    transaction((client) => work({ ...context, client, direct: undefined, inTransaction: true }));
  return withRetries(() => afterOthers(context, transact));
}

/**
 * Runs `work`; undefined if it fails with an `expected` error. PostgreSQL ends a transaction at its
 * first error, unless there is a savepoint.
 */
export async function attempt<T>(
  context: SqlContext,
  expected: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const returns = context.inTransaction && context.dialect === "postgres";
  const mark = (statement: string) => returns && query(context.client, sql.raw(statement));
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
