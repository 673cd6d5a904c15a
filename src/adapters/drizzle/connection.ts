import { entityKind } from "drizzle-orm";
import { isRecord } from "../../core/values/json.js";
import { d1Client, isBinding } from "../d1/client.js";
import type { SqlClient } from "../sql/client.js";
import type { SqlDialect } from "../sql/model.js";
import { serverClient, sqliteClient } from "./client.js";
import type { DrizzleDatabase, ServerDatabase, SqliteDatabase } from "./types.js";

/** A database, and the client that runs statements on it. */
export interface Connection {
  readonly client: SqlClient;
  readonly dialect: SqlDialect;
}

const known = new WeakMap<DrizzleDatabase, Connection>();

/**
 * Returns the same connection for every adapter on a database, because on SQLite they take turns.
 */
export function connectionOf(database: DrizzleDatabase): Connection {
  const connection = known.get(database) ?? open(database);
  known.set(database, connection);
  return connection;
}

function open(database: unknown): Connection {
  const kinds = kindsOf(database);
  for (const [kind, instead] of Object.entries(withoutTransactions)) {
    if (!kinds.includes(kind)) continue;
    throw new TypeError(
      `Drizzle's ${kind} has no transactions, which the adapter needs. Use ${instead} instead.`,
    );
  }
  if (kinds.includes("D1Database")) return onD1(database);
  if (isServer(database)) {
    if (kinds.includes("PgDatabase")) return onServer(database, "postgres");
    if (kinds.includes("MySqlDatabase")) return onServer(database, "mysql");
  }
  if (isSqlite(database) && kinds.includes("BaseSQLiteDatabase")) {
    return { client: sqliteClient(database), dialect: "sqlite" };
  }
  throw new TypeError(
    "DrizzleAdapter takes what `drizzle()` returns, for PostgreSQL, MySQL or SQLite. Write `DrizzleAdapter(db)`, where `db = drizzle(…)`.",
  );
}

const onServer = (database: ServerDatabase, dialect: SqlDialect): Connection => ({
  client: serverClient(database, dialect),
  dialect,
});

/** Drivers without atomic writes, and what to use instead. */
const withoutTransactions: Readonly<Record<string, string>> = {
  NeonHttpDatabase: '`import { drizzle } from "drizzle-orm/neon-serverless"`',
  PgRemoteDatabase: '`import { drizzle } from "drizzle-orm/node-postgres"`',
  MySqlRemoteDatabase: '`import { drizzle } from "drizzle-orm/mysql2"`',
  XataHttpDatabase: '`import { drizzle } from "drizzle-orm/node-postgres"`',
  SqliteRemoteDatabase: '`import { drizzle } from "drizzle-orm/libsql"`',
};

/** D1 has no transactions, but it has batches. */
function onD1(database: unknown): Connection {
  const binding: unknown = isRecord(database) ? database["$client"] : undefined;
  if (isBinding(binding)) return { client: d1Client(binding), dialect: "sqlite" };
  throw new TypeError(
    "This Drizzle database has no D1 database. Write `drizzle(env.DB)`, where `DB` is the `binding` under `d1_databases` in wrangler.jsonc.",
  );
}

const isServer = (value: unknown): value is ServerDatabase =>
  typeof value === "object" && value !== null && "execute" in value;

const isSqlite = (value: unknown): value is SqliteDatabase =>
  typeof value === "object" && value !== null && "run" in value && "all" in value;

/**
 * Drizzle's names for the class of a database and its base classes. Names match across copies of
 * Drizzle.
 */
function kindsOf(value: unknown): unknown[] {
  const kinds: unknown[] = [];
  if (typeof value !== "object" || value === null) return kinds;
  let found: unknown = Reflect.get(value, "constructor");
  while (typeof found === "function") {
    kinds.push(Reflect.get(found, entityKind));
    found = Object.getPrototypeOf(found);
  }
  return kinds;
}
