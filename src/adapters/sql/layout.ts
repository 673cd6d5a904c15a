import type { JsonValue } from "../../types/common.js";
import {
  model,
  tableNames,
  type Field,
  type FieldKind,
  type SqlDialect,
  type TableModel,
  type TableName,
} from "./model.js";

/** The names of tables and columns, and who generates the ids of users. */
export interface Layout {
  /**
   * A name, or `schema.name` on PostgreSQL. The table of a provider or plugin has its declared
   * name, in the schema of the users, unless you rename it here: `{ password: "credentials" }`.
   */
  tables: Readonly<Record<TableName, string> & Partial<Record<string & {}, string>>>;
  /**
   * Columns with other names than their fields, such as `{ user: { emailVerified: "email_verified"
   * } }`.
   */
  columns?: Readonly<Partial<Record<TableName | (string & {}), Readonly<Record<string, string>>>>>;
  /** `text`: the library generates ids. `number`: the database numbers its users. */
  ids?: "text" | "number";
  /** How SQLite keeps dates: as ISO 8601 text (the default), or as milliseconds since 1970. */
  sqliteDates?: SqliteDates;
  /**
   * Fills in your own required columns without a default, as an ORM's client does: `id` with a
   * random one, dates with the current time. The tables are inspected once, before the first write.
   */
  fill?: boolean;
}

export type SqliteDates = "text" | "milliseconds";

const capitalised = {
  user: "User",
  account: "Account",
  session: "Session",
  verificationToken: "VerificationToken",
  authenticator: "Authenticator",
};

/**
 * The layouts of Auth.js's adapters, for their databases: `kysely`, `prisma`, `drizzle`, `pg` and
 * `supabase`.
 */
export const layouts = {
  kysely: { tables: capitalised },
  prisma: { tables: capitalised, fill: true },
  supabase: {
    tables: {
      user: "next_auth.users",
      account: "next_auth.accounts",
      session: "next_auth.sessions",
      verificationToken: "next_auth.verification_tokens",
      authenticator: "next_auth.authenticators",
    },
  },
  drizzle: {
    tables: {
      user: "user",
      account: "account",
      session: "session",
      verificationToken: "verificationToken",
      authenticator: "authenticator",
    },
    sqliteDates: "milliseconds",
  },
  pg: {
    tables: {
      user: "users",
      account: "accounts",
      session: "sessions",
      verificationToken: "verification_token",
      authenticator: "authenticators",
    },
    ids: "number",
  },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof layouts;

/** The type of one of your own columns. */
export type ColumnKind = Exclude<FieldKind, "id" | "ref">;

/** Your own columns: `{ role: "text" }`. */
export type OwnColumns = Readonly<Record<string, ColumnKind>>;

/** Your own columns by table and field: `{ user: { role: "text" } }`. */
export type ExtraFields = Readonly<Partial<Record<TableName, OwnColumns>>>;

/** The options of `SqlAdapter`, `migrate` and `schema` about tables. */
export interface LayoutOptions {
  /** The name of a layout, or your own. @default kysely */
  layout?: LayoutName | Layout | undefined;
  /**
   * Your own columns in the user table: `migrate` adds them, rows contain them, and types know
   * them.
   */
  user?: OwnColumns;
  /** Your own columns in any table: `migrate` adds them, and rows contain them. */
  extraFields?: ExtraFields;
}

export interface SqlAdapterOptions extends LayoutOptions {
  /** The database, if the Kysely dialect isn't recognized. */
  dialect?: SqlDialect;
  /**
   * Set false for a database without transactions, such as Cloudflare D1: statements run one by
   * one, and the steps of a failed sign-up are undone. @default true
   */
  transactions?: boolean;
}

interface ValueOf {
  key: string;
  credential: string;
  text: string;
  integer: number;
  boolean: boolean;
  date: Date;
  json: JsonValue;
}

/** The values of your own columns, by their kinds. Null in rows that are older than the column. */
export type ColumnValues<Own> = {
  [Name in keyof Own]: Own[Name] extends ColumnKind ? ValueOf[Own[Name]] | null : never;
};

/** A table with all names resolved. */
export interface TableLayout extends TableModel {
  name: string;
  table: string;
  sqliteDates: SqliteDates;
  column(field: string): string;
  field(column: string): string;
  /** The rows that its rows belong to, and are deleted with. */
  owners: readonly Owner[];
  /** Whether keys may have a collation that treats `A` as `a`, the default in MySQL. */
  collatedKeys?: true | undefined;
  /** Whether rows are read and written by these fields only, as by an ORM with its own schema. */
  closed?: true;
  /**
   * Whether it's a table of a provider or plugin, which only the library creates: it has their
   * columns, and foreign keys that it lacks are added. Those of the known layouts are left alone.
   */
  isOfRecords?: true;
}

interface Owner {
  field: string;
  table: string;
  column: string;
}

export interface ResolvedLayout {
  tables: Readonly<Record<TableName, TableLayout>>;
  ids: "text" | "number";
  /** Generates the id of a new user, if the library doesn't; undefined lets the database do it. */
  newId?: (() => unknown) | undefined;
  fill: boolean;
  /** As in its tables, for record tables. */
  collatedKeys?: true | undefined;
  /** The layout as given, which may name record tables and columns, too. */
  given: Layout;
}

export function resolveLayout(options: LayoutOptions): ResolvedLayout {
  const choice = options.layout ?? "kysely";
  const layout: Layout = typeof choice === "string" ? layouts[choice] : choice;
  const extra = { ...options.extraFields, user: { ...options.extraFields?.user, ...options.user } };
  const table = (name: TableName): TableLayout => tableLayout(name, layout, extra);
  const [user, account, session, verificationToken, authenticator] = tableNames;
  return {
    ids: layout.ids ?? "text",
    fill: layout.fill ?? false,
    given: layout,
    tables: {
      user: table(user),
      account: table(account),
      session: table(session),
      verificationToken: table(verificationToken),
      authenticator: table(authenticator),
    },
  };
}

function tableLayout(name: TableName, layout: Layout, extra: ExtraFields = {}): TableLayout {
  const fields = { ...model[name].fields, ...extraFieldsOf(extra[name]) };
  const user = { table: layout.tables.user, column: layout.columns?.user?.["id"] ?? "id" };
  return {
    ...model[name],
    fields,
    name,
    table: layout.tables[name],
    owners: fields["userId"]?.kind === "ref" ? [{ field: "userId", ...user }] : [],
    ...namesIn(layout, name),
  };
}

/** The column names of a table, and how it stores dates. */
export function namesIn(
  layout: Layout,
  name: string,
): Pick<TableLayout, "sqliteDates" | "column" | "field"> {
  const given = new Map(Object.entries(layout.columns ?? {})).get(name) ?? {};
  const columns = new Map(Object.entries(given));
  const fields = new Map(Array.from(columns, ([field, column]) => [column, field]));
  return {
    sqliteDates: layout.sqliteDates ?? "text",
    column: (field) => columns.get(field) ?? field,
    field: (column) => fields.get(column) ?? column,
  };
}

function extraFieldsOf(kinds: Readonly<Record<string, FieldKind>> = {}): Record<string, Field> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind }]));
}

/** PostgreSQL truncates longer names, so two could collide. */
const longestName = 63;

export function indexName(table: TableLayout, parts: readonly string[]): string {
  const name = [table.table.split(".").at(-1), ...parts].join("_");
  if (name.length <= longestName) return name;
  const hash = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
  return `${name.slice(0, longestName - 9)}_${hash.toString(36)}`;
}
