import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { ExistingIndex, ExistingTable } from "./inspect.js";
import type {
  ColumnDefinitionBuilder,
  CreateTableBuilder,
  Dialect,
  RawBuilder,
  SchemaModule,
} from "./kysely-types.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { Field, FieldKind, SqlDialect } from "./model.js";
import { indexName } from "./layout.js";
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
  const schema = compilerFor(dialect);
  const plan: Plan = { dialect, layout, schema, existingId: existingIdType(layout, existing) };
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
  schema: SchemaModule;
  existingId: string | undefined;
}

const dialects: Readonly<Record<SqlDialect, Dialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  mysql: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new MysqlIntrospector(database),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
};

/** Compiles statements for the dialect without running them. */
function compilerFor(dialect: SqlDialect): SchemaModule {
  return new Kysely<unknown>({ dialect: dialects[dialect] }).schema;
}

function existingIdType(layout: ResolvedLayout, existing: Existing): string | undefined {
  const { user } = layout.tables;
  return existing.get(user.table)?.columns.get(user.column("id"))?.type;
}

function createTable(plan: Plan, table: TableLayout): string {
  let builder: CreateTableBuilder<string, string> = plan.schema.createTable(table.table);
  for (const [name, field] of Object.entries(table.fields)) {
    const type = typeOf(field.kind, plan, table);
    builder = builder.addColumn(table.column(name), type, (column) =>
      field.required === true ? withDefault(plan, field, column).notNull() : column,
    );
  }
  if (!hasKeyInColumn(plan, table)) {
    const keyColumns = table.primaryKey.map((field) => table.column(field));
    builder = builder.addPrimaryKeyConstraint(indexName(table, ["pkey"]), keyColumns);
  }
  return withOwners(table, builder).compile().sql;
}

/** SQLite numbers rows only if the column itself is declared as the key. */
function hasKeyInColumn({ dialect, layout }: Plan, { primaryKey, fields }: TableLayout): boolean {
  const isId = primaryKey.some((field) => fields[field]?.kind === "id");
  return isId && dialect === "sqlite" && layout.ids === "number";
}

function typeOf(kind: FieldKind, plan: Plan, table: TableLayout): RawBuilder<unknown> {
  const { ids } = plan.layout;
  return sql.raw(columnType(kind, { ...plan, ids, sqliteDates: table.sqliteDates }));
}

/** Rows that belong to a user or to another row are deleted with it. */
function withOwners(
  table: TableLayout,
  builder: CreateTableBuilder<string, string>,
): CreateTableBuilder<string, string> {
  return table.owners.reduce((built, owner) => {
    const column = table.column(owner.field);
    const name = indexName(table, [column, "fkey"]);
    return built.addForeignKeyConstraint(name, [column], owner.table, [owner.column], (key) =>
      key.onDelete("cascade"),
    );
  }, builder);
}

/** MySQL allows no default on long texts; the value is filled in when the row is read. */
function withDefault(
  { dialect }: Plan,
  { kind, default: value }: Field,
  column: ColumnDefinitionBuilder,
): ColumnDefinitionBuilder {
  if (value === undefined || (kind === "text" && dialect === "mysql")) return column;
  return column.defaultTo(
    typeof value === "boolean" && dialect === "sqlite" ? Number(value) : value,
  );
}

function addColumns(plan: Plan, table: TableLayout, found: ExistingTable): string[] {
  const missing = Object.entries(table.fields).filter(
    ([field]) => !found.columns.has(table.column(field)),
  );
  return missing.map(([name, field]) => {
    const type = typeOf(field.kind, plan, table);
    const change = plan.schema
      .alterTable(table.table)
      .addColumn(table.column(name), type, (column) => {
        const filled = withDefault(plan, field, column);
        return filled === column ? column : filled.notNull();
      });
    return change.compile().sql;
  });
}

/** SQLite can't add a foreign key to an existing table. */
function addOwners(plan: Plan, table: TableLayout, found: ExistingTable): string[] {
  if (plan.dialect === "sqlite") return [];
  return missingOwners(table, found).map((owner) => {
    const column = table.column(owner.field);
    const name = indexName(table, [column, "fkey"]);
    const change = plan.schema.alterTable(table.table);
    const added = change.addForeignKeyConstraint(name, [column], owner.table, [owner.column]);
    return added.onDelete("cascade").compile().sql;
  });
}

/** The owners that rows of a table aren't deleted with yet. */
export function missingOwners(table: TableLayout, found: ExistingTable): TableLayout["owners"] {
  if (table.keepsOwners !== true) return [];
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
    const creation = plan.schema.createIndex(name).on(table.table).columns(columns);
    return [{ name, statement: (unique ? creation.unique() : creation).compile().sql }];
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
    const path = [...table.table.split(".").slice(0, -1), name];
    const undo = `drop index concurrently if exists ${path.map(quoted).join(".")}`;
    const concurrent = statement.replace(/^create (unique )?index/, "$& concurrently");
    const rest = found.broken.includes(name) ? [{ statement: undo }] : [];
    return [...rest, { statement: concurrent, undo }];
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

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
