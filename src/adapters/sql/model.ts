/** The databases of the SQL adapter. MariaDB counts as `mysql`, PGlite as `postgres`. */
export type SqlDialect = "sqlite" | "postgres" | "mysql";

/** The databases that a schema can be printed for. SQL Server and CockroachDB are used through Prisma's models. */
export type SchemaDialect = SqlDialect | "sqlserver" | "cockroachdb";

export type TableName = "user" | "account" | "session" | "verificationToken" | "authenticator";

/**
 * The type of a column. `key` is a short text that can be indexed, `credential` a longer one in
 * ASCII, `id` the number or text of a user, `ref` the same in a row that belongs to a user.
 */
export type FieldKind =
  | "id"
  | "ref"
  | "key"
  | "credential"
  | "text"
  | "integer"
  | "boolean"
  | "date"
  | "json";

export interface Field {
  kind: FieldKind;
  required?: boolean;
  /** A constant that the database fills in. */
  default?: string | number | boolean;
  /** Converts values for an ORM's column, if its form isn't the kind's. Never called for null. */
  encode?: (value: unknown) => unknown;
  decode?: (value: unknown) => unknown;
  /** An array of PostgreSQL: of an enum's names, which drivers don't read, or of other values. */
  list?: "names" | "values";
  /** The values that an ORM's client generates for a new row, and at every change. */
  onInsert?: () => unknown;
  onUpdate?: () => unknown;
}

export interface TableModel {
  fields: Readonly<Record<string, Field>>;
  primaryKey: readonly string[];
  unique: readonly (readonly string[])[];
  indexes: readonly (readonly string[])[];
}

/** The tables, in an order in which they can be created. */
export const model: Readonly<Record<TableName, TableModel>> = {
  user: {
    fields: {
      id: { kind: "id", required: true },
      name: { kind: "text" },
      email: { kind: "key" },
      emailVerified: { kind: "date" },
      image: { kind: "text" },
    },
    primaryKey: ["id"],
    unique: [["email"]],
    indexes: [],
  },
  account: {
    fields: {
      userId: { kind: "ref", required: true },
      type: { kind: "key", required: true },
      provider: { kind: "key", required: true },
      providerAccountId: { kind: "key", required: true },
      refresh_token: { kind: "text" },
      access_token: { kind: "text" },
      expires_at: { kind: "integer" },
      expires_in: { kind: "integer" },
      token_type: { kind: "text" },
      scope: { kind: "text" },
      id_token: { kind: "text" },
      session_state: { kind: "text" },
      authorization_details: { kind: "json" },
    },
    primaryKey: ["provider", "providerAccountId"],
    unique: [],
    indexes: [["userId"]],
  },
  session: {
    fields: {
      sessionToken: { kind: "key", required: true },
      userId: { kind: "ref", required: true },
      expires: { kind: "date", required: true },
    },
    primaryKey: ["sessionToken"],
    unique: [],
    indexes: [["userId"], ["expires"]],
  },
  verificationToken: {
    fields: {
      identifier: { kind: "key", required: true },
      token: { kind: "key", required: true },
      expires: { kind: "date", required: true },
    },
    primaryKey: ["identifier", "token"],
    unique: [],
    indexes: [["expires"]],
  },
  authenticator: {
    fields: {
      credentialID: { kind: "credential", required: true },
      userId: { kind: "ref", required: true },
      providerAccountId: { kind: "text", required: true },
      credentialPublicKey: { kind: "text", required: true },
      counter: { kind: "integer", required: true },
      credentialDeviceType: { kind: "text", required: true },
      credentialBackedUp: { kind: "boolean", required: true },
      transports: { kind: "text" },
    },
    primaryKey: ["credentialID"],
    unique: [],
    indexes: [["userId"]],
  },
};

/** The names, in an order in which the tables can be created. */
export const tableNames = [
  "user",
  "account",
  "session",
  "verificationToken",
  "authenticator",
] as const satisfies readonly TableName[];

/** A column that an ORM's client fills in and the database doesn't: `id` or a date. */
export interface Filling {
  column: string;
  value: "id" | "now";
}

/** Facts about the tables, read once before the first write. */
export type Fillings = Map<string, readonly Filling[]>;
