import type { ExistingIndex, ExistingTable } from "./inspect.js";
import { indexName } from "./layout.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { Field, SqlDialect } from "./model.js";
import { sql, textIn } from "./sql.js";
import type { Sql } from "./sql.js";
import { columnType } from "./types.js";

/** The existing tables, by their names in the database. */
export type Existing = ReadonlyMap<string, ExistingTable>;

/** The statements that add what is missing. Nothing that exists is changed or dropped. */
export interface SchemaPlan {
  /** Tables, columns, and the indexes of new tables. */
  tables: readonly string[];
  /** Indexes of tables that may be large. */
  indexes: readonly IndexStep[];
}

export interface IndexStep {
  statement: string;
  /** Removes what is left if it fails halfway. */
  undo?: string;
}

/** The tables in an order in which they can be created. */
export interface Wanted {
  readonly dialect: SqlDialect;
  readonly layout: ResolvedLayout;
  readonly tables: readonly TableLayout[];
}

export function planSchema(
  { dialect, layout, tables: all }: Wanted,
  existing: Existing,
): SchemaPlan {
  const { user } = layout.tables;
  const existingId = existing.get(user.table)?.columns.get(user.column("id"))?.type;
  const plan: Plan = { dialect, layout, existingId };
  const tables = all.flatMap((table) => {
    const found = existing.get(table.table);
    if (found) return [...addColumns(plan, table, found), ...addOwners(plan, table, found)];
    const indexes = missingIndexes(plan, table, primaryKeyOf(table));
    return [createTable(plan, table), ...indexes.map(({ statement }) => statement)];
  });
  const indexes = all.flatMap((table) => {
    const found = existing.get(table.table);
    return found ? indexSteps(plan, table, found) : [];
  });
  return { tables, indexes };
}

interface Plan {
  dialect: SqlDialect;
  layout: ResolvedLayout;
  /** The id type of an existing user table. */
  existingId: string | undefined;
}

const written = ({ dialect }: Pick<Plan, "dialect">, statement: Sql): string =>
  textIn(dialect, statement).sql;

function createTable(plan: Plan, table: TableLayout): string {
  const parts = Object.entries(table.fields).map(([name, field]) => {
    const end = field.required ? sql`${defaultOf(plan, field) ?? sql``} not null` : sql``;
    return sql`${columnIn(plan, table, name)}${end}`;
  });
  if (!hasKeyInColumn(plan, table)) {
    const name = sql.id(indexName(table, ["pkey"]));
    parts.push(sql`constraint ${name} primary key (${columnsIn(table, table.primaryKey)})`);
  }
  parts.push(...table.owners.map((owner) => ownerKey(table, owner)));
  return written(plan, sql`create table ${sql.table(table.table)} (${sql.join(parts)})`);
}

/** The name and the type of a column. */
function columnIn(plan: Plan, table: TableLayout, name: string): Sql {
  const { ids } = plan.layout;
  const kind = table.fields[name]?.kind ?? "text";
  const type = columnType(kind, { ...plan, ids, sqliteDates: table.sqliteDates });
  return sql`${sql.id(table.column(name))} ${sql.raw(type)}`;
}

const columnsIn = (table: TableLayout, fields: readonly string[]): Sql =>
  sql.join(fields.map((field) => sql.id(table.column(field))));

/** Rows that belong to a user or to another row are deleted with it. */
function ownerKey(table: TableLayout, owner: TableLayout["owners"][number]): Sql {
  const column = table.column(owner.field);
  const name = sql.id(indexName(table, [column, "fkey"]));
  const target = sql`${sql.table(owner.table)} (${sql.id(owner.column)})`;
  return sql`constraint ${name} foreign key (${sql.id(column)}) references ${target} on delete cascade`;
}

/** SQLite numbers rows only if the column itself is declared as the key. */
function hasKeyInColumn({ dialect, layout }: Plan, { primaryKey, fields }: TableLayout): boolean {
  const isId = primaryKey.some((field) => fields[field]?.kind === "id");
  return isId && dialect === "sqlite" && layout.ids === "number";
}

