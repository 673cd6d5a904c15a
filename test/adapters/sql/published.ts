/**
 * Tables as the documentation of each package has its users make them: the same columns, types, nulls, defaults and
 * keys. What an ORM fills in by itself (an id, a date of change) has no default in the database.
 */

const quoted = (mark: string) => (name: string) => `${mark}${name}${mark}`;

interface PrismaTypes {
  quote: (name: string) => string;
  text: string;
  long: string;
  date: string;
  now: string;
  boolean: string;
}

/** As for PostgreSQL: accounts and sessions have no id. */
export const prismaOnPostgres = (() => {
  const stamps = `"createdAt" timestamp(3) not null default current_timestamp,
    "updatedAt" timestamp(3) not null`;
  const owner = `"userId" text not null references "User" ("id") on delete cascade on update cascade`;
  return [
    `create table "User" ("id" text not null primary key, "name" text, "email" text not null unique,
      "emailVerified" timestamp(3), "image" text, ${stamps})`,
    `create table "Account" (${owner}, "type" text not null, "provider" text not null,
      "providerAccountId" text not null, "refresh_token" text, "access_token" text,
      "expires_at" integer, "token_type" text, "scope" text, "id_token" text, "session_state" text,
      ${stamps}, primary key ("provider", "providerAccountId"))`,
    `create table "Session" ("sessionToken" text not null unique, ${owner},
      "expires" timestamp(3) not null, ${stamps})`,
    `create table "VerificationToken" ("identifier" text not null, "token" text not null,
      "expires" timestamp(3) not null, primary key ("identifier", "token"))`,
    `create table "Authenticator" ("credentialID" text not null unique, ${owner},
      "providerAccountId" text not null, "credentialPublicKey" text not null,
      "counter" integer not null, "credentialDeviceType" text not null,
      "credentialBackedUp" boolean not null, "transports" text,
      primary key ("userId", "credentialID"))`,
  ];
})();

/** As for MySQL and SQLite: accounts and sessions have an id that the client makes. */
function prismaWithIds(types: PrismaTypes, accountKey: string): string[] {
  const { quote: q, text, long, date, now, boolean } = types;
  const stamps = `${q("createdAt")} ${date} not null default ${now}, ${q("updatedAt")} ${date} not null`;
  const owner = (rule: string) =>
    `foreign key (${q("userId")}) references ${q("User")} (${q("id")}) ${rule}`;
  return [
    `create table ${q("User")} (${q("id")} ${text} not null primary key, ${q("name")} ${text} null,
      ${q("email")} ${text} null unique, ${q("emailVerified")} ${date} null,
      ${q("image")} ${text} null, ${stamps})`,
    `create table ${q("Account")} (${q("id")} ${text} not null primary key,
      ${q("userId")} ${text} not null ${accountKey}, ${q("type")} ${text} not null,
      ${q("provider")} ${text} not null, ${q("providerAccountId")} ${text} not null,
      ${q("refresh_token")} ${long} null, ${q("access_token")} ${long} null,
      ${q("expires_at")} integer null, ${q("token_type")} ${text} null, ${q("scope")} ${text} null,
      ${q("id_token")} ${long} null, ${q("session_state")} ${text} null, ${stamps},
      unique (${q("provider")}, ${q("providerAccountId")}),
      ${owner(accountKey === "" ? "on delete cascade" : "on delete restrict")})`,
    `create table ${q("Session")} (${q("id")} ${text} not null primary key,
      ${q("sessionToken")} ${text} not null unique, ${q("userId")} ${text} not null,
      ${q("expires")} ${date} not null, ${stamps},
      ${owner(accountKey === "" ? "on delete cascade" : "on delete restrict")})`,
    `create table ${q("VerificationToken")} (${q("identifier")} ${text} not null,
      ${q("token")} ${text} not null, ${q("expires")} ${date} not null,
      unique (${q("identifier")}, ${q("token")}))`,
    `create table ${q("Authenticator")} (${q("credentialID")} ${text} not null unique,
      ${q("userId")} ${text} not null, ${q("providerAccountId")} ${text} not null,
      ${q("credentialPublicKey")} ${text} not null, ${q("counter")} integer not null,
      ${q("credentialDeviceType")} ${text} not null, ${q("credentialBackedUp")} ${boolean} not null,
      ${q("transports")} ${text} null, primary key (${q("userId")}, ${q("credentialID")}),
      ${owner("on delete cascade")})`,
  ];
}

