import type { CompiledQuery, QueryResult, RawBuilder } from "kysely";
import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";
import type { ResolvedLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";
import { withRetries } from "./retry.js";

/** Where statements go: the database itself, or one transaction on it. */
export interface SqlContext {
  database: SqlDatabase;
  dialect: SqlDialect;
  layout: ResolvedLayout;
  inTransaction: boolean;
}

/** Inside a transaction a fault ends the whole of it, so only the whole can be tried again. */
export function run(context: SqlContext, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const execute = () => query.execute(context.database);
  return context.inTransaction ? execute() : withRetries(execute);
}

/** The same for a statement that was made before. */
export function runCompiled(
  context: SqlContext,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  const execute = () => context.database.getExecutor().executeQuery<Row>(query);
  return context.inTransaction ? execute() : withRetries(execute);
}

/** Runs `work` so that all of its writes are kept or none; again, when the database asks for it. */
export function atomically<T>(
  context: SqlContext,
  work: (context: SqlContext) => Promise<T>,
): Promise<T> {
  if (context.inTransaction) return work(context);
  return withRetries(() =>
    context.database
      .transaction()
      .execute((database) => work({ ...context, database, inTransaction: true })),
  );
}
