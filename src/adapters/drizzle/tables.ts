import {
  Column as DrizzleColumn,
  getTableColumns,
  getTableName,
  is,
  Table as DrizzleTable,
} from "drizzle-orm";
import { layouts, resolveLayout } from "../sql/layout.js";
import type { Layout, ResolvedLayout, TableLayout } from "../sql/layout.js";
import { model, tableNames } from "../sql/model.js";
import type { SqlDialect, TableName } from "../sql/model.js";
import { columnFor, fieldOf, isNumber } from "./column.js";
import type { Column, Table } from "./drizzle-types.js";
import type { DrizzleTables } from "./types.js";

/** Returns a column's name in the database, which `drizzle({ casing })` can change. */
export type NameOf = (column: Column) => string;

interface Surroundings {
  readonly dialect: SqlDialect;
  readonly nameOf: NameOf;
}

const members = {
  user: "usersTable",
  account: "accountsTable",
  session: "sessionsTable",
  verificationToken: "verificationTokensTable",
  authenticator: "authenticatorsTable",
} as const satisfies Record<TableName, keyof DrizzleTables>;

/** The given tables; missing ones are as in Auth.js's documentation. */
export function layoutOf(given: DrizzleTables, surroundings: Surroundings): ResolvedLayout {
  const records = Object.entries(given.recordTables ?? {});
  const own = tableNames.flatMap((name) => {
    const table = given[members[name]];
    return table ? [[name, checked(members[name], table)] as const] : [];
  });
  const all = [...own, ...records];
  const layout: Layout = {
    ...layouts.drizzle,
    tables: { ...layouts.drizzle.tables, ...Object.fromEntries(all.map(pathIn)) },
    columns: Object.fromEntries(all.map(([name, table]) => [name, columnsOf(table, surroundings)])),
  };
  const resolved = resolveLayout({ layout });
  const tables = { ...resolved.tables };
  for (const name of tableNames) tables[name] = asByDefault(tables[name]);
  for (const [name, table] of own) {
    tables[name] = asGiven(tables[name], { name, table }, surroundings);
  }
  return { ...resolved, tables, given: layout, ...idsIn(given.usersTable, surroundings) };
}

function checked(member: string, table: unknown): Table {
  if (is(table, DrizzleTable)) return table;
  throw new TypeError(
    `\`${member}\` isn't a Drizzle table. Pass the table itself: \`DrizzleAdapter(db, { ${member}: ${member.replace("Table", "")} })\`.`,
  );
}

const pathIn = ([name, table]: readonly [string, Table]): [string, string] => {
  const schema: unknown = Reflect.get(table, Symbol.for("drizzle:Schema"));
  const called = getTableName(table);
  return [name, typeof schema === "string" ? `${schema}.${called}` : called];
};

function columnsOf(table: Table, { nameOf }: Surroundings): Record<string, string> {
  const columns = Object.entries(columnsIn(table));
  return Object.fromEntries(columns.map(([field, column]) => [field, nameOf(column)]));
}

/** Auth.js's own tables have no columns for these. */
const later = new Set(["expires_in", "authorization_details"]);

function asByDefault(table: TableLayout): TableLayout {
  const fields = Object.entries(table.fields).filter(([name]) => !later.has(name));
  return { ...table, closed: true, fields: Object.fromEntries(fields) };
}

function asGiven(
  layout: TableLayout,
  { name, table }: { name: TableName; table: Table },
  { dialect }: Surroundings,
): TableLayout {
  const columns = columnsIn(table);
  const { fields: known } = model[name];
  for (const [field, { kind, required }] of Object.entries(known)) {
    if (Object.hasOwn(columns, field) || !(required || essential.has(field))) continue;
    throw new TypeError(
      `\`${members[name]}\` (${layout.table}) has no column \`${field}\`. Add it to the table, as \`${field}: ${columnFor(kind, { dialect, name: field })}\`, and run your migration.`,
    );
  }
  const fields = Object.entries(columns).map(
    ([field, column]) => [field, fieldOf(column, known[field], dialect)] as const,
  );
  return { ...layout, fields: Object.fromEntries(fields) };
}

/** Without these, a user can't be found, or their address can't be marked as verified. */
const essential = new Set(["email", "emailVerified"]);

function idsIn(
  users: Table | undefined,
  { dialect }: Surroundings,
): Pick<ResolvedLayout, "ids" | "newId"> {
  const id = users && columnsIn(users)["id"];
  if (!id) return { ids: "text" };
  const { defaultFn, hasDefault } = id;
  const ids = isNumber(id) ? "number" : "text";
  if (defaultFn) return { ids, newId: defaultFn };
  // Other databases return a generated id only if it is a number.
  const byDatabase = hasDefault && dialect === "postgres";
  return byDatabase ? { ids, newId: () => undefined } : { ids };
}

/** The SQL type of a user's id. */
export const idTypeIn = (users: Table): string | undefined => columnsIn(users)["id"]?.getSQLType();

function columnsIn(table: Table): Record<string, Column> {
  const columns: [string, unknown][] = Object.entries(getTableColumns(table));
  return Object.fromEntries(columns.filter(isColumn));
}

const isColumn = (entry: [string, unknown]): entry is [string, Column] =>
  is(entry[1], DrizzleColumn);
