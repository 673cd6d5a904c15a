import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { drizzle as onD1 } from "drizzle-orm/d1";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import { drizzle as onPostgres } from "drizzle-orm/node-postgres";
import { drizzle as onProxy } from "drizzle-orm/pg-proxy";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { DrizzleAdapter } from "../../../src/adapters/drizzle/index.js";
import { layouts } from "../../../src/adapters/sql/index.js";
import { twoFactor } from "../../../src/plugins/two-factor/index.js";
import { doctorOnTables } from "../../support/doctor-on-tables.js";
import { freshMysql, freshPostgres } from "../../support/services.js";
import { drizzleOnMysql, drizzleOnPostgres, drizzleOnSqlite } from "../sql/published.js";
import { numbersOnMysql, numbersOnPostgres, numbersOnSqlite, uuidsOnPostgres } from "./schemas.js";
import { wholeStore } from "../whole-store.js";

const [postgres, uuids, numbers] = [
  await freshPostgres(),
  await freshPostgres(),
  await freshPostgres(),
];
const [mysql, mysqlNumbers] = [await freshMysql(), await freshMysql()];
const folder = await mkdtemp(join(tmpdir(), "latchkey-drizzle-"));
const closing: (() => unknown)[] = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

function pg(url: string, options: { casing?: "snake_case" } = {}) {
  const pool = new Pool({ connectionString: url });
  closing.push(() => pool.end());
  return onPostgres(pool, options);
}

function mysql2(url: string) {
  const pool = createPool(url || "mysql://localhost");
  closing.push(() => pool.end());
  return onMysql(pool);
}

function libsql(url: string) {
  const client = createClient({ url });
  closing.push(() => client.close());
  return onLibsql(client);
}

const withoutOwn = { "[RES-14]": "These tables have no columns of the application's own" };
const documented = {
  ...withoutOwn,
  "updateAuthenticatorCounter returns": "Their counter ends at 2147483647",
};

const numbered = { unknownId: () => "987654321" };

describe.skipIf(postgres.skip)("Drizzle on PostgreSQL, tables of the documentation", () => {
  const { url } = postgres;
  wholeStore({
    row: { name: "Drizzle, PostgreSQL", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(pg(url)), DrizzleAdapter(pg(url))],
    ...{ url, layout: layouts.drizzle, statements: drizzleOnPostgres, leavesOut: documented },
  });
});

describe.skipIf(uuids.skip)("Drizzle on PostgreSQL, uuids and columns of its own", () => {
  const { url } = uuids;
  const { tables, statements } = uuidsOnPostgres;
  const born = new Date("1815-12-10T01:02:03.004Z");
  wholeStore({
    row: { name: "Drizzle, PostgreSQL, uuids and own columns", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(pg(url), tables), DrizzleAdapter(pg(url), tables)],
    ...{ url, statements },
    layout: {
      tables: {
        ...{ user: "auth.users", account: "auth.accounts", session: "auth.sessions" },
        ...{ verificationToken: "auth.verification_tokens", authenticator: "auth.authenticators" },
      },
    },
    options: { extraUserFields: { role: "admin", preferences: { theme: "dark" }, born } },
  });
});

describe.skipIf(numbers.skip)("Drizzle on PostgreSQL, wide numbers and casing", () => {
  const { url } = numbers;
  const { tables, statements } = numbersOnPostgres;
  const open = () => DrizzleAdapter(pg(url, { casing: "snake_case" }), tables);
  wholeStore({
    row: { name: "Drizzle, PostgreSQL, bigint ids", migrations: "drizzle-kit" },
    adapters: [open(), open()],
    ...{ url, statements, options: numbered, leavesOut: withoutOwn },
    layout: {
      ids: "number",
      tables: {
        ...{ user: "people", account: "identities", session: "logins" },
        ...{ verificationToken: "verificationToken", authenticator: "passkeys" },
      },
    },
  });
});

/** The documentation has room for short tokens and whole seconds; the suite writes long ones and milliseconds. */
const roomier = drizzleOnMysql.map((statement) =>
  statement
    .replaceAll("_token` varchar(255)", "_token` varchar(2048)")
    .replaceAll("timestamp not null", "timestamp(3) not null"),
);

describe.skipIf(mysql.skip)("Drizzle on MariaDB, tables of the documentation", () => {
  const { url } = mysql;
  wholeStore({
    row: { name: "Drizzle, MariaDB", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(mysql2(url)), DrizzleAdapter(mysql2(url))],
    ...{ url, layout: layouts.drizzle, statements: roomier, leavesOut: documented },
  });
});

