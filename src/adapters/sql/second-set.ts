import type { SqlDatabase } from "./database.js";
import { inspectTable } from "./inspect.js";
import { layouts, resolveLayout } from "./layout.js";
import type { LayoutName, ResolvedLayout } from "./layout.js";
import type { Existing, Wanted } from "./plan.js";

const names: readonly LayoutName[] = ["drizzle", "pg", "supabase"];

/**
 * Nobody said what the tables are called, and those of another layout exist: a second, empty set beside them would sign
 * users in as new ones.
 */
export async function refuseSecondSet(
  database: SqlDatabase,
  { dialect, layout }: Pick<Wanted, "dialect" | "layout">,
  existing: Existing,
): Promise<void> {
  const { user, account } = layout.tables;
  if (existing.has(user.table) || existing.has(account.table)) return;
  for (const name of names) {
    const other = resolveLayout({ layout: name });
    const found = await inspectTable(database, dialect, other.tables.account.table);
    if (!found || !isAccountTable(other, found)) continue;
    const { tables } = layouts[name];
    throw new Error(
      `This database has the tables ${tables.user} and ${tables.account} of the layout "${name}", and "kysely", the default, would create a second, empty set. ` +
        `Run \`latchkey migrate --layout ${name}\`, and write \`layout: "${name}"\` in the options of SqlAdapter() and migrate(). To create new tables all the same, name the layout: \`--layout kysely\` or \`layout: "kysely"\`.`,
    );
  }
}

/** An application may have accounts of another kind. */
function isAccountTable(
  { tables: { account } }: ResolvedLayout,
  { columns }: { readonly columns: ReadonlyMap<string, unknown> },
): boolean {
  return account.primaryKey.every((field) => columns.has(account.column(field)));
}
