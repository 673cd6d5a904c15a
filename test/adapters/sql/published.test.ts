import { Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import type { LayoutName, SqlDialect } from "../../../src/adapters/sql/index.js";
import { freshMysql, freshPostgres } from "../../support/services.js";
import { runSuite } from "../run-suite.js";
import * as published from "./published.js";
import { lateDatabase } from "./shared.js";

const lacks = "The tables lack what this case is about";
const noKeys = { "[ADP-6]": lacks };
const noUnique = { "SEC-P04": lacks, "[SEC-P11]": lacks };
const addressNeeded = { "[SEC-P11]": "The column email is not null" };

const passkey = {
  credentialID: "a passkey",
  providerAccountId: "a passkey",
  credentialPublicKey: "its key",
  counter: 0,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
};

const smallCounter = { "the new counter": "The column counter has 31 bits" };
const oneAccount = {
  "[RES-10] one user": "The column userId of accounts is unique",
  "unlinkAccount removes": "The column userId of accounts is unique",
  "listAccountsByUserId gives": "The column userId of accounts is unique",
  "updateAccount changes": "The column userId of accounts is unique",
};

interface Published {
  name: string;
  dialect: SqlDialect;
  layout: LayoutName;
  tables: readonly string[];
  /** What the tables can't do as they are. */
  asItIs?: Record<string, string>;
  /** What they can't do after `migrate` either. */
  except?: Record<string, string>;
  /** What `migrate` warns about. */
  warnings?: readonly string[];
}

const schemas: Published[] = [
  {
    name: "Prisma on PostgreSQL",
    dialect: "postgres",
    layout: "prisma",
    tables: published.prismaOnPostgres,
    asItIs: { ...addressNeeded, ...smallCounter },
    except: { ...addressNeeded, ...smallCounter },
    warnings: ["User.email is required", "Authenticator.counter holds numbers up to 2147483647"],
  },
  {
    name: "Prisma on MySQL",
    dialect: "mysql",
    layout: "prisma",
    tables: published.prismaOnMysql,
    asItIs: { ...oneAccount, ...smallCounter },
    except: { ...oneAccount, ...smallCounter },
    warnings: [
      "User.image holds at most 191 characters",
      "Account.userId has a unique key",
      "Authenticator.credentialID holds at most 191 characters",
      "Authenticator.credentialPublicKey holds at most 191 characters",
      "Authenticator.counter holds numbers up to 2147483647",
    ],
  },
  {
    name: "Prisma on SQLite",
    dialect: "sqlite",
    layout: "prisma",
    tables: published.prismaOnSqlite,
  },
  {
    name: "Drizzle on PostgreSQL",
    dialect: "postgres",
    layout: "drizzle",
    tables: published.drizzleOnPostgres,
    asItIs: smallCounter,
    except: smallCounter,
    warnings: ["authenticator.counter holds numbers up to 2147483647"],
  },
  {
    name: "Drizzle on MySQL",
    dialect: "mysql",
    layout: "drizzle",
    tables: published.drizzleOnMysql,
    asItIs: smallCounter,
    except: smallCounter,
    warnings: [
      "user.image holds at most 255 characters",
      "account.refresh_token holds at most 255 characters",
      "account.access_token holds at most 255 characters",
      "account.id_token holds at most 2048 characters",
      "authenticator.credentialID holds at most 255 characters",
      "authenticator.credentialPublicKey holds at most 255 characters",
      "authenticator.counter holds numbers up to 2147483647",
    ],
  },
  {
    name: "Drizzle on SQLite",
    dialect: "sqlite",
    layout: "drizzle",
    tables: published.drizzleOnSqlite,
  },
  {
    name: "pg",
    dialect: "postgres",
    layout: "pg",
    tables: published.pgOnPostgres,
    asItIs: { ...noKeys, ...noUnique },
  },
  {
    name: "Supabase",
    dialect: "postgres",
    layout: "supabase",
    tables: published.supabaseOnPostgres,
    asItIs: noKeys,
  },
  {
    name: "Kysely on PostgreSQL",
    dialect: "postgres",
    layout: "kysely",
    tables: published.kyselyOnPostgres,
    asItIs: { ...noKeys, ...noUnique },
    except: addressNeeded,
    warnings: ["User.email is required"],
  },
  {
    name: "Kysely on MySQL",
    dialect: "mysql",
    layout: "kysely",
    tables: published.kyselyOnMysql,
    asItIs: { ...noKeys, ...noUnique },
    except: addressNeeded,
    warnings: [
      "User.email is required",
      "User.image holds at most 255 characters",
      "Account.refresh_token holds at most 255 characters",
    ],
  },
];

const places: (Published & { skip: boolean; open: () => Promise<Kysely<unknown>> })[] = [];
for (const schema of schemas) {
  const { dialect } = schema;
  if (dialect === "sqlite") {
    places.push({ ...schema, skip: false, open: () => connect("file::memory:") });
    continue;
  }
  const { skip, url } = await (dialect === "postgres" ? freshPostgres() : freshMysql());
  const open = () =>
    Promise.resolve(
      new Kysely<unknown>({
        dialect:
          dialect === "postgres"
            ? new PostgresDialect({ pool: new Pool({ connectionString: url }) })
            : new MysqlDialect({ pool: createPool(url) }),
      }),
    );
  places.push({ ...schema, skip, open });
}

describe.each(places)("the schema as published: $name", (place) => {
  const { skip, dialect, layout, tables, except = {}, warnings = [] } = place;
  describe.skipIf(skip)("", () => {
    let db: Kysely<unknown>;
    const late = lateDatabase(() => db);
    const adapter = SqlAdapter(late, { dialect, layout });
    const narrow = warnings.some((warning) => warning.includes("access_token"));

    beforeAll(async () => {
      db = await place.open();
      for (const statement of tables) await sql.raw(statement).execute(db);
      // What was warned about: the suite needs the room, and milliseconds.
      if (narrow) {
        await sql.raw("alter table account modify access_token text").execute(db);
        await sql.raw("alter table session modify expires timestamp(3) not null").execute(db);
        await sql
          .raw("alter table verificationToken modify expires timestamp(3) not null")
          .execute(db);
      }
    });

    afterAll(() => db.destroy());

    describe("works as it is", () => {
      const lacking = place.asItIs ?? {};
      runSuite(adapter, { except: lacking, leavesOut: ["[RES-14]", ...Object.keys(lacking)] });
    });

    describe("after migrate", () => {
      test("which warns of what will not do for everybody, by name", async () => {
        const migration = await migrate(db, { dialect, layout });
        const expected = warnings.filter((warning) => !warning.includes("access_token"));
        expect(migration.warnings).toHaveLength(expected.length);
        for (const warning of expected) {
          expect(migration.warnings.join("\n")).toContain(`The column ${warning}`);
        }
        expect(await migrate(db, { dialect, layout })).toMatchObject({ statements: [] });
        const providers = [Password(), Passkey];
        const { statements } = await migrate(db, { dialect, layout, providers });
        expect(statements).toHaveLength(2);
      });

      runSuite(adapter, { except, leavesOut: ["[RES-14]", ...Object.keys(except)] });
    });

    test("a person is not found by a name that merely looks alike", async () => {
      await adapter.createUser({ id: "", email: "mike@example.org", emailVerified: null });
      expect(await adapter.getUserByEmail("mıke@example.org")).toBeNull();
      expect(await adapter.getUserByEmail("míke@example.org")).toBeNull();
      expect(await adapter.getUserByEmail("mike@example.org ")).toBeNull();
    });

    test("deleteUser takes the passkeys along", async () => {
      const { id } = await adapter.createUser({
        id: "",
        email: "key@example.org",
        emailVerified: null,
      });
      await adapter.createAuthenticator({ ...passkey, userId: id });
      await adapter.deleteUser(id);
      expect(await adapter.getAuthenticator(passkey.credentialID)).toBeNull();
    });
  });
});

describe("tables that can't be written to", () => {
  const statements: [string, readonly string[], LayoutName, string[]][] = [
    [
      "Prisma's, in the layout of kysely",
      published.prismaOnSqlite,
      "kysely",
      [
        "User.updatedAt is required",
        "Account.id is required",
        "Account.updatedAt is required",
        "Session.id is required",
        "Session.updatedAt is required",
        'Use the layout "prisma"',
      ],
    ],
    [
      "a column of your own without a default",
      ['create table "User" (id text primary key, plan text not null)'],
      "prisma",
      ["User.plan is required", "Give the column a default"],
    ],
    [
      "dates as numbers, where text is written",
      ['create table "Session" ("sessionToken" text primary key, expires integer not null)'],
      "kysely",
      ["Session.expires has the type INTEGER", 'sqliteDates: "milliseconds"'],
    ],
  ];
  test.each(statements)(
    "%s: migrate refuses them by name",
    async (_name, tables, layout, texts) => {
      const db = await connect("file::memory:");
      for (const statement of tables) await sql.raw(statement).execute(db);
      const error: unknown = await migrate(db, { layout }).catch((thrown: unknown) => thrown);
      for (const text of texts) expect(String(error)).toContain(text);
      const { rows } = await sql`select name from sqlite_master where type = 'index'`.execute(db);
      expect(rows.filter((row) => JSON.stringify(row).includes("_idx"))).toEqual([]);
      await db.destroy();
    },
  );
});

describe("types that can't hold what is written", async () => {
  const { skip, url } = await freshPostgres();
  test.skipIf(skip)("on PostgreSQL: migrate refuses them by name", async () => {
    const db = await connect(url);
    for (const statement of [
      `create table "User" (id integer primary key, "emailVerified" boolean, name text)`,
      `create table "Session" ("sessionToken" text primary key, "userId" integer, expires bigint)`,
    ]) {
      await sql.raw(statement).execute(db);
    }
    const refusal = String(await migrate(db).catch((thrown: unknown) => thrown));
    expect(refusal).toContain('User.id has the type integer. Set `ids: "number"`');
    expect(refusal).toContain("User.emailVerified has the type boolean, which can't hold a date");
    expect(refusal).toContain("Session.expires has the type bigint, which can't hold a date");
    await db.destroy();
  });

  test.skipIf(skip)("a trigger that writes to a column: no more than a warning", async () => {
    const db = await connect((await freshPostgres()).url);
    for (const statement of [
      `create table "User" (id text primary key, stamp timestamptz not null)`,
      `create function stamp() returns trigger language plpgsql as
        'begin new.stamp = now(); new.name = upper(new.name); return new; end'`,
      `create trigger stamp before insert on "User" for each row execute function stamp()`,
    ]) {
      await sql.raw(statement).execute(db);
    }
    const { warnings } = await migrate(db);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("User.stamp is required");
    const user = await SqlAdapter(db).createUser({
      id: "",
      name: "ada",
      email: "ada@example.org",
      emailVerified: null,
    });
    expect(user).toMatchObject({ name: "ADA" });
    expect(Reflect.get(user, "stamp")).toBeInstanceOf(Date);
    await db.destroy();
  });
});
