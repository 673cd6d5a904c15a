import { Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from "kysely";
import type { Dialect, QueryExecutorProvider } from "./kysely-types.js";
import type { SqlDialect } from "./model.js";

/** The part of a `Kysely` instance that is used; its table types do not matter. */
export interface SqlDatabase extends QueryExecutorProvider {
  transaction(): Scope;
  connection(): Scope;
}

interface Scope {
  execute<T>(work: (database: SqlDatabase) => Promise<T>): Promise<T>;
}

/** A `Kysely` instance, or a dialect to make one of. */
export type DatabaseInput = SqlDatabase | Dialect;

export function toDatabase(input: DatabaseInput): SqlDatabase {
  return "getExecutor" in input ? input : new Kysely<unknown>({ dialect: input });
}

/** Tells which database is behind the Kysely instance. */
export function dialectOf(database: SqlDatabase): SqlDialect {
  const { adapter } = database.getExecutor();
  if (adapter instanceof SqliteAdapter) return "sqlite";
  if (adapter instanceof PostgresAdapter) return "postgres";
  if (adapter instanceof MysqlAdapter) return "mysql";
  throw new Error(
    "The SQL adapter knows SQLite, PostgreSQL and MySQL. For a dialect of another family, " +
      "or from a second copy of kysely, say which one it is by the `dialect` option",
  );
}
