import { sql } from "kysely";
import { declaredTables, type DeclaresTables } from "../../core/records/declared.js";
import { dialectOf, toDatabase, type DatabaseInput, type SqlDatabase } from "./database.js";
import { examine, type Findings } from "./examine.js";
import { inspectTable, type ExistingTable } from "./inspect.js";
import { kyselyClient } from "./kysely-client.js";
import {
  resolveLayout,
  type LayoutOptions,
  type SqlAdapterOptions,
  layouts,
  type LayoutName,
  type ResolvedLayout,
} from "./layout.js";
import { alone, type Work } from "./migrate-lock.js";
import type { Change, Migration } from "./database.js";
import { tableNames, type SqlDialect } from "./model.js";
import { planSchema, type Existing, type IndexStep, type SchemaPlan, type Wanted } from "./plan.js";
import { recordLayouts } from "./records/layout.js";
import { withRetries } from "./retry.js";
import { stateStatements, stateTable } from "./state/table.js";

/**
 * The options of a migration. `providers` and `plugins` are those of the configuration, for the
 * tables that they declare.
 */
export interface SchemaOptions extends LayoutOptions, DeclaresTables {}

export interface MigrateOptions extends SqlAdapterOptions, SchemaOptions {
  /** Returns what would be done, and does nothing. */
  dryRun?: boolean;
}

/**
 * Creates the tables, or adds the columns, unique keys and indexes that existing ones lack. Nothing
 * is dropped or rewritten. It can run at every start, in many processes at once. Tables that can't
 * be written to are refused, with the names of their columns. Without `layout`, so are tables of
 * another layout: name it, or `"kysely"` for a second set.
 *
 * ```ts
 * const { statements, warnings } = await migrate(db, config);
 * ```
 */
export async function migrate(
  database: DatabaseInput,
  options: MigrateOptions = {},
): Promise<Migration> {
  const opened = toDatabase(database);
  const dialect = options.dialect ?? dialectOf(opened);
  const wanted = wantedBy(dialect, options);
  const work: Work = async (within, change) => {
    const existing = await inspect(within, wanted);
    if (options.layout === undefined) await refuseSecondSet(within, wanted, existing);
    const warnings = warningsOf(examine(wanted, existing));
    const state = await inspectTable(kyselyClient(within), dialect, stateTable);
    const plan = withState(planSchema(wanted, existing), state ? [] : [dialect]);
    if (!options.dryRun) await execute(within, plan, change);
    return { statements: statementsOf(plan), warnings };
  };
  return withRetries(() => alone[dialect](opened, work, options.transactions));
}

/** Returns the SQL that creates the tables in an empty database. */
export function schema(dialect: SqlDialect, options: SchemaOptions = {}): string {
  const plan = withState(planSchema(wantedBy(dialect, options), new Map()), [dialect]);
  const statements = statementsOf(plan);
  return statements.map((statement) => `${statement};\n`).join("");
}

function wantedBy(dialect: SqlDialect, options: SchemaOptions): Wanted {
  const layout = resolveLayout(options);
  const own = tableNames.map((name) => layout.tables[name]);
  const records = recordLayouts(declaredTables(options), { dialect, layout });
  return { dialect, layout, tables: [...own, ...records] };
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
  throw new Error(`These tables can't be used as they are. ${problems.join(" ")}`);
}

async function inspect(database: SqlDatabase, { dialect, tables }: Wanted): Promise<Existing> {
  const found = new Map<string, ExistingTable>();
  for (const { table } of tables) {
    const existing = await inspectTable(kyselyClient(database), dialect, table);
    if (existing) found.set(table, existing);
  }
  return found;
}

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

const names: readonly LayoutName[] = ["drizzle", "pg", "supabase"];

/**
 * Refuses to create a second, empty set of tables beside those of another layout: existing users
 * would sign in as new ones.
 */
async function refuseSecondSet(
  database: SqlDatabase,
  { dialect, layout }: Pick<Wanted, "dialect" | "layout">,
  existing: Existing,
): Promise<void> {
  const { user, account } = layout.tables;
  if (existing.has(user.table) || existing.has(account.table)) return;
  for (const name of names) {
    const other = resolveLayout({ layout: name });
    const found = await inspectTable(kyselyClient(database), dialect, other.tables.account.table);
    if (!found || !isAccountTable(other, found)) continue;
    const { tables } = layouts[name];
    throw new Error(
      `This database has the tables ${tables.user} and ${tables.account} of the layout "${name}", and "kysely", the default, would create a second, empty set. ` +
        `Run \`latchkey migrate --layout ${name}\`, and write \`layout: "${name}"\` in the options of SqlAdapter() and migrate(). To create new tables all the same, name the layout: \`--layout kysely\` or \`layout: "kysely"\`.`,
    );
  }
}

/** An application may have another table called accounts. */
function isAccountTable(
  { tables: { account } }: ResolvedLayout,
  { columns }: { readonly columns: ReadonlyMap<string, unknown> },
): boolean {
  return account.primaryKey.every((field) => columns.has(account.column(field)));
}
