import type { JsonValue } from "../../types/common.js";
import { model, tableNames } from "./model.js";
import type { Field, FieldKind, SqlDialect, TableModel, TableName } from "./model.js";

/** What the tables and columns are called, and who makes the ids of users. */
export interface Layout {
  /**
   * A name, or `schema.name` on PostgreSQL. The table of a provider or plugin has the name that is declared, in the
   * schema of the users, unless you give it another here: `{ password: "credentials" }`.
   */
  tables: Readonly<Record<TableName, string> & Partial<Record<string & {}, string>>>;
  /** Columns that are not called as their field, such as `{ user: { emailVerified: "email_verified" } }`. */
  columns?: Readonly<Partial<Record<TableName | (string & {}), Readonly<Record<string, string>>>>>;
  /** `text`: ids are made by the library. `number`: the database numbers its users. */
  ids?: "text" | "number";
  /** How SQLite keeps dates: as ISO 8601 text (the default), or as milliseconds since 1970. */
  sqliteDates?: SqliteDates;
  /**
   * Fill in columns of your own that must have a value and have no default, as the client of an ORM does: `id` with a
   * random one, dates with the time. The tables are looked at once, when a row is first written.
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
 * The layouts of the peer's adapters, for a database that was made for them: `kysely`, `prisma`, `drizzle`, `pg` and
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

/** What a column of your own holds. */
export type ColumnKind = Exclude<FieldKind, "id" | "ref">;

/** Columns of your own: `{ role: "text" }`. */
export type OwnColumns = Readonly<Record<string, ColumnKind>>;

/** Columns of your own, by table and field: `{ user: { role: "text" } }`. */
export type ExtraFields = Readonly<Partial<Record<TableName, OwnColumns>>>;

/** What `SqlAdapter`, `migrate` and `schema` need to know about the tables. */
export interface LayoutOptions {
  /** The name of a layout, or one of your own. Default `kysely`. */
  layout?: LayoutName | Layout | undefined;
  /** Columns of your own in the table of users, which `migrate` adds, rows carry and types know. */
  user?: OwnColumns;
  /** Columns of your own in any table, which `migrate` adds and rows carry. */
  extraFields?: ExtraFields;
}

export interface SqlAdapterOptions extends LayoutOptions {
  /** Which database it is, where the Kysely dialect does not tell. */
  dialect?: SqlDialect;
  /**
   * False for a database that has no transactions, such as Cloudflare D1: statements run one by one, and a sign-up
   * that fails halfway is undone by further statements. @default true
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

/** What the columns hold, by their kinds. Rows from before a column was added have none. */
export type ColumnValues<Own> = {
  [Name in keyof Own]: Own[Name] extends ColumnKind ? ValueOf[Own[Name]] | null : never;
};

/** One table with its names filled in. */
export interface TableLayout extends TableModel {
  name: string;
  table: string;
  sqliteDates: SqliteDates;
  column(field: string): string;
  field(column: string): string;
  /** What its rows belong to, and are deleted with. */
  owners: readonly Owner[];
  /** Whether the foreign keys of a table that exists are looked after. Those of the layouts' own have others do it. */
  keepsOwners?: true;
}

interface Owner {
  field: string;
  table: string;
  column: string;
}

export interface ResolvedLayout {
  tables: Readonly<Record<TableName, TableLayout>>;
  ids: "text" | "number";
  fill: boolean;
  /** As it was given: it may name tables and columns of records, too. */
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

/** What the columns of a table are called, and how it keeps dates. */
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
