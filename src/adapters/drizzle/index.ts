import { isRecord } from "../../core/values/json.js";
import { describeTables } from "../sql/described.js";
import { adapterOnClient } from "../sql/on-client.js";
import type { StoreAdapter } from "../sql/on-client.js";
import { connectionOf } from "./connection.js";
import type { Column, Table } from "./drizzle-types.js";
import { idTypeIn, layoutOf } from "./tables.js";
import type { NameOf } from "./tables.js";
import type { ColumnsOf, DrizzleDatabase, DrizzleTables } from "./types.js";

export type { StoreAdapter } from "../sql/on-client.js";
export type { ColumnsOf, DrizzleDatabase, DrizzleTables } from "./types.js";

/**
 * Stores everything in your own Drizzle database: users, sessions, the tables of plugins, and
 * shared state. It uses the tables you have for Auth.js, your client, and no other connection.
 *
 * ```ts
 * const adapter = DrizzleAdapter(db, { usersTable: users, accountsTable: accounts });
 * const config = { adapter, providers: [] };
 * ```
 *
 * The user table's own columns are part of the row types, here and in callbacks.
 */
export function DrizzleAdapter<Users extends Table>(
  database: DrizzleDatabase,
  tables: DrizzleTables & { readonly usersTable: Users },
): StoreAdapter<ColumnsOf<Users>>;
export function DrizzleAdapter(
  database: DrizzleDatabase,
  tables?: DrizzleTables & { readonly usersTable?: never },
): StoreAdapter;
export function DrizzleAdapter(
  database: DrizzleDatabase,
  tables: DrizzleTables = {},
): StoreAdapter {
  const { client, dialect } = connectionOf(database);
  const layout = layoutOf(tables, { dialect, nameOf: namesOn(database) });
  const idType = tables.usersTable && idTypeIn(tables.usersTable);
  const adapter = adapterOnClient(client, { dialect, layout, toMigrate });
  return Object.assign(adapter, describeTables({ orm: "drizzle", dialect, layout, idType }));
}

const toMigrate =
  "Run `npx latchkey schema --for drizzle`, add the tables it prints to your schema, and run your migration.";

/** `drizzle({ casing: "snake_case" })` names the columns that have no explicit name. */
function namesOn(database: DrizzleDatabase): NameOf {
  const dialect: unknown = Reflect.get(database, "dialect");
  const casing: unknown = isRecord(dialect) ? dialect["casing"] : undefined;
  return (column) => (isCasing(casing) ? casing.getColumnCasing(column) : column.name);
}

interface Casing {
  getColumnCasing(column: Column): string;
}

const isCasing = (value: unknown): value is Casing =>
  isRecord(value) && typeof value["getColumnCasing"] === "function";
