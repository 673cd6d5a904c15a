import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import { layouts } from "latchkey/adapters/sql";
import { twoFactor } from "latchkey/plugins/two-factor";
import { afterAll, describe, expect, test } from "vitest";
import { wholeStore } from "../../test/adapters/whole-store.ts";
import { doctorOnTables } from "../../test/support/doctor-on-tables.ts";
import { freshMysql, freshPostgres } from "../../test/support/services.ts";
import { storeApp, stubProvider, viaProvider, whoIs } from "../../test/support/stores-app.ts";
import { generated, packageIn } from "./prisma/generate.mjs";
import * as tables from "./prisma/tables.mjs";
import { prismaTables } from "./tables.mjs";

const [documented, own, previous, mysql] = [
  await freshPostgres(),
  await freshPostgres(),
  await freshPostgres(),
  await freshMysql(),
];
const folder = await mkdtemp(join(tmpdir(), "latchkey-prisma-"));
const closing = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const clients = {
  documented: generated("schema.prisma", { output: ".generated" }),
  postgres: generated("prisma/postgres.prisma", { output: ".generated-postgres" }),
  mysql: generated("prisma/mysql.prisma", { output: ".generated-mysql" }),
  previous: generated("schema.prisma", { output: ".generated", folder: "prisma-6/" }),
  sqlite: generated("prisma/sqlite.prisma", { output: ".generated-sqlite" }),
  lean: generated("prisma/lean.prisma", { output: ".generated-lean" }),
};

function open({ PrismaClient }, adapter) {
  const prisma = new PrismaClient({ adapter });
  closing.push(() => prisma.$disconnect());
  return prisma;
}

const onPostgres = (made, url) => open(made, new PrismaPg({ connectionString: url }));
/** What the adapter writes, Prisma reads, and the other way round. */
function readBoth(prisma, { adapter, users = "user" }) {
  test("Prisma reads what the adapter wrote, and the adapter what Prisma wrote", async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const emailVerified = new Date(1_700_000_000_123);
    const { id } = await adapter.createUser({ email, emailVerified });
    const expires = new Date(1_900_000_000_456);
    await adapter.createSession({ sessionToken: email, userId: id, expires });
    const read = await prisma[users].findUnique({ where: { email } });
    expect(read).toMatchObject({ email, emailVerified });
    expect(String(read.id)).toBe(id);
    expect(await prisma.session.findUnique({ where: { sessionToken: email } })).toMatchObject({
      expires,
    });
    const later = new Date(1_950_000_000_789);
    await prisma.session.update({ where: { sessionToken: email }, data: { expires: later } });
    await prisma[users].update({ where: { email }, data: { name: "Pat", emailVerified: later } });
    expect(await adapter.getSessionAndUser(email)).toMatchObject({
      session: { expires: later },
      user: { id, name: "Pat", emailVerified: later },
    });
  });
}

const numbers = { unknownId: () => "987654321" };
const withoutOwn = { "[RES-14]": "These models have no fields of the application's own" };

describe.skipIf(documented.skip)("Prisma on PostgreSQL, models of the documentation", () => {
  const { url } = documented;
  const [one, other] = [onPostgres(clients.documented, url), onPostgres(clients.documented, url)];
  readBoth(one, { adapter: PrismaAdapter(one) });
  wholeStore({
    row: { name: "Prisma, PostgreSQL", migrations: "Prisma Migrate" },
    adapters: [PrismaAdapter(one), PrismaAdapter(other)],
    ...{ url, layout: layouts.prisma, statements: prismaTables },
    leavesOut: {
      ...withoutOwn,
      "updateAuthenticatorCounter returns": "Their counter ends at 2147483647",
    },
  });
});

describe.skipIf(previous.skip)("Prisma 6 on PostgreSQL, names, uuids and fields of its own", () => {
  const { url } = previous;
  const { PrismaPg: Driver } = packageIn("prisma-6/", "@prisma/adapter-pg");
  const prisma = () => open(clients.previous, new Driver({ connectionString: url }));
  const [one, other] = [prisma(), prisma()];
  readBoth(one, { adapter: PrismaAdapter(one) });
  wholeStore({
    row: { name: "Prisma 6, PostgreSQL, uuids", migrations: "Prisma Migrate" },
    adapters: [PrismaAdapter(one), PrismaAdapter(other)],
    ...{ url, statements: tables.postgres, leavesOut: withoutOwn },
    layout: { tables: { ...layouts.prisma.tables, user: "users" } },
  });
});

describe.skipIf(own.skip)("Prisma on PostgreSQL, names, uuids and fields of its own", () => {
  const { url } = own;
  const [one, other] = [onPostgres(clients.postgres, url), onPostgres(clients.postgres, url)];
  readBoth(one, { adapter: PrismaAdapter(one) });
  test("a user without lists has empty ones, and an enum's values the client's names", async () => {
    const adapter = PrismaAdapter(one);
    const { id } = await adapter.createUser({ email: "lists@example.org" });
    const { plan, plans, tags, seen, scores } = await adapter.getUser(id);
    expect({ plan, plans, tags, seen, scores }).toEqual({
      ...{ plan: "FREE", plans: [], tags: [], seen: [], scores: [] },
    });
    const changed = await adapter.updateUser({ id, ...tables.listsAndNames });
    expect(changed).toMatchObject(tables.listsAndNames);
    expect(await one.user.findUnique({ where: { id } })).toMatchObject(tables.listsAndNames);
  });
  wholeStore({
    row: { name: "Prisma, PostgreSQL, uuids and own fields", migrations: "Prisma Migrate" },
    adapters: [PrismaAdapter(one), PrismaAdapter(other)],
    ...{ url, statements: tables.postgres },
    layout: { tables: { ...layouts.prisma.tables, user: "users" } },
    options: { extraUserFields: { ...tables.ownFields, ...tables.listsAndNames } },
  });
});

