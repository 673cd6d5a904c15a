import { Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from "kysely";
import type { Dialect, QueryExecutorProvider } from "./kysely-types.js";
import type { SqlDialect } from "./model.js";

/** The part of a `Kysely` instance that is used. Its table types don't matter. */
export interface SqlDatabase extends QueryExecutorProvider {
  transaction(): Scope;
  connection(): Scope;
}

interface Scope {
  execute<T>(work: (database: SqlDatabase) => Promise<T>): Promise<T>;
}

/** A `Kysely` instance, or a dialect to create one with. */
export type DatabaseInput = SqlDatabase | Dialect;

export function toDatabase(input: DatabaseInput): SqlDatabase {
  if (hasMember(input, "getExecutor")) return input;
  if (hasMember(input, "createDriver")) return new Kysely<unknown>({ dialect: input });
  throw new TypeError(
    `SqlAdapter takes a Kysely instance, a dialect of Kysely, or the result of \`await connect(url)\` from latchkey/adapters/sql. ${insteadFor(input)}`,
  );
}

function hasMember<Input extends object, Name extends string>(
  input: Input,
  name: Name,
): input is Extract<Input, Record<Name, unknown>> {
  return isObjectWith(input, name);
}

/** Callers without types can pass anything. */
const isObjectWith = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && name in value;

/** Names the right adapter for a client that was passed by mistake, by a member that it has. */
const adapters: Readonly<Record<string, string>> = {
  $queryRawUnsafe:
    "This is a Prisma client: use `PrismaAdapter(prisma)` from latchkey/adapters/prisma.",
  $client: "This is a Drizzle database: use `DrizzleAdapter(db)` from latchkey/adapters/drizzle.",
  batch: "This is a D1 database: use `D1Adapter(env.DB)` from latchkey/adapters/d1.",
};

function insteadFor(input: object): string {
  const member = Object.keys(adapters).find((name) => isObjectWith(input, name));
  return (member !== undefined && adapters[member]) || "Write `SqlAdapter(await connect(url))`.";
}

/** The database behind a Kysely instance. */
export function dialectOf(database: SqlDatabase): SqlDialect {
  const { adapter } = database.getExecutor();
  if (adapter instanceof SqliteAdapter) return "sqlite";
  if (adapter instanceof PostgresAdapter) return "postgres";
  if (adapter instanceof MysqlAdapter) return "mysql";
  throw new Error(
    "The SQL adapter supports SQLite, PostgreSQL and MySQL. For a dialect it doesn't recognize, " +
      "or one from a second copy of kysely, set the `dialect` option",
  );
}

/** The statements that a migration ran, in order. If there are none, everything was up to date. */
export interface Migration {
  statements: string[];
  /** Problems that affect only some users, in sentences that name the column. */
  warnings: string[];
}

/** Runs a group of statements, as a transaction where the database can. */
export type Change = (work: (database: SqlDatabase) => Promise<void>) => Promise<void>;
