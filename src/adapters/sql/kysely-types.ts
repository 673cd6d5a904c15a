/**
 * Kysely's types that declarations mention. Kysely is optional: a project without it must compile
 * these declarations, too. Each type is `any` there; with Kysely, it is Kysely's own.
 */

/** @ts-ignore Kysely may not be installed. */
export type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  MysqlPool,
  MysqlPoolConnection,
  MysqlQueryResult,
  MysqlStream,
  MysqlStreamOptions,
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
  QueryExecutorProvider,
  QueryResult,
  RawBuilder,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from "kysely";
