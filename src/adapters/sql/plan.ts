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
import type { CreateTableBuilder, Dialect, RawBuilder, SchemaModule } from "./kysely-types.js";
import type { ExistingIndex, ExistingTable } from "./inspect.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { FieldKind, SqlDialect, TableName } from "./model.js";
import { columnType } from "./types.js";

/** The tables there are. */
export type Existing = Readonly<Partial<Record<TableName, ExistingTable>>>;

/** The statements that make what is missing. Nothing that exists is changed or dropped. */
export interface SchemaPlan {
  /** Tables, columns, and the indexes of new tables. */
  tables: readonly string[];
  /** Indexes of tables that may be large. */
  indexes: readonly IndexStep[];
}

export interface IndexStep {
  statement: string;
  /** What removes what is left of it when it fails halfway. */
  undo?: string;
}

export function planSchema(
  dialect: SqlDialect,
  layout: ResolvedLayout,
  existing: Existing,
): SchemaPlan {
  const schema = compilerFor(dialect);
  const plan: Plan = { dialect, layout, schema, existingId: existingIdType(layout, existing) };
  const tables = layout.names.flatMap((name) => {
    const table = layout.tables[name];
    const found = existing[name];
    if (found) return addColumns(plan, table, found);
    const indexes = missingIndexes(plan, table, primaryKeyOf(table));
    return [createTable(plan, table), ...indexes.map(({ statement }) => statement)];
  });
  const indexes = layout.names.flatMap((name) => {
    const [table, found] = [layout.tables[name], existing[name]];
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

/** Writes statements for the dialect; runs none. */
function compilerFor(dialect: SqlDialect): SchemaModule {
  return new Kysely<unknown>({ dialect: dialects[dialect] }).schema;
}

function existingIdType(layout: ResolvedLayout, existing: Existing): string | undefined {
  return existing.user?.columns.get(layout.tables.user.column("id"))?.type;
}

function createTable(plan: Plan, table: TableLayout): string {
  let builder: CreateTableBuilder<string, string> = plan.schema.createTable(table.table);
  for (const [field, { kind, required = false }] of Object.entries(table.fields)) {
    const type = typeOf(kind, plan, table);
    builder = builder.addColumn(table.column(field), type, (column) =>
      required ? column.notNull() : column,
    );
  }
  const keyColumns = table.primaryKey.map((field) => table.column(field));
  builder = builder.addPrimaryKeyConstraint(indexName(table, ["pkey"]), keyColumns);
  return withOwner(plan, table, builder).compile().sql;
}

function typeOf(kind: FieldKind, plan: Plan, table: TableLayout): RawBuilder<unknown> {
  const { ids } = plan.layout;
  return sql.raw(columnType(kind, { ...plan, ids, sqliteDates: table.sqliteDates }));
}

/** Rows that belong to a user go when the user goes. */
function withOwner(
  plan: Plan,
  table: TableLayout,
  builder: CreateTableBuilder<string, string>,
): CreateTableBuilder<string, string> {
  if (table.fields["userId"]?.kind !== "ref") return builder;
  const { user } = plan.layout.tables;
  const column = table.column("userId");
  return builder.addForeignKeyConstraint(
    indexName(table, [column, "fkey"]),
    [column],
    user.table,
    [user.column("id")],
    (key) => key.onDelete("cascade"),
  );
}

function addColumns(plan: Plan, table: TableLayout, found: ExistingTable): string[] {
  const missing = Object.entries(table.fields).filter(
    ([field]) => !found.columns.has(table.column(field)),
  );
  return missing.map(([field, { kind }]) => {
    const type = typeOf(kind, plan, table);
    const change = plan.schema.alterTable(table.table).addColumn(table.column(field), type);
    return change.compile().sql;
  });
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

/** PostgreSQL lets nobody write while it builds an index, unless it is told to. MySQL does by itself. */
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

/** A unique index needs exactly these columns, in any order; another may go on after them. */
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

const indexName = (table: TableLayout, parts: readonly string[]): string =>
  [table.table.split(".").at(-1), ...parts].join("_");
