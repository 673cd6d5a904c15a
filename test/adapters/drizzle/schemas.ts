import {
  bigint as mysqlBigint,
  boolean as mysqlBoolean,
  int,
  mysqlTable,
  primaryKey as mysqlKey,
  timestamp as mysqlTimestamp,
  varchar,
} from "drizzle-orm/mysql-core";
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import {
  integer as sqliteInteger,
  primaryKey as sqliteKey,
  sqliteTable,
  text as sqliteText,
} from "drizzle-orm/sqlite-core";

/*
 * Tables as applications have them: those of Auth.js's documentation with names, ids and columns of their own. The SQL
 * is what drizzle-kit makes of them.
 */

interface Example<Tables> {
  readonly tables: Tables;
  readonly statements: readonly string[];
}

function example<Tables>(tables: Tables, statements: readonly string[]): Example<Tables> {
  return { tables, statements };
}

/** In a schema, with uuids that the database makes, snake_case names, and columns of the application's own. */
export const uuidsOnPostgres = (() => {
  const auth = pgSchema("auth");
  const users = auth.table("users", {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("full_name"),
    email: text("email").unique(),
    emailVerified: timestamp("email_verified", { mode: "date", withTimezone: true }),
    image: text("image"),
    role: text("role", { enum: ["admin", "member"] })
      .notNull()
      .default("member"),
    handle: text("handle")
      .notNull()
      .$defaultFn(() => `user-${crypto.randomUUID()}`),
    preferences: jsonb("preferences").$type<{ theme: string }>(),
    born: timestamp("born", { mode: "date" }),
    updatedAt: timestamp("updated_at", { mode: "date" })
      .notNull()
      .$onUpdate(() => new Date()),
  });
  const owner = () =>
    uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" });
  const accounts = auth.table(
    "accounts",
    {
      userId: owner(),
      type: text("type").notNull(),
      provider: text("provider").notNull(),
      providerAccountId: text("provider_account_id").notNull(),
      refresh_token: text("refresh_token"),
      access_token: text("access_token"),
      expires_at: integer("expires_at"),
      token_type: text("token_type"),
      scope: text("scope"),
      id_token: text("id_token"),
      session_state: text("session_state"),
      createdAt: timestamp("created_at", { mode: "string" }).notNull().defaultNow(),
    },
    (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
  );
  const sessions = auth.table("sessions", {
    id: uuid("id").primaryKey().defaultRandom(),
    sessionToken: text("session_token").notNull().unique(),
    userId: owner(),
    expires: timestamp("expires", { mode: "date", withTimezone: true }).notNull(),
  });
  const verificationTokens = auth.table(
    "verification_tokens",
    {
      identifier: text("identifier").notNull(),
      token: text("token").notNull(),
      expires: timestamp("expires", { mode: "string" }).notNull(),
    },
    (one) => [primaryKey({ columns: [one.identifier, one.token] })],
  );
  const authenticators = auth.table(
    "authenticators",
    {
      credentialID: text("credential_id").notNull().unique(),
      userId: owner(),
      providerAccountId: text("provider_account_id").notNull(),
      credentialPublicKey: text("public_key").notNull(),
      counter: bigint("counter", { mode: "number" }).notNull(),
      credentialDeviceType: text("device_type").notNull(),
      credentialBackedUp: boolean("backed_up").notNull(),
      transports: text("transports"),
    },
    (one) => [primaryKey({ columns: [one.userId, one.credentialID] })],
  );
  const user = "user_id uuid not null references auth.users (id) on delete cascade";
  return example(
    {
      usersTable: users,
      accountsTable: accounts,
      sessionsTable: sessions,
      verificationTokensTable: verificationTokens,
      authenticatorsTable: authenticators,
    },
    [
      "create schema auth",
      `create table auth.users (id uuid primary key default gen_random_uuid(), full_name text, email text unique,
        email_verified timestamptz, image text, role text not null default 'member', handle text not null,
        preferences jsonb, born timestamp, updated_at timestamp not null)`,
      `create table auth.accounts (${user}, type text not null, provider text not null,
        provider_account_id text not null, refresh_token text, access_token text, expires_at integer, token_type text,
        scope text, id_token text, session_state text, created_at timestamp not null default now(),
        primary key (provider, provider_account_id))`,
      `create table auth.sessions (id uuid primary key default gen_random_uuid(), session_token text not null unique,
        ${user}, expires timestamptz not null)`,
      `create table auth.verification_tokens (identifier text not null, token text not null,
        expires timestamp not null, primary key (identifier, token))`,
      `create table auth.authenticators (credential_id text not null unique, ${user}, provider_account_id text not null,
        public_key text not null, counter bigint not null, device_type text not null, backed_up boolean not null,
        transports text, primary key (user_id, credential_id))`,
    ],
  );
})();

/** With wide numbers as ids, and names that `drizzle({ casing: "snake_case" })` makes. */
export const numbersOnPostgres = (() => {
  const users = pgTable("people", {
    id: bigint({ mode: "bigint" }).primaryKey().generatedByDefaultAsIdentity(),
    name: text(),
    email: text().unique(),
    emailVerified: timestamp({ mode: "date" }),
    image: text(),
  });
  const owner = () =>
    bigint({ mode: "bigint" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" });
  const sessions = pgTable("logins", {
    sessionToken: text().primaryKey(),
    userId: owner(),
    expires: timestamp({ mode: "date" }).notNull(),
  });
  const accounts = pgTable(
    "identities",
    {
      userId: owner(),
      type: text().notNull(),
      provider: text().notNull(),
      providerAccountId: text().notNull(),
      refresh_token: text(),
      access_token: text(),
      expires_at: integer(),
      token_type: text(),
      scope: text(),
      id_token: text(),
      session_state: text(),
    },
    (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
  );
  const authenticators = pgTable("passkeys", {
    credentialID: text("credentialID").primaryKey(),
    userId: owner(),
    providerAccountId: text().notNull(),
    credentialPublicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    credentialDeviceType: text().notNull(),
    credentialBackedUp: boolean().notNull(),
    transports: text(),
  });
  const user = "user_id bigint not null references people (id) on delete cascade";
  return example(
    {
      usersTable: users,
      accountsTable: accounts,
      sessionsTable: sessions,
      authenticatorsTable: authenticators,
    },
    [
      `create table people (id bigint generated by default as identity (start 9007199254740000) primary key,
        name text, email text unique, email_verified timestamp, image text)`,
      `create table identities (${user}, type text not null, provider text not null,
        provider_account_id text not null, refresh_token text, access_token text, expires_at integer, token_type text,
        scope text, id_token text, session_state text, primary key (provider, provider_account_id))`,
      `create table logins (session_token text primary key, ${user}, expires timestamp not null)`,
      `create table "verificationToken" (identifier text not null, token text not null, expires timestamp not null,
        primary key (identifier, token))`,
      `create table passkeys ("credentialID" text primary key, ${user}, provider_account_id text not null,
        credential_public_key text not null, counter bigint not null, credential_device_type text not null,
        credential_backed_up boolean not null, transports text)`,
    ],
  );
})();

/** With numbers as ids. */
export const numbersOnMysql = (() => {
  const users = mysqlTable("users", {
    id: mysqlBigint("id", { mode: "number", unsigned: true }).primaryKey().autoincrement(),
    name: varchar("name", { length: 255 }),
    email: varchar("email", { length: 255 }).unique(),
    emailVerified: mysqlTimestamp("email_verified", { mode: "date", fsp: 3 }),
    image: varchar("image", { length: 255 }),
    plan: varchar("plan", { length: 20 }).notNull().default("free"),
    active: mysqlBoolean("active").notNull().default(true),
  });
  const owner = () =>
    mysqlBigint("user_id", { mode: "number", unsigned: true })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" });
  const long = (name: string) => varchar(name, { length: 2048 });
  const short = (name: string) => varchar(name, { length: 255 });
  const accounts = mysqlTable(
    "accounts",
    {
      userId: owner(),
      type: short("type").notNull(),
      provider: short("provider").notNull(),
      providerAccountId: short("provider_account_id").notNull(),
      refresh_token: long("refresh_token"),
      access_token: long("access_token"),
      expires_at: int("expires_at"),
      token_type: short("token_type"),
      scope: short("scope"),
      id_token: long("id_token"),
      session_state: short("session_state"),
    },
    (account) => [mysqlKey({ columns: [account.provider, account.providerAccountId] })],
  );
  const sessions = mysqlTable("sessions", {
    sessionToken: short("session_token").primaryKey(),
    userId: owner(),
    expires: mysqlTimestamp("expires", { mode: "date", fsp: 3 }).notNull(),
  });
  const verificationTokens = mysqlTable(
    "verification_tokens",
    {
      identifier: short("identifier").notNull(),
      token: short("token").notNull(),
      expires: mysqlTimestamp("expires", { mode: "date", fsp: 3 }).notNull(),
    },
    (one) => [mysqlKey({ columns: [one.identifier, one.token] })],
  );
  const authenticators = mysqlTable("authenticators", {
    credentialID: varchar("credential_id", { length: 700 }).primaryKey(),
    userId: owner(),
    providerAccountId: short("provider_account_id").notNull(),
    credentialPublicKey: long("public_key").notNull(),
    counter: int("counter", { unsigned: true }).notNull(),
    credentialDeviceType: short("device_type").notNull(),
    credentialBackedUp: mysqlBoolean("backed_up").notNull(),
    transports: short("transports"),
  });
  const user = `user_id bigint unsigned not null, foreign key (user_id) references users (id) on delete cascade`;
  return example(
    {
      usersTable: users,
      accountsTable: accounts,
      sessionsTable: sessions,
      verificationTokensTable: verificationTokens,
      authenticatorsTable: authenticators,
    },
    [
      `create table users (id bigint unsigned auto_increment primary key, name varchar(255), email varchar(255) unique,
        email_verified timestamp(3) null, image varchar(255), plan varchar(20) not null default 'free',
        active boolean not null default true)`,
      `create table accounts (type varchar(255) not null, provider varchar(255) not null,
        provider_account_id varchar(255) not null, refresh_token varchar(2048), access_token varchar(2048),
        expires_at int, token_type varchar(255), scope varchar(255), id_token varchar(2048),
        session_state varchar(255), ${user}, primary key (provider, provider_account_id))`,
      `create table sessions (session_token varchar(255) primary key, expires timestamp(3) not null, ${user})`,
      `create table verification_tokens (identifier varchar(255) not null, token varchar(255) not null,
        expires timestamp(3) not null, primary key (identifier, token))`,
      `create table authenticators (credential_id varchar(700) primary key, provider_account_id varchar(255) not null,
        public_key varchar(2048) not null, counter int unsigned not null, device_type varchar(255) not null,
        backed_up boolean not null, transports varchar(255), ${user})`,
    ],
  );
})();

/** With numbers as ids, and dates in whole seconds and as text. */
export const numbersOnSqlite = (() => {
  const users = sqliteTable("users", {
    id: sqliteInteger("id").primaryKey({ autoIncrement: true }),
    name: sqliteText("name"),
    email: sqliteText("email").unique(),
    emailVerified: sqliteInteger("email_verified", { mode: "timestamp_ms" }),
    image: sqliteText("image"),
    admin: sqliteInteger("is_admin", { mode: "boolean" }).notNull().default(false),
    tags: sqliteText("tags", { mode: "json" }).$type<string[]>(),
    seen: sqliteInteger("seen", { mode: "timestamp" }),
  });
  const owner = () =>
    sqliteInteger("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" });
  const sessions = sqliteTable("sessions", {
    sessionToken: sqliteText("session_token").primaryKey(),
    userId: owner(),
    expires: sqliteText("expires").notNull(),
  });
  const accounts = sqliteTable(
    "accounts",
    {
      userId: owner(),
      type: sqliteText("type").notNull(),
      provider: sqliteText("provider").notNull(),
      providerAccountId: sqliteText("provider_account_id").notNull(),
      refresh_token: sqliteText("refresh_token"),
      access_token: sqliteText("access_token"),
      expires_at: sqliteInteger("expires_at"),
      token_type: sqliteText("token_type"),
      scope: sqliteText("scope"),
      id_token: sqliteText("id_token"),
      session_state: sqliteText("session_state"),
    },
    (account) => [sqliteKey({ columns: [account.provider, account.providerAccountId] })],
  );
  const authenticators = sqliteTable("authenticators", {
    credentialID: sqliteText("credential_id").primaryKey(),
    userId: owner(),
    providerAccountId: sqliteText("provider_account_id").notNull(),
    credentialPublicKey: sqliteText("public_key").notNull(),
    counter: sqliteInteger("counter").notNull(),
    credentialDeviceType: sqliteText("device_type").notNull(),
    credentialBackedUp: sqliteInteger("backed_up", { mode: "boolean" }).notNull(),
    transports: sqliteText("transports"),
  });
  const user = "user_id integer not null references users (id) on delete cascade";
  return example(
    {
      usersTable: users,
      accountsTable: accounts,
      sessionsTable: sessions,
      authenticatorsTable: authenticators,
    },
    [
      `create table users (id integer primary key autoincrement, name text, email text unique, email_verified integer,
        image text, is_admin integer not null default 0, tags text, seen integer)`,
      `create table accounts (${user}, type text not null, provider text not null,
        provider_account_id text not null, refresh_token text, access_token text, expires_at integer, token_type text,
        scope text, id_token text, session_state text, primary key (provider, provider_account_id))`,
      `create table sessions (session_token text primary key, ${user}, expires text not null)`,
      `create table "verificationToken" (identifier text not null, token text not null, expires integer not null,
        primary key (identifier, token))`,
      `create table authenticators (credential_id text primary key, ${user}, provider_account_id text not null,
        public_key text not null, counter integer not null, device_type text not null, backed_up integer not null,
        transports text)`,
    ],
  );
})();
