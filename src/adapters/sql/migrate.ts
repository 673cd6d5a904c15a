import { sql } from "kysely";
import type { Row } from "../rows/convert.js";
import { toNumber } from "../rows/convert.js";
import { dialectOf, toDatabase } from "./database.js";
import type { DatabaseInput, SqlDatabase } from "./database.js";
import type { SqlAdapterOptions } from "./adapter.js";
import { inspectTable } from "./inspect.js";
import { resolveLayout } from "./layout.js";
import type { LayoutOptions, ResolvedLayout } from "./layout.js";
import { tableNames } from "./model.js";
import type { SqlDialect } from "./model.js";
import { planSchema } from "./plan.js";
import type { Existing } from "./plan.js";
import { withRetries } from "./retry.js";

export interface MigrateOptions extends SqlAdapterOptions {
  /** Tell what would be done, and do nothing. */
  dryRun?: boolean;
}

/** What a migration did, in order. Empty when all was up to date. */
export interface Migration {
  statements: string[];
}

/**
 * Creates the tables, or adds the columns, unique keys and indexes that existing ones lack. Nothing
 * is dropped or rewritten. It can run at every start, in many processes at once.
 *
 * ```ts
 * const { statements } = await migrate(db);
 * ```
 */
export async function migrate(
  database: DatabaseInput,
  options: MigrateOptions = {},
): Promise<Migration> {
  const opened = toDatabase(database);
  const dialect = options.dialect ?? dialectOf(opened);
  const layout = resolveLayout(options);
  return withRetries(() =>
    alone[dialect](opened, async (within) => {
      const statements = planSchema(dialect, layout, await inspect(within, dialect, layout));
      if (!options.dryRun) await execute(within, statements);
      return { statements };
    }),
  );
}

/** The SQL that creates the tables in an empty database. */
export function schema(dialect: SqlDialect, options: LayoutOptions = {}): string {
  const statements = planSchema(dialect, resolveLayout(options), {});
  return statements.map((statement) => `${statement};\n`).join("");
}

async function inspect(
  database: SqlDatabase,
  dialect: SqlDialect,
  layout: ResolvedLayout,
): Promise<Existing> {
  const found: Writable<Existing> = {};
  for (const name of tableNames) {
    const table = await inspectTable(database, dialect, layout.tables[name].table);
    if (table) found[name] = table;
  }
  return found;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

async function execute(database: SqlDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await sql.raw(statement).execute(database);
    } catch (cause) {
      throw new Error(`The migration stopped at: ${statement}`, { cause });
    }
  }
}

type Work = (database: SqlDatabase) => Promise<Migration>;

/** Runs `work` while no other migration runs on this database. */
const alone: Readonly<
  Record<SqlDialect, (database: SqlDatabase, work: Work) => Promise<Migration>>
> = {
  // SQLite has one writer at a time; who comes second is told to try again.
  sqlite: (database, work) => database.transaction().execute(work),
  postgres: (database, work) =>
    database.transaction().execute(async (within) => {
      await sql`select pg_advisory_xact_lock(hashtext('latchkey migrate'))`.execute(within);
      return work(within);
    }),
  // MySQL commits every change of a table at once, so the lock is held by the connection.
  mysql: (database, work) =>
    database.connection().execute(async (within) => {
      const name = sql`concat('latchkey migrate ', md5(database()))`;
      const { rows } = await sql<Row>`select get_lock(${name}, 60) as locked`.execute(within);
      if (toNumber(rows[0]?.["locked"] ?? 0) !== 1) {
        throw new Error("Another migration of this database has been running for a minute");
      }
      try {
        return await work(within);
      } finally {
        await sql`select release_lock(${name})`.execute(within);
      }
    }),
};
