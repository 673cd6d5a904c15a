// Reading a session through an application's own client, held against the same statement by that client: Prisma and
// Drizzle in processor time of this process and of the database, D1 in that of workerd.
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../scripts/bootstrap.mjs";
import { measure, times } from "../measure.mjs";
import { childrenOf, isTold, processorTime, startPostgres } from "../servers/databases.mjs";
import { config, cookieName, distFolder, expressRequest, ours, root } from "../world.mjs";
import { signedIn } from "./database.mjs";

export const title = "Session read through Prisma, Drizzle and D1";

const home = fileURLToPath(new URL("e2e/adapters/", root));
const require = createRequire(`${home}package.json`);
const newFile = () => `file:${mkdtempSync(join(tmpdir(), "latchkey-bench-"))}/auth.db`;

/** The statements that make the tables of Auth.js's documentation. */
async function tables(dialect, layout) {
  const { schema } = await ours("adapters/sql/index");
  return schema(dialect, { layout }).split(/;\n/).filter(Boolean);
}

/*
 * Each opens a store: its adapter, the statements that its client ran, and how the client runs one by itself.
 */
const stores = {
  async "Prisma, PostgreSQL"() {
    const { PrismaPg } = require("@prisma/adapter-pg");
    const adapter = new PrismaPg({ connectionString: process.env["BENCH_POSTGRES"] });
    return onPrisma("postgres", adapter);
  },
  async "Prisma, SQLite"() {
    const { PrismaLibSql } = require("@prisma/adapter-libsql");
    return onPrisma(
      "sqlite",
      new PrismaLibSql({ url: newFile() }),
      await tables("sqlite", "prisma"),
    );
  },
  async "Drizzle, PostgreSQL"() {
    const [{ drizzle }, { Pool }] = [await import("drizzle-orm/node-postgres"), await import("pg")];
    const pool = new Pool({ connectionString: process.env["BENCH_POSTGRES"] });
    pool.on("error", () => undefined);
    return onDrizzle(
      (options) => drizzle(pool, options),
      (db, query) => db.execute(query),
    );
  },
  async "Drizzle, SQLite"() {
    const [{ drizzle }, { createClient }] = [
      await import("drizzle-orm/libsql"),
      await import("@libsql/client"),
    ];
    const client = createClient({ url: newFile() });
    await client.batch(await tables("sqlite", "drizzle"));
    return onDrizzle(
      (options) => drizzle(client, options),
      (db, query) => db.all(query),
    );
  },
};

async function onPrisma(name, adapter, statements = []) {
  const [{ PrismaClient }, { PrismaAdapter }] = [
    require(generated[name].folder),
    await ours("adapters/prisma/index"),
  ];
  const seen = [];
  const watched = new PrismaClient({ adapter, log: [{ emit: "event", level: "query" }] });
  watched.$on("query", ({ query, params }) => seen.push({ sql: query, values: params }));
  for (const statement of statements) await watched.$executeRawUnsafe(statement);
  const prisma = new PrismaClient({ adapter });
  return {
    adapter: PrismaAdapter(prisma),
    watched: PrismaAdapter(watched),
    seen,
    run: async (sql, token) => (await prisma.$queryRawUnsafe(sql, token))[0],
    idiom: (sessionToken) =>
      prisma.session.findUnique({ where: { sessionToken }, include: { user: true } }),
  };
}

async function onDrizzle(open, execute) {
  const [{ sql }, { DrizzleAdapter }] = [
    await import("drizzle-orm"),
    await ours("adapters/drizzle/index"),
  ];
  const seen = [];
  const logger = { logQuery: (text, values) => void seen.push({ sql: text, values }) };
  const db = open({});
  return {
    adapter: DrizzleAdapter(db),
    watched: DrizzleAdapter(open({ logger })),
    seen,
    async run(text, token) {
      const [before, after] = text.split(/\$1|\?/);
      const rows = await execute(db, sql`${sql.raw(before)}${token}${sql.raw(after)}`);
      return (rows.rows ?? rows)[0];
    },
  };
}

const generated = {
  postgres: { schema: "schema.prisma", folder: "./node_modules/.generated" },
  sqlite: { schema: "node_modules/.bench.prisma", folder: "./node_modules/.generated-bench" },
};

async function finding(read) {
  if (!(await read())) throw new Error("The session was not found.");
  return read;
}

const variantsOf = (open, { idiom } = {}) => ({
  async "the client's own statement"() {
    const { watched, seen, run } = await open();
    const token = await signedIn(watched);
    seen.length = 0;
    await watched.getSessionAndUser(token);
    const [{ sql }] = seen;
    return finding(() => run(sql, token));
  },
  ...(idiom && {
    async [idiom]() {
      const store = await open();
      const token = await signedIn(store.adapter);
      return finding(() => store.idiom(token));
    },
  }),
  async "the adapter's query"() {
    const { adapter } = await open();
    const token = await signedIn(adapter);
    return finding(() => adapter.getSessionAndUser(token));
  },
  async "latchkey getSession"() {
    const { adapter } = await open();
    const req = expressRequest(`theme=dark; ${cookieName}=${await signedIn(adapter)}; lang=en`);
    const { getSession } = await ours("frameworks/express/index");
    const own = config(1, { adapter });
    return finding(() => getSession(req, own));
  },
});