/** MySQL allows no default on long texts; the value is filled in when the row is read. */
function defaultOf({ dialect }: Plan, { kind, default: value }: Field): Sql | undefined {
  if (value === undefined || (kind === "text" && dialect === "mysql")) return undefined;
  if (typeof value !== "string") {
    const isNumber = typeof value === "boolean" && dialect === "sqlite";
    return sql.raw(` default ${isNumber ? Number(value) : value}`);
  }
  const text = dialect === "mysql" ? value.replaceAll("\\", "\\\\") : value;
  return sql.raw(` default '${text.replaceAll("'", "''")}'`);
}

function addColumns(plan: Plan, table: TableLayout, found: ExistingTable): string[] {
  const missing = Object.entries(table.fields).filter(
    ([field]) => !found.columns.has(table.column(field)),
  );
  return missing.map(([name, field]) => {
    const value = defaultOf(plan, field);
    // Rows that are there have no value.
    const end = value ? sql`${value} not null` : sql``;
    const column = sql`${columnIn(plan, table, name)}${end}`;
    return written(plan, sql`alter table ${sql.table(table.table)} add column ${column}`);
  });
}

/** SQLite can't add a foreign key to an existing table. */
function addOwners(plan: Plan, table: TableLayout, found: ExistingTable): string[] {
  if (plan.dialect === "sqlite") return [];
  const change = sql`alter table ${sql.table(table.table)} add `;
  return missingOwners(table, found).map((owner) =>
    written(plan, sql`${change}${ownerKey(table, owner)}`),
  );
}

/** The owners that rows of a table aren't deleted with yet. */
export function missingOwners(table: TableLayout, found: ExistingTable): TableLayout["owners"] {
  if (!table.isOfRecords) return [];
  return table.owners.filter(({ field }) => !found.cascades.includes(table.column(field)));
}

interface MissingIndex {
  name: string;
  statement: string;
}

function missingIndexes(
  plan: Plan,
  table: TableLayout,
  found: readonly ExistingIndex[],
): MissingIndex[] {
  const unique = [table.primaryKey, ...table.unique].map((fields) => ({ fields, unique: true }));
  const plain = table.indexes.map((fields) => ({ fields, unique: false }));
  return [...unique, ...plain].flatMap(({ fields, unique }) => {
    const columns = fields.map((field) => table.column(field));
    if (found.some((index) => serves(index, columns, unique))) return [];
    const name = indexName(table, [...columns, unique ? "key" : "idx"]);
    const place = sql`${sql.table(table.table)} (${columnsIn(table, fields)})`;
    const kind = sql.raw(unique ? "unique index" : "index");
    return [{ name, statement: written(plan, sql`create ${kind} ${sql.id(name)} on ${place}`) }];
  });
}

/**
 * PostgreSQL blocks writes while it builds an index, unless it is built concurrently. MySQL doesn't
 * block.
 */
function indexSteps(plan: Plan, table: TableLayout, found: ExistingTable): IndexStep[] {
  const missing = missingIndexes(plan, table, found.indexes);
  if (plan.dialect !== "postgres") return missing.map(({ statement }) => ({ statement }));
  return missing.flatMap(({ name, statement }) => {
    const path = sql.id(...table.table.split(".").slice(0, -1), name);
    const undo = written(plan, sql`drop index concurrently if exists ${path}`);
    const concurrent = statement.replace(/^create (unique )?index/, "$& concurrently");
    const rest = found.broken.includes(name) ? [{ statement: undo }] : [];
    return [...rest, { statement: concurrent, undo }];
  });
}

/**
 * A unique index needs exactly these columns, in any order; other indexes may have more columns
 * after them.
 */
function serves(index: ExistingIndex, columns: readonly string[], unique: boolean): boolean {
  if (!unique) return columns.every((column, position) => index.columns[position] === column);
  return (
    index.unique &&
    index.columns.length === columns.length &&
    columns.every((column) => index.columns.includes(column))
  );
}

const primaryKeyOf = (table: TableLayout): ExistingIndex[] => [
  { columns: table.primaryKey.map((field) => table.column(field)), unique: true },
];
