import { model, tableNames } from "./model.js";
import type { Field, FieldKind, TableModel, TableName } from "./model.js";

/** What the tables and columns are called, and who makes the ids of users. */
export interface Layout {
  /** A name, or `schema.name` on PostgreSQL. */
  tables: Readonly<Record<TableName, string>>;
  /** Columns that are not called as their field, such as `{ user: { emailVerified: "email_verified" } }`. */
  columns?: Readonly<Partial<Record<TableName, Readonly<Record<string, string>>>>>;
  /** `text`: ids are made by the library. `number`: the database numbers its users. */
  ids?: "text" | "number";
  /** How SQLite keeps dates: as ISO 8601 text (the default), or as milliseconds since 1970. */
  sqliteDates?: SqliteDates;
}

export type SqliteDates = "text" | "milliseconds";

/**
 * The layouts of the peer's adapters, for a database that they made: `kysely` (also Prisma's),
 * `drizzle` and `pg`.
 */
export const layouts = {
  kysely: {
    tables: {
      user: "User",
      account: "Account",
      session: "Session",
      verificationToken: "VerificationToken",
      authenticator: "Authenticator",
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

/** Columns of your own, by table and field: `{ user: { role: "text" } }`. */
export type ExtraFields = Readonly<
  Partial<Record<TableName, Readonly<Record<string, Exclude<FieldKind, "id" | "ref">>>>>
>;

/** What `SqlAdapter`, `migrate` and `schema` need to know about the tables. */
export interface LayoutOptions {
  /** The name of a layout, or one of your own. Default `kysely`. */
  layout?: LayoutName | Layout;
  /** Columns of your own, which `migrate` adds and rows carry. */
  extraFields?: ExtraFields;
}

/** One table with its names filled in. */
export interface TableLayout extends TableModel {
  name: TableName;
  table: string;
  sqliteDates: SqliteDates;
  column(field: string): string;
  field(column: string): string;
}

export interface ResolvedLayout {
  tables: Readonly<Record<TableName, TableLayout>>;
  ids: "text" | "number";
}

export function resolveLayout(options: LayoutOptions): ResolvedLayout {
  const choice = options.layout ?? "kysely";
  const layout: Layout = typeof choice === "string" ? layouts[choice] : choice;
  const table = (name: TableName): TableLayout => tableLayout(name, layout, options.extraFields);
  const [user, account, session, verificationToken, authenticator] = tableNames;
  return {
    ids: layout.ids ?? "text",
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
  const columns = new Map(Object.entries(layout.columns?.[name] ?? {}));
  const fields = new Map(Array.from(columns, ([field, column]) => [column, field]));
  return {
    ...model[name],
    fields: { ...model[name].fields, ...extraFieldsOf(extra[name]) },
    name,
    table: layout.tables[name],
    sqliteDates: layout.sqliteDates ?? "text",
    column: (field) => columns.get(field) ?? field,
    field: (column) => fields.get(column) ?? column,
  };
}

function extraFieldsOf(kinds: Readonly<Record<string, FieldKind>> = {}): Record<string, Field> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind }]));
}