const reads = 50;

/** Reads in a worker, some for each request. */
const inWorker = (how) => async () => {
  const [{ Miniflare }, { buildSync }] = [require("miniflare"), require("esbuild")];
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("../servers/d1-worker.mjs", import.meta.url))],
    ...{ bundle: true, write: false, format: "esm", target: "es2022", conditions: ["workerd"] },
    alias: { "the-adapter": fileURLToPath(new URL(`${distFolder}/adapters/d1/index.js`, root)) },
  });
  const worker = new Miniflare({
    ...{ modules: true, script: outputFiles[0].text, d1Databases: { DB: "bench" } },
    compatibilityDate: "2026-01-01",
  });
  const ask = async (given) => {
    const body = JSON.stringify(given);
    const answer = await worker.dispatchFetch("http://d1.test", { method: "POST", body });
    return answer.text();
  };
  const token = await ask({ statements: await tables("sqlite") });
  return finding(async () => (await ask({ how, token, reads })) === "found");
};

const ofPostgres = { serverTime: () => processorTime(Number(process.env["BENCH_POSTGRES_PID"])) };
const idiom = "prisma.session.findUnique";

export const groups = {
  "Prisma, PostgreSQL": {
    ...{ rounds: 21, ...ofPostgres },
    variants: variantsOf(stores["Prisma, PostgreSQL"], { idiom }),
  },
  "Prisma, SQLite": { rounds: 21, variants: variantsOf(stores["Prisma, SQLite"], { idiom }) },
  "Drizzle, PostgreSQL": {
    ...{ rounds: 21, ...ofPostgres },
    variants: variantsOf(stores["Drizzle, PostgreSQL"]),
  },
  "Drizzle, SQLite": { rounds: 21, variants: variantsOf(stores["Drizzle, SQLite"]) },
  D1: {
    rounds: 21,
    serverTime: () => childrenOf(process.pid).reduce((sum, pid) => sum + processorTime(pid), 0),
    variants: {
      "the client's own statement": inWorker("bare"),
      "the adapter's query": inWorker("adapter"),
    },
  },
};

export const units = { D1: `µs for ${reads}` };

/** PostgreSQL with the tables of both, and the clients of Prisma. */
export async function run() {
  const server = isTold ? await startPostgres() : undefined;
  if (!server || !ensureInstalled(home, { label: "Prisma" })) {
    console.warn("Left out: PostgreSQL, or what Prisma needs, is not installed here.");
    return Object.fromEntries(Object.keys(groups).map((group) => [group, {}]));
  }
  const taken = {};
  try {
    await prepare(server.url);
    Object.assign(process.env, {
      ...{ BENCH_POSTGRES: server.url, BENCH_POSTGRES_PID: String(server.pid()) },
    });
    for (const [group, what] of Object.entries(groups)) {
      taken[group] = await measure("stores", group, what);
    }
  } finally {
    await server.stop();
  }
  return taken;
}

async function prepare(url) {
  const { readFileSync, writeFileSync } = await import("node:fs");
  const { generated: generate } = await import("../../e2e/adapters/prisma/generate.mjs");
  const models = readFileSync(`${home}schema.prisma`, "utf8");
  const onSqlite = models
    .replace("postgresql", "sqlite")
    .replace(/@db\.\w+/g, "")
    .replace(/output\s*=.*/, 'output = "./.generated-bench"');
  writeFileSync(`${home}${generated.sqlite.schema}`, onSqlite);
  for (const { schema, folder } of Object.values(generated)) {
    generate(schema, { output: folder.slice("./node_modules/".length) });
  }
  const { Client } = await import("pg");
  const client = new Client({ connectionString: url });
  await client.connect();
  const statements = [await tables("postgres", "prisma"), await tables("postgres", "drizzle")];
  // Shared state has one table for both.
  for (const statement of new Set(statements.flat())) await client.query(statement);
  await client.end();
}

const aims = {
  "Prisma, PostgreSQL": { atMost: 1.15 },
  "Prisma, SQLite": { atMost: 1.15 },
  "Drizzle, PostgreSQL": { atMost: 1.15 },
  "Drizzle, SQLite": { atMost: 1.15 },
  D1: { atMost: 1.15 },
};

export function ratios(taken) {
  return Object.entries(aims)
    .filter(([store]) => taken[store]["the adapter's query"])
    .map(([store, aim]) => ({
      name: `Session read with ${store}, times the client's own statement`,
      value: times(taken[store]["the adapter's query"], taken[store]["the client's own statement"]),
      ...aim,
    }));
}