export const prismaOnMysql = prismaWithIds(
  {
    quote: quoted("`"),
    text: "varchar(191)",
    long: "text",
    date: "datetime(3)",
    now: "current_timestamp(3)",
    boolean: "boolean",
  },
  "unique",
);

export const prismaOnSqlite = prismaWithIds(
  {
    quote: quoted('"'),
    text: "text",
    long: "text",
    date: "datetime",
    now: "current_timestamp",
    boolean: "boolean",
  },
  "",
);

interface DrizzleTypes {
  quote: (name: string) => string;
  text: string;
  token: string;
  idToken: string;
  verified: string;
  date: string;
  integer: string;
  boolean: string;
}

function drizzle(types: DrizzleTypes): string[] {
  const { quote: q, text, token, idToken, verified, date, integer, boolean } = types;
  const owner = `foreign key (${q("userId")}) references ${q("user")} (${q("id")}) on delete cascade`;
  return [
    `create table ${q("user")} (${q("id")} ${text} primary key not null, ${q("name")} ${text},
      ${q("email")} ${text} unique, ${q("emailVerified")} ${verified} null, ${q("image")} ${text})`,
    `create table ${q("account")} (${q("userId")} ${text} not null, ${q("type")} ${text} not null,
      ${q("provider")} ${text} not null, ${q("providerAccountId")} ${text} not null,
      ${q("refresh_token")} ${token}, ${q("access_token")} ${token}, ${q("expires_at")} ${integer},
      ${q("token_type")} ${text}, ${q("scope")} ${text}, ${q("id_token")} ${idToken},
      ${q("session_state")} ${text}, primary key (${q("provider")}, ${q("providerAccountId")}),
      ${owner})`,
    `create table ${q("session")} (${q("sessionToken")} ${text} primary key not null,
      ${q("userId")} ${text} not null, ${q("expires")} ${date} not null, ${owner})`,
    `create table ${q("verificationToken")} (${q("identifier")} ${text} not null,
      ${q("token")} ${text} not null, ${q("expires")} ${date} not null,
      primary key (${q("identifier")}, ${q("token")}))`,
    `create table ${q("authenticator")} (${q("credentialID")} ${text} not null unique,
      ${q("userId")} ${text} not null, ${q("providerAccountId")} ${text} not null,
      ${q("credentialPublicKey")} ${text} not null, ${q("counter")} ${integer} not null,
      ${q("credentialDeviceType")} ${text} not null, ${q("credentialBackedUp")} ${boolean} not null,
      ${q("transports")} ${text}, primary key (${q("userId")}, ${q("credentialID")}), ${owner})`,
  ];
}

export const drizzleOnPostgres = drizzle({
  quote: quoted('"'),
  text: "text",
  token: "text",
  idToken: "text",
  verified: "timestamp",
  date: "timestamp",
  integer: "integer",
  boolean: "boolean",
});

export const drizzleOnMysql = drizzle({
  quote: quoted("`"),
  text: "varchar(255)",
  token: "varchar(255)",
  idToken: "varchar(2048)",
  verified: "timestamp(3)",
  date: "timestamp",
  integer: "int",
  boolean: "boolean",
});

export const drizzleOnSqlite = drizzle({
  quote: quoted('"'),
  text: "text",
  token: "text",
  idToken: "text",
  verified: "integer",
  date: "integer",
  integer: "integer",
  boolean: "integer",
});

