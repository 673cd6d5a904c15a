// The tables that the documentation of each package has its users make.

export const pgTables = [
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

export const kyselyTables = {
  postgres: kysely({
    id: "uuid primary key default gen_random_uuid()",
    ref: "uuid",
    date: "timestamptz",
    key: "text",
    quote: '"',
  }),
  sqlite: kysely({
    id: "text primary key default (lower(hex(randomblob(16))))",
    ref: "text",
    date: "text",
    key: "text",
    quote: '"',
  }),
  mysql: kysely({
    id: "varchar(36) primary key default (uuid())",
    ref: "varchar(36)",
    date: "timestamp(3)",
    key: "varchar(255)",
    quote: "`",
  }),
};

function kysely({ id, ref, date, key, quote }) {
  const name = (text) => quote + text + quote;
  const owner = `foreign key (${name("userId")}) references ${name("User")} (id) on delete cascade`;
  return [
    `create table ${name("User")} (id ${id}, name ${key}, email ${key} unique not null,
      ${name("emailVerified")} ${date} null, image ${key})`,
    `create table ${name("Account")} (id ${id}, ${name("userId")} ${ref} not null,
      type ${key} not null, provider ${key} not null, ${name("providerAccountId")} ${key} not null,
      refresh_token text, access_token text, expires_at bigint, token_type ${key}, scope ${key},
      id_token text, session_state ${key}, ${owner})`,
    `create table ${name("Session")} (id ${id}, ${name("userId")} ${ref} not null,
      ${name("sessionToken")} ${key} unique not null, expires ${date} not null, ${owner})`,
    `create table ${name("VerificationToken")} (identifier ${key} not null,
      token ${key} unique not null, expires ${date} not null)`,
  ];
}

export const drizzleTables = {
  postgres: drizzle({
    date: "timestamp",
    key: "text",
    text: "text",
    boolean: "boolean",
    quote: '"',
  }),
  sqlite: drizzle({ date: "integer", key: "text", text: "text", boolean: "integer", quote: '"' }),
  mysql: drizzle({
    date: "timestamp(3)",
    key: "varchar(255)",
    text: "text",
    boolean: "boolean",
    quote: "`",
  }),
};

/** Those of schema.prisma: the same columns, other names of tables. */
export const prismaTables = drizzle(
  { date: "timestamp(3)", key: "text", text: "text", boolean: "boolean", quote: '"' },
  (word) => word[0].toUpperCase() + word.slice(1),
);

function drizzle({ date, key, text, boolean, quote }, tableName = (word) => word) {
  const name = (word) => quote + word + quote;
  const table = (word) => name(tableName(word));
  const owner = `foreign key (${name("userId")}) references ${table("user")} (id) on delete cascade`;
  return [
    `create table ${table("user")} (id ${key} primary key, name ${key}, email ${key} unique,
      ${name("emailVerified")} ${date} null, image ${key})`,
    `create table ${table("account")} (${name("userId")} ${key} not null, type ${key} not null,
      provider ${key} not null, ${name("providerAccountId")} ${key} not null, refresh_token ${text},
      access_token ${text}, expires_at integer, token_type ${key}, scope ${key}, id_token ${text},
      session_state ${key}, primary key (provider, ${name("providerAccountId")}), ${owner})`,
    `create table ${table("session")} (${name("sessionToken")} ${key} primary key,
      ${name("userId")} ${key} not null, expires ${date} not null, ${owner})`,
    `create table ${table("verificationToken")} (identifier ${key} not null, token ${key} not null,
      expires ${date} not null, primary key (identifier, token))`,
    `create table ${table("authenticator")} (${name("credentialID")} ${key} not null unique,
      ${name("userId")} ${key} not null, ${name("providerAccountId")} ${key} not null,
      ${name("credentialPublicKey")} ${key} not null, counter bigint not null,
      ${name("credentialDeviceType")} ${key} not null, ${name("credentialBackedUp")} ${boolean} not null,
      transports ${key}, primary key (${name("userId")}, ${name("credentialID")}), ${owner})`,
  ];
}
