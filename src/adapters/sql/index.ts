import type { DeclaresTables } from "../../core/records/declared.js";
import { examinesTables } from "../../core/records/examined.js";
import { connectedTo } from "./connected.js";
import { dialectOf, toDatabase, type DatabaseInput } from "./database.js";
import { kyselyClient } from "./kysely-client.js";
import {
  resolveLayout,
  type ColumnValues,
  type OwnColumns,
  type SqlAdapterOptions,
} from "./layout.js";
import type { TableAdapter } from "./methods.js";
import type { Migration } from "./database.js";
import { storeOn } from "./on-client.js";

/** The methods of the SQL adapter. */
export interface SqlAdapterMethods<Columns = unknown> extends TableAdapter<Columns> {
  /**
   * Creates the tables, those of plugins included, or adds what existing ones lack. See `migrate`.
   */
  migrate(options?: DeclaresTables): Promise<Migration>;
}

/**
 * Stores everything in SQLite, PostgreSQL or MySQL (MariaDB), through Kysely.
 *
 * ```ts
 * const db = await connect(process.env.DATABASE_URL);
 * const adapter = SqlAdapter(db, { user: { role: "text" } });
 * await adapter.migrate();
 * const config = { adapter, providers: [] };
 * ```
 *
 * The user table's own columns are part of the row types, here and in callbacks.
 *
 * `transaction(work)` runs `work` again if the database gave up on it, for example after a
 * deadlock, so `work` must do nothing but call the adapter that it is passed.
 */
export function SqlAdapter<const Own extends OwnColumns = Record<never, never>>(
  database: DatabaseInput,
  options: SqlAdapterOptions & { readonly user?: Own; readonly transactions: false },
): NonTransactional<ColumnValues<NoInfer<Own>>>;
export function SqlAdapter<const Own extends OwnColumns = Record<never, never>>(
  database: DatabaseInput,
  options?: SqlAdapterOptions & { readonly user?: Own; readonly transactions?: true },
): SqlAdapterMethods<ColumnValues<NoInfer<Own>>>;
export function SqlAdapter(
  database: DatabaseInput,
  options: SqlAdapterOptions = {},
): SqlAdapterMethods | NonTransactional<unknown> {
  const opened = toDatabase(database);
  const client = kyselyClient(opened);
  const dialect = options.dialect ?? dialectOf(opened);
  const given = { dialect, layout: resolveLayout(options), transactions: options.transactions };
  // Loaded on demand: most processes never change a table.
  const migrate = async (more: DeclaresTables & { dryRun?: boolean } = {}) =>
    (await import("./migrate.js")).migrate(opened, { ...options, ...more });
  return Object.assign(storeOn(client, { ...given, ...connectedTo(opened) }), {
    migrate: (more?: DeclaresTables) => migrate(more),
    [examinesTables]: async (declared: DeclaresTables) => {
      const { warnings } = await migrate({ ...declared, dryRun: true });
      const { missingSchema: behind } = await import("./missing-schema.js");
      return {
        warnings: [...(await behind(client, { ...given, declared, toMigrate })), ...warnings],
      };
    },
  });
}

const toMigrate = "Run `npx latchkey migrate`.";

/** Without transactions, the core undoes the steps of a failed sign-up. */
type NonTransactional<Columns> = Omit<SqlAdapterMethods<Columns>, "transaction">;

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
export type { Migration } from "./database.js";
export type { FieldKind, SqlDialect, TableName } from "./model.js";
export { pgliteDialect } from "./pglite.js";
export type { PGliteClient } from "./pglite.js";
export type { Swept } from "./sweep.js";
