import { declaredTables } from "../../core/records/declared.js";
import type { DeclaresTables } from "../../core/records/declared.js";
import type { SqlClient } from "./client.js";
import { inspectTable } from "./inspect.js";
import type { ExistingTable } from "./inspect.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import { tableNames } from "./model.js";
import type { SqlDialect, TableName } from "./model.js";
import { recordLayouts } from "./records/layout.js";

interface Wanted {
  readonly dialect: SqlDialect;
  readonly layout: ResolvedLayout;
  /** The tables of providers and plugins. */
  readonly declared: DeclaresTables;
  readonly toMigrate: string;
}

/** Optional: sessions may be cookies, and not every app has magic links or passkeys. */
const canBeMissing = new Set<TableName>(["session", "verificationToken", "authenticator"]);

/** What the database lacks, in a sentence with the command that adds it; none if it lacks nothing. */
export async function missingSchema(
  client: SqlClient,
  { dialect, layout, declared, toMigrate }: Wanted,
): Promise<string[]> {
  const lacks: string[] = [];
  for (const name of tableNames) {
    const table = layout.tables[name];
    const found = await inspectTable(client, dialect, table.table);
    if (found || !canBeMissing.has(name)) lacks.push(...lackingIn(table, found));
  }
  for (const table of recordLayouts(declaredTables(declared), { dialect, layout })) {
    lacks.push(...lackingIn(table, await inspectTable(client, dialect, table.table)));
  }
  return lacks.length === 0
    ? []
    : [`The database is behind: it lacks ${listOf(lacks)}. ${toMigrate}`];
}

function lackingIn(table: TableLayout, found: ExistingTable | undefined): string[] {
  if (!found) return [`the table ${table.table}`];
  const columns = Object.keys(table.fields)
    .map((field) => table.column(field))
    .filter((column) => !found.columns.has(column))
    .map((column) => `the column ${table.table}.${column}`);
  const keys = [table.primaryKey, ...table.unique]
    .map((fields) => fields.map((field) => table.column(field)))
    .filter((key) => !isKept(key, found))
    .map((key) => `the unique key ${table.table} (${key.join(", ")})`);
  return [...columns, ...keys];
}

/** A unique key on fewer columns is stricter. */
const isKept = (key: readonly string[], { indexes }: ExistingTable): boolean =>
  indexes.some(({ unique, columns }) => unique && columns.every((column) => key.includes(column)));

const listOf = (parts: readonly string[]): string =>
  parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} and ${parts.slice(-1).join("")}`;