export const pgOnPostgres = [
  `create table verification_token (identifier text not null, expires timestamptz not null,
    token text not null, primary key (identifier, token))`,
  `create table accounts (id serial primary key, "userId" integer not null,
    type varchar(255) not null, provider varchar(255) not null,
    "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
    expires_at bigint, id_token text, scope text, session_state text, token_type text)`,
  `create table sessions (id serial primary key, "userId" integer not null,
    expires timestamptz not null, "sessionToken" varchar(255) not null)`,
  `create table users (id serial primary key, name varchar(255), email varchar(255),
    "emailVerified" timestamptz, image text)`,
];

export const kyselyOnPostgres = [
  `create table "User" (id uuid primary key default gen_random_uuid(), name text,
    email text unique not null, "emailVerified" timestamptz, image text)`,
  `create table "Account" (id uuid primary key default gen_random_uuid(),
    "userId" uuid not null references "User" (id) on delete cascade, type text not null,
    provider text not null, "providerAccountId" text not null, refresh_token text,
    access_token text, expires_at bigint, token_type text, scope text, id_token text,
    session_state text)`,
  `create table "Session" (id uuid primary key default gen_random_uuid(),
    "userId" uuid not null references "User" (id) on delete cascade,
    "sessionToken" text unique not null, expires timestamptz not null)`,
  `create table "VerificationToken" (identifier text not null, token text unique not null,
    expires timestamptz not null)`,
  `create index "Account_userId_index" on "Account" ("userId")`,
  `create index "Session_userId_index" on "Session" ("userId")`,
];

export const supabaseOnPostgres = [
  "create schema next_auth",
  // Part of the service: the extension uuid-ossp.
  "create function uuid_generate_v4() returns uuid language sql as 'select gen_random_uuid()'",
  `create table next_auth.users (id uuid not null default uuid_generate_v4(), name text, email text,
    "emailVerified" timestamp with time zone, image text, constraint users_pkey primary key (id),
    constraint email_unique unique (email))`,
  `create table next_auth.sessions (id uuid not null default uuid_generate_v4(),
    expires timestamp with time zone not null, "sessionToken" text not null, "userId" uuid,
    constraint sessions_pkey primary key (id),
    constraint sessionToken_unique unique ("sessionToken"),
    constraint "sessions_userId_fkey" foreign key ("userId") references next_auth.users (id)
      on update no action on delete cascade)`,
  `create table next_auth.accounts (id uuid not null default uuid_generate_v4(), type text not null,
    provider text not null, "providerAccountId" text not null, refresh_token text,
    access_token text, expires_at bigint, token_type text, scope text, id_token text,
    session_state text, oauth_token_secret text, oauth_token text, "userId" uuid,
    constraint accounts_pkey primary key (id),
    constraint provider_unique unique (provider, "providerAccountId"),
    constraint "accounts_userId_fkey" foreign key ("userId") references next_auth.users (id)
      on update no action on delete cascade)`,
  `create table next_auth.verification_tokens (identifier text, token text,
    expires timestamp with time zone not null, constraint verification_tokens_pkey primary key (token),
    constraint token_unique unique (token),
    constraint token_identifier_unique unique (token, identifier))`,
];

export const kyselyOnMysql = [
  "create table `User` (id varchar(36) primary key default (uuid()), name varchar(255), " +
    "email varchar(255) unique not null, emailVerified timestamp(3) null, image varchar(255))",
  "create table Account (id varchar(36) primary key default (uuid()), userId varchar(36) not null, " +
    "type varchar(255) not null, provider varchar(255) not null, " +
    "providerAccountId varchar(255) not null, refresh_token varchar(255), access_token text, " +
    "expires_at bigint, token_type varchar(255), scope varchar(255), id_token text, " +
    "session_state varchar(255), foreign key (userId) references `User` (id) on delete cascade)",
  "create table Session (id varchar(36) primary key default (uuid()), userId varchar(36) not null, " +
    "sessionToken varchar(255) unique not null, expires timestamp(3) not null, " +
    "foreign key (userId) references `User` (id) on delete cascade)",
  "create table VerificationToken (identifier varchar(255) not null, " +
    "token varchar(255) unique not null, expires timestamp(3) not null)",
];
