import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import { layouts, schema } from "latchkey/adapters/sql";
import { afterAll, describe } from "vitest";
import { prismaText } from "../../src/cli/schema/prisma.ts";
import { wantedTables } from "../../src/cli/schema/wanted.ts";
import { wholeStore } from "../../test/adapters/whole-store.ts";
import { freshPostgres } from "../../test/support/services.ts";
import { asOther } from "./prisma/as-other.mjs";
import { generated, packageIn } from "./prisma/generate.mjs";
import { clientOf, head, modelsFor, plugins } from "./prisma/models.mjs";
import * as tables from "./prisma/tables.mjs";

/*
 * The path by models, which is for SQL Server and CockroachDB. Neither runs here, so real clients on
 * other databases take it: they say that they are for one of the two, and refuse SQL.
 */

const folder = await mkdtemp(join(tmpdir(), "latchkey-models-"));
const closing = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const withoutOwn = { "[RES-14]": "These models have no fields of the application's own" };
const read = (file) => readFile(new URL(file, import.meta.url), "utf8");

function open({ PrismaClient }, adapter) {
  const prisma = new PrismaClient({ adapter });
  closing.push(() => prisma.$disconnect());
  return prisma;
}

const [documented, own, previous] = [
  await freshPostgres(),
  await freshPostgres(),
  await freshPostgres(),
];

describe.skipIf(documented.skip)("Prisma's models on PostgreSQL, as for CockroachDB", async () => {
  const { url } = documented;
  const wanted = wantedTables("prisma", { dialect: "cockroachdb", declared: { plugins } });
  const made = await clientOf("documented", { base: head("postgresql"), more: prismaText(wanted) });
  const client = () => open(made, new PrismaPg({ connectionString: url }));
  const [one, other] = [client(), client()];
  const statements = schema("postgres", { layout: "prisma", plugins }).split(/;\n/).filter(Boolean);
  wholeStore({
    row: { name: "Prisma's models, PostgreSQL", migrations: "Prisma Migrate" },
    adapters: [one, other].map((prisma) => PrismaAdapter(asOther(prisma, "cockroachdb"))),
    ...{ url, statements, isComplete: true, leavesOut: withoutOwn, layout: layouts.prisma },
    run: (statement) => one.$executeRawUnsafe(statement),
  });
});

describe.skipIf(own.skip)("Prisma's models on PostgreSQL, uuids, as for SQL Server", async () => {
  const { url } = own;
  const driver = () => new PrismaPg({ connectionString: url });
  const plain = open(
    generated("prisma/postgres.prisma", { output: ".generated-postgres" }),
    driver(),
  );
  const base = await read("prisma/postgres.prisma");
  const made = await clientOf("own", { base, more: modelsFor(plain, "sqlserver") });
  const [one, other] = [open(made, driver()), open(made, driver())];
  wholeStore({
    adapters: [one, other].map((prisma) => PrismaAdapter(asOther(prisma, "sqlserver"))),
    ...{ url, statements: tables.postgres },
    layout: { tables: { ...layouts.prisma.tables, user: "users" } },
    leavesOut: { "listUsers gives each user once": "PostgreSQL's LIKE is about case" },
    options: { extraUserFields: { ...tables.ownFields, ...tables.listsAndNames } },
  });
});

describe.skipIf(previous.skip)("Prisma 6's models on PostgreSQL, as for CockroachDB", async () => {
  const { url } = previous;
  const home = "prisma-6/";
  const { PrismaPg: Driver } = packageIn(home, "@prisma/adapter-pg");
  const driver = () => new Driver({ connectionString: url });
  const plain = open(generated("schema.prisma", { output: ".generated", folder: home }), driver());
  const base = await read("prisma-6/schema.prisma");
  const made = await clientOf("own", { base, more: modelsFor(plain, "cockroachdb"), home });
  const [one, other] = [open(made, driver()), open(made, driver())];
  wholeStore({
    row: {
      name: "Prisma 6's models, PostgreSQL, uuids and own fields",
      migrations: "Prisma Migrate",
    },
    adapters: [one, other].map((prisma) => PrismaAdapter(asOther(prisma, "cockroachdb"))),
    ...{ url, statements: tables.postgres },
    layout: { tables: { ...layouts.prisma.tables, user: "users" } },
    options: { extraUserFields: tables.ownFields },
  });
});

describe("Prisma's models on SQLite, numbers and a model of another name, as for SQL Server", async () => {
  const url = `file:${join(folder, "own.db")}`;
  const driver = () => new PrismaLibSql({ url });
  const options = { models: { user: "Member" } };
  const plain = open(generated("prisma/sqlite.prisma", { output: ".generated-sqlite" }), driver());
  const base = await read("prisma/sqlite.prisma");
  const made = await clientOf("sqlite", { base, more: modelsFor(plain, "sqlserver", options) });
  const [one, other] = [open(made, driver()), open(made, driver())];
  wholeStore({
    row: {
      name: "Prisma's models, SQLite, integer ids and own fields",
      migrations: "Prisma Migrate",
    },
    adapters: [one, other].map((prisma) => PrismaAdapter(asOther(prisma, "sqlserver"), options)),
    ...{ url, statements: tables.sqlite, run: (statement) => one.$executeRawUnsafe(statement) },
    layout: { tables: { ...layouts.prisma.tables, user: "Member" }, ids: "number" },
    options: {
      unknownId: () => "987654321",
      extraUserFields: { plan: "team", active: false, tags: ["a", "b"] },
    },
  });
});
