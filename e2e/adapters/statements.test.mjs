import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaPg } from "@prisma/adapter-pg";
import { D1Adapter } from "latchkey/adapters/d1";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import { schema } from "latchkey/adapters/sql";
import { afterAll } from "vitest";
import { countStatements, least, leastOnPostgres } from "../../test/adapters/statement-counts.ts";
import { freshMysql, freshPostgres } from "../../test/support/services.ts";
import { openDatabase } from "./d1/database.mjs";
import { generated } from "./prisma/generate.mjs";
import * as tables from "./prisma/tables.mjs";
import { prismaTables } from "./tables.mjs";

/* The SQL adapter's numbers hold for Prisma and D1, too. */

const folder = await mkdtemp(join(tmpdir(), "latchkey-statements-"));
afterAll(() => rm(folder, { recursive: true }));
const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

/** Shared state has a table. */
const withState = (dialect, statements) => [
  ...statements,
  ...schema(dialect)
    .split(/;\n/)
    .filter((statement) => statement.includes("latchkey_state")),
];

async function prisma(saw, { PrismaClient }, { adapter, statements, options }) {
  const client = new PrismaClient({ adapter, log: [{ emit: "event", level: "query" }] });
  for (const statement of statements) await client.$executeRawUnsafe(statement);
  // Driver adapters tell of their transactions, or not, each in its way.
  client.$on("query", ({ query }) => /\b(?:BEGIN|COMMIT)\b/.test(query) || saw(query));
  const { $transaction: transaction } = client;
  client.$transaction = (...given) => {
    saw("begin");
    return transaction.apply(client, given);
  };
  return { adapter: PrismaAdapter(client, options), close: () => client.$disconnect() };
}

countStatements("PostgreSQL through Prisma", {
  skip: postgres.skip,
  taken: leastOnPostgres,
  open: (saw) =>
    prisma(saw, generated("schema.prisma", { output: ".generated" }), {
      adapter: new PrismaPg({ connectionString: postgres.url }),
      statements: withState("postgres", prismaTables),
    }),
});
countStatements("MariaDB through Prisma, which numbers users", {
  skip: mysql.skip,
  taken: least,
  open: (saw) =>
    prisma(saw, generated("prisma/mysql.prisma", { output: ".generated-mysql" }), {
      adapter: new PrismaMariaDb(mysql.url.replace(/^mysql/, "mariadb")),
      statements: withState("mysql", tables.mysql),
    }),
});
countStatements("SQLite through Prisma, which numbers users", {
  taken: least,
  open: (saw) =>
    prisma(saw, generated("prisma/sqlite.prisma", { output: ".generated-sqlite" }), {
      adapter: new PrismaLibSql({ url: `file:${join(folder, "one.db")}` }),
      statements: withState("sqlite", tables.sqlite),
      options: { models: { user: "Member" } },
    }),
});
// It has no transactions, so that the user and the account are written one after the other.
countStatements("D1", {
  taken: { ...least, first: [5, 1] },
  async open(saw) {
    const { ask, binding, close } = openDatabase();
    const statements = schema("sqlite").split(/;\n/).filter(Boolean);
    await ask({ act: "statements", statements });
    return { adapter: D1Adapter(counted(binding, saw)), close };
  },
});

function counted({ prepare, batch }, saw) {
  return {
    prepare(sql) {
      saw(sql);
      return prepare(sql);
    },
    batch,
  };
}
