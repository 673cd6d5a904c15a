import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaPg } from "@prisma/adapter-pg";
import * as kit from "drizzle-kit/api";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import { drizzle as onPostgres } from "drizzle-orm/node-postgres";
import { DrizzleAdapter } from "latchkey/adapters/drizzle";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import { layouts, schema } from "latchkey/adapters/sql";
import { recordTables } from "latchkey/adapters/suite";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, describe } from "vitest";
import { drizzleText } from "../../src/cli/schema/drizzle.ts";
import { prismaText } from "../../src/cli/schema/prisma.ts";
import { wantedTables } from "../../src/cli/schema/wanted.ts";
import { wholeStore } from "../../test/adapters/whole-store.ts";
import { freshMysql, freshPostgres } from "../../test/support/services.ts";
import { generated } from "./prisma/generate.mjs";

/*
 * What `latchkey schema --for …` prints, put to use by the tools it is for: drizzle-kit makes the tables of the one, Prisma
 * generates a client from the other.
 */

const home = fileURLToPath(new URL("node_modules/.printed/", import.meta.url));
await mkdir(home, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), "latchkey-printed-"));
const closing = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const [postgres, mysql, prismaPostgres, prismaMysql] = [
  await freshPostgres(),
  await freshMysql(),
  await freshPostgres(),
  await freshMysql(),
];

const wanted = (orm, dialect) =>
  wantedTables(orm, { dialect, declared: { plugins: [{ tables: recordTables }] } });
const withoutOwn = { "[RES-14]": "These tables have no columns of the application's own" };

async function printed(dialect, { json, migration }) {
  const file = join(home, `${dialect}.ts`);
  await writeFile(file, drizzleText(wanted("drizzle", dialect)));
  const tables = await import(pathToFileURL(file).href);
  const none = await json({});
  const statements = await migration(none, await json(tables));
  return {
    statements,
    given: {
      usersTable: tables.users,
      accountsTable: tables.accounts,
      sessionsTable: tables.sessions,
      verificationTokensTable: tables.verificationTokens,
      authenticatorsTable: tables.authenticators,
    },
  };
}

async function drizzle(dialect, { url, open, ...tools }) {
  const { statements, given } = await printed(dialect, tools);
  const [one, other] = [open(), open()];
  wholeStore({
    adapters: [DrizzleAdapter(one.db, given), DrizzleAdapter(other.db, given)],
    ...{ url, statements, run: one.run, isComplete: true },
    ...{ layout: layouts.drizzle, leavesOut: withoutOwn },
  });
}

describe.skipIf(postgres.skip)("the tables printed for Drizzle on PostgreSQL", () =>
  drizzle("postgres", {
    ...{ url: postgres.url, json: kit.generateDrizzleJson, migration: kit.generateMigration },
    open() {
      const pool = new Pool({ connectionString: postgres.url });
      closing.push(() => pool.end());
      return { db: onPostgres(pool), run: (statement) => pool.query(statement) };
    },
  }),
);

describe.skipIf(mysql.skip)("the tables printed for Drizzle on MariaDB", () =>
  drizzle("mysql", {
    ...{ url: mysql.url, json: kit.generateMySQLDrizzleJson },
    migration: kit.generateMySQLMigration,
    open() {
      const pool = createPool(mysql.url);
      closing.push(() => pool.end());
      return { db: onMysql(pool), run: (statement) => pool.query(statement) };
    },
  }),
);

describe("the tables printed for Drizzle on SQLite", () => {
  const url = `file:${join(folder, "drizzle.db")}`;
  return drizzle("sqlite", {
    ...{ url, json: kit.generateSQLiteDrizzleJson, migration: kit.generateSQLiteMigration },
    open() {
      const client = createClient({ url });
      closing.push(() => client.close());
      return { db: onLibsql(client), run: (statement) => client.execute(statement) };
    },
  });
});

const providers = { postgres: "postgresql", mysql: "mysql", sqlite: "sqlite" };

async function prisma(dialect, { url, driver }) {
  const output = `.printed/${dialect}`;
  const head = `generator client {
  provider = "prisma-client-js"
  output   = "./${dialect}"
}

datasource db {
  provider = "${providers[dialect]}"
}

`;
  await writeFile(join(home, `${dialect}.prisma`), head + prismaText(wanted("prisma", dialect)));
  const made = generated(`node_modules/.printed/${dialect}.prisma`, { output });
  const open = () => {
    const client = new made.PrismaClient({ adapter: driver() });
    closing.push(() => client.$disconnect());
    return client;
  };
  const [one, other] = [open(), open()];
  const plugins = [{ tables: recordTables }];
  const statements = schema(dialect, { layout: "prisma", plugins }).split(/;\n/).filter(Boolean);
  wholeStore({
    adapters: [PrismaAdapter(one), PrismaAdapter(other)],
    ...{ url, statements, isComplete: true, leavesOut: withoutOwn, layout: layouts.prisma },
    run: (statement) => one.$executeRawUnsafe(statement),
  });
}

describe.skipIf(prismaPostgres.skip)("the models printed for Prisma on PostgreSQL", () => {
  const { url } = prismaPostgres;
  return prisma("postgres", { url, driver: () => new PrismaPg({ connectionString: url }) });
});

describe.skipIf(prismaMysql.skip)("the models printed for Prisma on MariaDB", () => {
  const { url } = prismaMysql;
  const driver = () => new PrismaMariaDb(url.replace(/^mysql/, "mariadb"));
  return prisma("mysql", { url, driver });
});

describe("the models printed for Prisma on SQLite", () => {
  const url = `file:${join(folder, "prisma.db")}`;
  return prisma("sqlite", { url, driver: () => new PrismaLibSql({ url }) });
});
