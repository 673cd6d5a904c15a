import type { SQLWrapper, Table } from "./drizzle-types.js";

/** A Drizzle database on PostgreSQL or MySQL. */
export interface ServerDatabase {
  execute(query: SQLWrapper): PromiseLike<unknown>;
  transaction<T>(work: (within: ServerDatabase) => Promise<T>): Promise<T>;
}

/** A Drizzle database on SQLite. Some drivers are synchronous, others aren't. */
export interface SqliteDatabase {
  run(query: SQLWrapper): unknown;
  all(query: SQLWrapper): unknown;
  transaction<T>(work: (within: SqliteDatabase) => Promise<T>): Promise<T>;
}

/** What `drizzle()` returns. */
export type DrizzleDatabase = ServerDatabase | SqliteDatabase;

/** Your tables. One that you leave out has the name and columns of Auth.js's documentation. */
export interface DrizzleTables<Users extends Table = Table> {
  usersTable?: Users;
  accountsTable?: Table;
  sessionsTable?: Table;
  verificationTokensTable?: Table;
  authenticatorsTable?: Table;
  /** Tables of providers and plugins that you named differently, by their declared name. */
  recordTables?: Readonly<Record<string, Table>>;
}

/** The user table's own columns. */
export type ColumnsOf<Users extends Table> = Omit<
  Users["$inferSelect"],
  "id" | "name" | "email" | "emailVerified" | "image"
>;