describe.skipIf(mysql.skip)("Prisma on MariaDB, numbers and fields of its own", () => {
  const { url } = mysql;
  const prisma = () => open(clients.mysql, new PrismaMariaDb(url.replace(/^mysql/, "mariadb")));
  const [one, other] = [prisma(), prisma()];
  readBoth(one, { adapter: PrismaAdapter(one) });
  wholeStore({
    row: { name: "Prisma, MariaDB, bigint ids and own fields", migrations: "Prisma Migrate" },
    adapters: [PrismaAdapter(one), PrismaAdapter(other)],
    ...{ url, statements: tables.mysql, layout: { ...layouts.prisma, ids: "number" } },
    options: { ...numbers, extraUserFields: { plan: "team", active: false } },
  });
});

describe("Prisma on SQLite, a model of another name, numbers and fields of its own", () => {
  const url = `file:${join(folder, "own.db")}`;
  const prisma = () => open(clients.sqlite, new PrismaLibSql({ url }));
  const [one, other] = [prisma(), prisma()];
  const options = { models: { user: "Member" } };
  readBoth(one, { adapter: PrismaAdapter(one, options), users: "member" });
  wholeStore({
    row: { name: "Prisma, SQLite, integer ids and own fields", migrations: "Prisma Migrate" },
    adapters: [PrismaAdapter(one, options), PrismaAdapter(other, options)],
    ...{ url, statements: tables.sqlite, run: (statement) => one.$executeRawUnsafe(statement) },
    layout: { tables: { ...layouts.prisma.tables, user: "Member" }, ids: "number" },
    options: { ...numbers, extraUserFields: { plan: "team", active: false, tags: ["a", "b"] } },
  });
});

describe("Prisma without models for sessions, links and passkeys", async () => {
  const prisma = open(clients.lean, new PrismaLibSql({ url: `file:${join(folder, "lean.db")}` }));
  for (const statement of [
    `create table "User" ("id" text primary key, "name" text, "email" text unique, "emailVerified" text, "image" text)`,
    `create table "Account" ("userId" text not null, "type" text not null, "provider" text not null,
      "providerAccountId" text not null, "access_token" text, "token_type" text,
      primary key ("provider", "providerAccountId"))`,
  ]) {
    await prisma.$executeRawUnsafe(statement);
  }
  const adapter = PrismaAdapter(prisma);
  const app = (strategy) =>
    storeApp(adapter, { session: { strategy }, providers: [stubProvider("hub")] });
  const pat = { sub: "1", email: "pat@example.org" };

  test("sessions in the database are refused with the model to add, and nothing is written", async () => {
    const shop = app("database");
    await viaProvider(shop.browser(), "hub", pat).catch(() => undefined);
    const [error] = shop.log.errors("MissingAdapterMethods");
    expect(error.message).toMatch(
      /createSession.*no model `Session`.*npx latchkey schema --for prisma --dialect sqlite/,
    );
    expect(await prisma.user.count()).toBe(0);
  });

  test("sessions in cookies work, and users can be deleted", async () => {
    const browser = app("jwt").browser();
    await viaProvider(browser, "hub", pat);
    const id = await whoIs(browser);
    expect(await prisma.user.findMany()).toMatchObject([{ id, email: pat.email }]);
    await adapter.deleteUser(id);
    expect(await prisma.user.count()).toBe(0);
  });
});

describe("a Prisma client that is ahead of its database", async () => {
  const prisma = open(clients.sqlite, new PrismaLibSql({ url: `file:${join(folder, "bare.db")}` }));
  const adapter = PrismaAdapter(prisma, { models: { user: "Member" } });

  test("says which table is missing and how it is made", async () => {
    await expect(adapter.createUser({ email: "pat@example.org" })).rejects.toThrow(
      /no such table: Member\. Run `npx latchkey schema --for prisma`.*migrate/,
    );
  });

  test("the doctor says in one sentence what the database lacks, and the command", async () => {
    const [users, ...others] = tables.sqlite;
    for (const statement of [users.replace(/ unique/i, ""), ...others]) {
      await prisma.$executeRawUnsafe(statement);
    }
    expect(await doctorOnTables(adapter, [twoFactor()])).toEqual([
      "The database is behind: it lacks the unique key Member (email) and the table Member_second_step. Run `npx latchkey schema --for prisma`, add the models it prints to your schema, migrate, and run `npx prisma generate`.",
    ]);
  });
});

describe("PrismaAdapter refuses", () => {
  const prisma = open(clients.sqlite, new PrismaLibSql({ url: ":memory:" }));

  test("what isn't a client, with the line to write", () => {
    expect(() => PrismaAdapter(clients.sqlite.PrismaClient)).toThrow("`PrismaAdapter(prisma)`");
    expect(() => PrismaAdapter(undefined)).toThrow("new PrismaClient(");
  });

  test("a client for another database, with the adapter to use", () => {
    const other = Object.create(prisma, { _activeProvider: { value: "mongodb" } });
    expect(() => PrismaAdapter(other)).toThrow(/mongodb.*`@auth\/prisma-adapter`.*`extend/);
  });

  test("a client without a model that it needs", () => {
    expect(() => PrismaAdapter(prisma)).toThrow(
      /no model `User`.*npx prisma generate.*PrismaAdapter\(prisma, \{ models: \{ user: "…" \} \}\)/,
    );
  });

  test("a model without a field that it needs, as a client has that wasn't generated anew", () => {
    const models = { user: "Member", account: "Session" };
    expect(() => PrismaAdapter(prisma, { models })).toThrow(
      /`Session` has no field `type`.*Add `type String`.*npx prisma generate/,
    );
  });
});