describe.skipIf(mysqlNumbers.skip)("Drizzle on MariaDB, numbers and columns of its own", () => {
  const { url } = mysqlNumbers;
  const { tables, statements } = numbersOnMysql;
  wholeStore({
    row: { name: "Drizzle, MariaDB, bigint ids and own columns", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(mysql2(url), tables), DrizzleAdapter(mysql2(url), tables)],
    ...{ url, statements },
    layout: {
      ids: "number",
      tables: {
        ...{ user: "users", account: "accounts", session: "sessions" },
        ...{ verificationToken: "verification_tokens", authenticator: "authenticators" },
      },
    },
    options: { ...numbered, extraUserFields: { plan: "team", active: false } },
  });
});

describe("Drizzle on SQLite, tables of the documentation", () => {
  const url = `file:${join(folder, "documented.db")}`;
  wholeStore({
    row: { name: "Drizzle, SQLite", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(libsql(url)), DrizzleAdapter(libsql(url))],
    ...{
      url,
      layout: layouts.drizzle,
      statements: drizzleOnSqlite,
      leavesOut: withoutOwn,
    },
  });
});

describe("Drizzle on SQLite, numbers and columns of its own", () => {
  const url = `file:${join(folder, "numbers.db")}`;
  const { tables, statements } = numbersOnSqlite;
  const seen = new Date("2020-01-02T03:04:05Z");
  wholeStore({
    row: { name: "Drizzle, SQLite, integer ids and own columns", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(libsql(url), tables), DrizzleAdapter(libsql(url), tables)],
    ...{ url, statements },
    layout: {
      ids: "number",
      tables: {
        ...{ user: "users", account: "accounts", session: "sessions" },
        ...{ verificationToken: "verificationToken", authenticator: "authenticators" },
      },
      sqliteDates: "milliseconds",
    },
    options: { ...numbered, extraUserFields: { admin: true, tags: ["a", "b"], seen } },
  });
});

describe("DrizzleAdapter refuses", () => {
  const db = onLibsql(createClient({ url: ":memory:" }));
  const { usersTable, accountsTable } = numbersOnSqlite.tables;
  const calling =
    (...given: readonly unknown[]) =>
    () => {
      Reflect.apply(DrizzleAdapter, undefined, given);
    };

  test("what isn't a database of Drizzle, with the line to write", () => {
    expect(calling(createClient({ url: ":memory:" }))).toThrow(/`DrizzleAdapter\(db\)`/);
    expect(calling(undefined)).toThrow(/drizzle\(\)/);
  });

  test("a driver without transactions, with what to use instead", () => {
    const remote = onProxy(() => Promise.resolve({ rows: [] }));
    expect(calling(remote)).toThrow(/no transactions.*"drizzle-orm\/node-postgres"/);
    expect(calling(onD1(null))).toThrow("Write `drizzle(env.DB)`");
  });

  test("what isn't a table", () => {
    expect(calling(db, { usersTable: "users" })).toThrow(
      "`DrizzleAdapter(db, { usersTable: users })`",
    );
  });

  test("a table without a column that it needs, with the column to write", () => {
    const made = () => DrizzleAdapter(db, { usersTable, accountsTable: usersTable });
    expect(made).toThrow(
      /`accountsTable` \(users\) has no column `userId`.*`userId: text\("userId"\)`/,
    );
    expect(() => DrizzleAdapter(db, { usersTable: accountsTable })).toThrow(/no column `id`/);
  });
});

test("an error of the database doesn't tell the values that were written", async () => {
  const adapter = DrizzleAdapter(onLibsql(createClient({ url: ":memory:" })));
  const session = { sessionToken: "very secret", userId: "1", expires: new Date() };
  const error: unknown = await Promise.resolve(adapter.createSession(session)).catch(
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toMatch(/no such table: session/);
  expect(JSON.stringify(error) + String(error)).not.toContain("very secret");
});

test("a database that is behind is an error that says what to do", async () => {
  const adapter = DrizzleAdapter(onLibsql(createClient({ url: ":memory:" })));
  const created = adapter.createUser({ email: "pat@example.org", emailVerified: null });
  await expect(created).rejects.toThrow(
    /no such table: user\. Run `npx latchkey schema --for drizzle`/,
  );
});

test("the doctor says in one sentence what the database lacks, and the command", async () => {
  const client = createClient({ url: ":memory:" });
  for (const statement of drizzleOnSqlite) {
    await client.execute(statement.replace(" unique", ""));
  }
  expect(await doctorOnTables(DrizzleAdapter(onLibsql(client)), [twoFactor()])).toEqual([
    "The database is behind: it lacks the unique key user (email), the unique key authenticator (credentialID) and the table user_second_step. Run `npx latchkey schema --for drizzle`, add the tables it prints to your schema, and run your migration.",
  ]);
});

test("a table of records that is missing is an error that says what to do", async () => {
  const { records } = DrizzleAdapter(onLibsql(createClient({ url: ":memory:" })));
  const table = { name: "notes", columns: { id: { kind: "key" } }, key: "id" } as const;
  await expect(records.read(table, { id: "x" })).rejects.toThrow(
    /npx latchkey schema --for drizzle/,
  );
});
