export { SqlAdapter } from "./adapter.js";
export type { SqlAdapterMethods } from "./adapter.js";
export { connect } from "./connect.js";
export type { ConnectOptions } from "./connect.js";
export type { DatabaseInput, SqlDatabase } from "./database.js";
export { layouts } from "./layout.js";
export type {
  ColumnKind,
  ColumnValues,
  ExtraFields,
  Layout,
  LayoutName,
  LayoutOptions,
  OwnColumns,
  SqlAdapterOptions,
} from "./layout.js";
export { migrate, schema } from "./migrate.js";
export type { MigrateOptions, SchemaOptions } from "./migrate.js";
export type { Migration } from "./migration.js";
export type { FieldKind, SqlDialect, TableName } from "./model.js";
export { pgliteDialect } from "./pglite.js";
export type { PGliteClient } from "./pglite.js";
export type { Swept } from "./sweep.js";
