import { Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import type { SqlAdapterOptions } from "../../../src/adapters/sql/index.js";
import { freshMysql, freshPostgres } from "../../support/services.js";
import { runSuite } from "../run-suite.js";
import { lateDatabase } from "./shared.js";

// Tables as the documentation of the peer's adapters has its users make them.
const kyselyOnPostgres = [
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
];

const pgOnPostgres = [
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

const kyselyOnMysql = [
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

const [first, second, third] = [await freshPostgres(), await freshPostgres(), await freshMysql()];
const open = {
  first: () => new PostgresDialect({ pool: new Pool({ connectionString: first.url }) }),
  second: () => new PostgresDialect({ pool: new Pool({ connectionString: second.url }) }),
  third: () => new MysqlDialect({ pool: createPool(third.url) }),
};

const lacks = "The tables lack what this case is about";
const asItIs = { "[ADP-6]": lacks, "SEC-P04": lacks, "[SEC-P11]": lacks };

describe.skipIf(first.skip)("a database made for the peer's Kysely adapter, on PostgreSQL", () => {
  existingTests(() => new Kysely<unknown>({ dialect: open.first() }), {
    tables: kyselyOnPostgres,
    options: { dialect: "postgres" },
    except: { "[SEC-P11]": "The column email is not null" },
  });
});

describe.skipIf(second.skip)("a database made for the peer's pg adapter", () => {
  existingTests(() => new Kysely<unknown>({ dialect: open.second() }), {
    tables: pgOnPostgres,
    options: { dialect: "postgres", layout: "pg" },
    except: {},
  });
});

describe.skipIf(third.skip)("a database made for the peer's Kysely adapter, on MySQL", () => {
  existingTests(() => new Kysely<unknown>({ dialect: open.third() }), {
    tables: kyselyOnMysql,
    options: { dialect: "mysql" },
    except: { "[SEC-P11]": "The column email is not null" },
  });
});

interface Existing {
  tables: readonly string[];
  options: SqlAdapterOptions;
  except: Record<string, string>;
}

function existingTests(
  connect: () => Kysely<unknown>,
  { tables, options, except }: Existing,
): void {
  let db: Kysely<unknown>;
  const adapter = SqlAdapter(
    lateDatabase(() => db),
    options,
  );

  beforeAll(async () => {
    db = connect();
    for (const statement of tables) await sql.raw(statement).execute(db);
  });

  afterAll(() => db.destroy());

  describe("works as it is", () => {
    runSuite(adapter, { except: asItIs, leavesOut: ["[RES-14]", ...Object.keys(asItIs)] });
  });

  describe("after migrate", () => {
    beforeAll(async () => {
      await migrate(db, options);
    });

    test("has nothing left to migrate", async () => {
      expect(await migrate(db, options)).toEqual({ statements: [] });
    });

    runSuite(adapter, { except, leavesOut: ["[RES-14]", ...Object.keys(except)] });
  });

  test("a person is not found by a name that merely looks alike", async () => {
    await adapter.createUser({ id: "", email: "mike@example.org", emailVerified: null });
    expect(await adapter.getUserByEmail("mıke@example.org")).toBeNull();
    expect(await adapter.getUserByEmail("míke@example.org")).toBeNull();
    expect(await adapter.getUserByEmail("mike@example.org ")).toBeNull();
  });
}
