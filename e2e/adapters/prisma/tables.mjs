/** What Prisma's migrations make of the schemas beside this file. */

const owner = (column, type) =>
  `${column} ${type} not null references users (id) on delete cascade on update cascade`;

export const postgres = [
  `create type "Role" as enum ('ADMIN', 'MEMBER')`,
  `create type "Plan" as enum ('free plan', 'TEAM')`,
  `create table users (id uuid primary key, full_name text, email text unique, email_verified timestamp(3), image text,
    role "Role" not null default 'MEMBER', public_id text not null unique, preferences jsonb,
    visits bigint not null default 0, born timestamptz(3), plan "Plan" not null default 'free plan',
    plans "Plan"[], tags text[], seen timestamp(3)[], scores bigint[], created_at timestamp(3) not null default current_timestamp,
    updated_at timestamp(3) not null)`,
  `create table accounts (id text primary key, ${owner("user_id", "uuid")}, type text not null, provider text not null,
    provider_account_id text not null, refresh_token text, access_token text, expires_at integer, token_type text,
    scope text, id_token text, session_state text, updated_at timestamp(3) not null)`,
  "create unique index on accounts (provider, provider_account_id)",
  `create table sessions (id text primary key, session_token text not null unique, ${owner("user_id", "uuid")},
    expires timestamp(3) not null)`,
  `create table verification_tokens (identifier text not null, token text not null, expires timestamp(3) not null)`,
  "create unique index on verification_tokens (identifier, token)",
  `create table passkeys (credential_id text primary key, ${owner("user_id", "uuid")}, provider_account_id text not null,
    public_key text not null, counter bigint not null, device_type text not null, backed_up boolean not null,
    transports text)`,
];

function numbered({ quote, users, id, ref, text, long, credential, date, now, more = "" }) {
  const q = (name) => `${quote}${name}${quote}`;
  const user = `foreign key (${q("userId")}) references ${q(users)} (id) on delete cascade on update cascade`;
  const key = `${text} not null`;
  return [
    `create table ${q(users)} (id ${id}, name ${text}, email ${text} unique, ${q("emailVerified")} ${date} null,
      image ${text}, plan ${text} not null default 'free', active boolean not null default true${more},
      ${q("createdAt")} ${date} not null default ${now}, ${q("updatedAt")} ${date} not null)`,
    `create table ${q("Account")} (id ${key} primary key, ${q("userId")} ${ref} not null, type ${key}, provider ${key},
      ${q("providerAccountId")} ${key}, refresh_token ${long}, access_token ${long}, expires_at integer,
      token_type ${text}, scope ${text}, id_token ${long}, session_state ${text}, ${user})`,
    `create unique index ${q("Account_key")} on ${q("Account")} (provider, ${q("providerAccountId")})`,
    `create table ${q("Session")} (id ${key} primary key, ${q("sessionToken")} ${key} unique,
      ${q("userId")} ${ref} not null, expires ${date} not null, ${user})`,
    `create table ${q("VerificationToken")} (identifier ${key}, token ${key}, expires ${date} not null)`,
    `create unique index ${q("Token_key")} on ${q("VerificationToken")} (identifier, token)`,
    `create table ${q("Authenticator")} (${q("credentialID")} ${credential} not null primary key,
      ${q("userId")} ${ref} not null, ${q("providerAccountId")} ${key}, ${q("credentialPublicKey")} ${long} not null,
      counter bigint not null, ${q("credentialDeviceType")} ${key}, ${q("credentialBackedUp")} boolean not null,
      transports ${text}, ${user})`,
  ];
}

export const mysql = numbered({
  ...{ quote: "`", users: "User", id: "bigint auto_increment primary key", ref: "bigint" },
  ...{ text: "varchar(191)", long: "text", credential: "varchar(700)" },
  ...{ date: "datetime(3)", now: "current_timestamp(3)" },
});

export const sqlite = numbered({
  ...{
    quote: '"',
    users: "Member",
    id: "integer not null primary key autoincrement",
    ref: "integer",
  },
  ...{ text: "text", long: "text", credential: "text", date: "datetime", now: "current_timestamp" },
  more: ", tags jsonb",
});

/** Values of the fields that the models on PostgreSQL have of their own. */
const born = new Date("1815-12-10T01:02:03.004Z");
export const ownFields = { role: "ADMIN", preferences: { theme: "dark" }, born };

/** Lists, and values of an enum whose names in the database are others. */
export const listsAndNames = {
  ...{ plan: "FREE", plans: ["TEAM", "FREE"], tags: ["a", 'b", {c}'] },
  ...{ seen: [born, new Date(1_700_000_000_123)], scores: [1n, -2n] },
};
