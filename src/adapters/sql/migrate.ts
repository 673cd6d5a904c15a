import { sql } from "kysely";
import { dialectOf, toDatabase } from "./database.js";
import type { DatabaseInput, SqlDatabase } from "./database.js";
import { examine } from "./examine.js";
import type { Findings } from "./examine.js";
import { inspectTable } from "./inspect.js";
import { resolveLayout } from "./layout.js";
import type { LayoutOptions, ResolvedLayout, SqlAdapterOptions } from "./layout.js";
import { alone } from "./migrate-lock.js";
import type { Change, Migration } from "./migration.js";
import type { SqlDialect } from "./model.js";
import { planSchema } from "./plan.js";
import type { Existing, IndexStep, SchemaPlan } from "./plan.js";
import { withRetries } from "./retry.js";
import { stateStatements, stateTable } from "../../state/sql/table.js";

export interface MigrateOptions extends SqlAdapterOptions {
  /** Tell what would be done, and do nothing. */
  dryRun?: boolean;
}

/**
 * Creates the tables, or adds the columns, unique keys and indexes that existing ones lack. Nothing
 * is dropped or rewritten. It can run at every start, in many processes at once. Tables that can not be
 * written to are refused, with the names of their columns.
 *
 * ```ts
 * const { statements, warnings } = await migrate(db);
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
    alone[dialect](opened, async (within, change) => {
      const existing = await inspect(within, dialect, layout);
      const warnings = warningsOf(examine(dialect, layout, existing));
      const state = await inspectTable(within, dialect, stateTable);
      const plan = withState(planSchema(dialect, layout, existing), state ? [] : [dialect]);
      if (!options.dryRun) await execute(within, plan, change);
      return { statements: statementsOf(plan), warnings };
    }),
  );
}

/** The SQL that creates the tables in an empty database. */
export function schema(dialect: SqlDialect, options: LayoutOptions = {}): string {
  const plan = withState(planSchema(dialect, resolveLayout(options), {}), [dialect]);
  const statements = statementsOf(plan);
  return statements.map((statement) => `${statement};\n`).join("");
}

/** The table of shared state is the same in every layout. */
function withState(plan: SchemaPlan, missingOn: readonly SqlDialect[]): SchemaPlan {
  return { ...plan, tables: [...plan.tables, ...missingOn.flatMap(stateStatements)] };
}

const statementsOf = ({ tables, indexes }: SchemaPlan): string[] => [
  ...tables,
  ...indexes.map(({ statement }) => statement),
];

function warningsOf({ problems, warnings }: Findings): string[] {
  if (problems.length === 0) return [...warnings];
  throw new Error(`These tables can not be used as they are. ${problems.join(" ")}`);
}

async function inspect(
  database: SqlDatabase,
  dialect: SqlDialect,
  layout: ResolvedLayout,
): Promise<Existing> {
  const found: Writable<Existing> = {};
  for (const name of layout.names) {
    const table = await inspectTable(database, dialect, layout.tables[name].table);
    if (table) found[name] = table;
  }
  return found;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

async function execute(database: SqlDatabase, plan: SchemaPlan, change: Change): Promise<void> {
  if (plan.tables.length > 0) {
    await change(async (within) => {
      for (const statement of plan.tables) await run(within, { statement });
    });
  }
  for (const step of plan.indexes) await run(database, step);
}

async function run(database: SqlDatabase, { statement, undo }: IndexStep): Promise<void> {
  try {
    await sql.raw(statement).execute(database);
  } catch (cause) {
    if (undo !== undefined) await sql.raw(undo).execute(database);
    throw new Error(`The migration stopped at: ${statement}`, { cause });
  }
}
