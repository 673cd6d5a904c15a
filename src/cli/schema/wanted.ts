import type { DescribedTables } from "../../adapters/sql/described.js";
import { resolveLayout, type ResolvedLayout, type TableLayout } from "../../adapters/sql/layout.js";
import {
  tableNames,
  type Field,
  type SchemaDialect,
  type SqlDialect,
} from "../../adapters/sql/model.js";
import { recordLayouts } from "../../adapters/sql/records/layout.js";
import { stateTable } from "../../adapters/sql/state/table.js";
import { declaredTables } from "../../core/records/declared.js";
import type { Declared } from "../declared-tables.js";

export type Orm = DescribedTables["orm"];

/** The tables that a configuration needs, for the schema of an ORM. */
export interface WantedTables<Dialect extends SchemaDialect = SchemaDialect> {
  readonly dialect: Dialect;
  readonly layout: ResolvedLayout;
  readonly idType?: string | undefined;
  /** The name of the model of users. */
  readonly users: string;
  /** The tables of users and sessions. They're yours if the adapter found them in your schema. */
  readonly own: readonly TableLayout[];
  /** The tables of providers and plugins, and of shared state. */
  readonly more: readonly TableLayout[];
}

export function wantedTables<Dialect extends SchemaDialect>(
  orm: Orm,
  { dialect, declared }: { dialect: Dialect; declared: Declared },
): WantedTables<Dialect> {
  const described = declared.described?.orm === orm ? declared.described : undefined;
  const layout = described?.layout ?? resolveLayout({ layout: orm });
  const own = described ? [] : tableNames.map((name) => layout.tables[name]);
  const records = recordLayouts(declaredTables(declared), { dialect: laidOutAs[dialect], layout });
  return {
    dialect,
    layout,
    idType: described?.idType,
    users: described?.users ?? pascal(layout.tables.user.table),
    own,
    more: [...records, state(dialect)],
  };
}

/** Indexes are in the order of keys, which those of MySQL and SQL Server end with by themselves. */
const laidOutAs: Readonly<Record<SchemaDialect, SqlDialect>> = {
  ...{ sqlite: "sqlite", postgres: "postgres", mysql: "mysql" },
  ...{ sqlserver: "mysql", cockroachdb: "postgres" },
};

function state(dialect: SchemaDialect): TableLayout {
  const fields: Record<string, Field> = {
    name: { kind: "key", required: true },
    value: { kind: "text", required: true },
    expires: { kind: "integer", required: true },
    ...(dialect === "mysql" && { claim: { kind: "key" } }),
  };
  return {
    ...{ name: stateTable, table: stateTable, fields, primaryKey: ["name"], unique: [] },
    ...{ indexes: [["expires"]], owners: [], sqliteDates: "text" },
    column: (field) => field,
    field: (column) => column,
  };
}

const words = (table: string): string[] =>
  (table.split(".").at(-1) ?? table).split(/[^A-Za-z\d]+/).filter((word) => word !== "");

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `User_second_step` as `UserSecondStep`. */
export const pascal = (table: string): string => words(table).map(capital).join("");

/** `User_second_step` as `userSecondStep`. */
export function camel(table: string): string {
  const name = pascal(table);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The database schema of a table, if it's named. */
export const schemaOf = (table: string): string | undefined =>
  table.includes(".") ? table.split(".", 1)[0] : undefined;

/** What a table says about one of its columns. */
export function columnOf(table: TableLayout, field: string) {
  const isIt = (key: readonly string[]) => key.length === 1 && key[0] === field;
  return {
    column: table.column(field),
    isKey: isIt(table.primaryKey),
    isUnique: table.unique.some(isIt),
  };
}

/** The default of a column, as both ORMs write it. MySQL has none for long texts. */
export function defaultOf(
  { kind, default: value, required }: Field,
  dialect: SchemaDialect,
): string | undefined {
  if (value === undefined || required !== true) return undefined;
  return kind === "text" && dialect === "mysql" ? undefined : `default(${JSON.stringify(value)})`;
}
