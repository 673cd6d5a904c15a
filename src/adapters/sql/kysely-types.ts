/**
 * The types of Kysely that declarations mention. Kysely is optional: a project without it must still compile, also where
 * it imports these declarations. There every one of these types is `any`; with Kysely, they are Kysely's own.
 */

/** @ts-ignore Kysely may not be installed. */
export type {
  ColumnDefinitionBuilder,
  CompiledQuery,
  CreateTableBuilder,
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
  SchemaModule,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from "kysely";
