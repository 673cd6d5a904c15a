// Reading a session out of a data store, held against the same query over the bare driver, prepared: in processor
// time of this process and of the database.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure, times } from "../measure.mjs";
import { isTold, processorTime, startMariadb, startPostgres } from "../servers/databases.mjs";
import { config, expressRequest, cookieName, ours } from "../world.mjs";

export const title = "Session read, strategy database";

const sqliteFile = () => `${mkdtempSync(join(tmpdir(), "latchkey-bench-"))}/auth.db`;

async function memory() {
  const { MemoryAdapter } = await ours("adapters/memory/index");
  return MemoryAdapter();
}

/** An adapter over a database that `connect` opens. */
export async function sql(url, options) {
  const { connect, migrate, SqlAdapter } = await ours("adapters/sql/index");
  const db = await connect(url, options);
  await migrate(db);
  return SqlAdapter(db);
}

/** Somebody is signed in: the token of the session. */
export async function signedIn(adapter) {
  const id = crypto.randomUUID();
  const email = `${id}@example.org`;
  const user = await adapter.createUser({ id, name: "Ada", email, emailVerified: null });
  const sessionToken = crypto.randomUUID();
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await adapter.createSession({ sessionToken, userId: user.id, expires });
  return sessionToken;
}

/**
 * The statement that reads a session, with its parameters, as the adapter has it. What is measured beside the library
 * may bring another copy of Kysely, so that the family of the database is named.
 */
async function statementOver(family, dialect) {
  const [{ Kysely }, { migrate, SqlAdapter }] = [
    await import("kysely"),
    await ours("adapters/sql/index"),
  ];
  let last;
  const db = new Kysely({ dialect, log: ({ query }) => (last = query) });
  await migrate(db, { dialect: family });
  const adapter = SqlAdapter(db, { dialect: family });
  await adapter.getSessionAndUser(await signedIn(adapter));
  return { text: last.sql, values: last.parameters };
}

/** What finds nothing would be measured for nothing. */
async function finding(read) {
  if (!(await read())) throw new Error("The session was not found.");
  return read;
}

/** The statement alone, prepared, by store. */
export const bare = {
  async SQLite() {
    const [{ default: Database }, { SqliteDialect }] = [
      await import("libsql"),
      await import("kysely"),
    ];
    const database = new Database(sqliteFile());
    database.exec("pragma journal_mode = wal");
    const { text, values } = await statementOver("sqlite", new SqliteDialect({ database }));
    const statement = database.prepare(text);
    return () => statement.get(values);
  },
  async PostgreSQL(url = process.env["BENCH_POSTGRES"]) {
    const [{ default: pg }, { PostgresDialect }] = [await import("pg"), await import("kysely")];
    const pool = new pg.Pool({ connectionString: url });
    pool.on("error", () => undefined);
    const { text, values } = await statementOver("postgres", new PostgresDialect({ pool }));
    return async () => (await pool.query({ name: "session", text, values })).rows[0];
  },
  async MariaDB() {
    const [{ createPool }, { MysqlDialect }] = [await import("mysql2"), await import("kysely")];
    const pool = createPool({ uri: process.env["BENCH_MARIADB"], timezone: "Z" });
    const { text, values } = await statementOver("mysql", new MysqlDialect({ pool }));
    const promised = pool.promise();
    return async () => (await promised.execute(text, values))[0][0];
  },
};

/** Taking a connection out of the pool and giving it back, by store: what each statement does besides. */
const connection = {
  async PostgreSQL() {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: process.env["BENCH_POSTGRES"] });
    pool.on("error", () => undefined);
    return async () => (await pool.connect()).release();
  },
  async MariaDB() {
    const { createPool } = await import("mysql2/promise");
    const pool = createPool({ uri: process.env["BENCH_MARIADB"] });
    return async () => (await pool.getConnection()).release();
  },
};

const against = (open, driver) => ({
  ...(driver && { "the bare driver": async () => finding(await driver()) }),
  "the adapter's query": async () => {
    const adapter = await open();
    const sessionToken = await signedIn(adapter);
    return finding(() => adapter.getSessionAndUser(sessionToken));
  },
  "latchkey getSession": async () => {
    const adapter = await open();
    const req = expressRequest(`theme=dark; ${cookieName}=${await signedIn(adapter)}; lang=en`);
    const { getSession } = await ours("frameworks/express/index");
    const own = config(1, { adapter });
    return finding(() => getSession(req, own));
  },
});

const servers = {
  PostgreSQL: { start: startPostgres, name: "BENCH_POSTGRES" },
  MariaDB: { start: startMariadb, name: "BENCH_MARIADB" },
};

const overServer = (store) => {
  const { name } = servers[store];
  return {
    rounds: 21,
    serverTime: () => processorTime(Number(process.env[`${name}_PID`])),
    variants: {
      "a connection taken and given back": connection[store],
      ...against(() => sql(process.env[name]), bare[store]),
    },
  };
};

export const groups = {
  memory: { variants: against(memory) },
  SQLite: { rounds: 21, variants: against(() => sql(`file:${sqliteFile()}`), bare.SQLite) },
  PostgreSQL: overServer("PostgreSQL"),
  MariaDB: overServer("MariaDB"),
};

/** A server of its own for each store; what is measured beside the others finds it in the environment. */
export async function run() {
  const tables = {};
  for (const store of ["memory", "SQLite"]) {
    tables[store] = await measure("database", store, groups[store]);
  }
  for (const [store, { start, name }] of Object.entries(servers)) {
    const server = isTold ? await start() : undefined;
    if (!server) {
      console.warn(`Left out: ${store} is not installed here.`);
      tables[store] = {};
      continue;
    }
    Object.assign(process.env, { [name]: server.url, [`${name}_PID`]: String(server.pid()) });
    try {
      tables[store] = await measure("database", store, groups[store]);
    } finally {
      await server.stop();
    }
  }
  return tables;
}

const aims = {
  SQLite: {
    atMost: 1.15,
    today: 1.45,
    why: "about 4 µs: that no transaction is open is asked, and the row becomes a session and a user, with their dates.",
  },
  PostgreSQL: {
    atMost: 1.1,
    today: 1.45,
    why: "about 20 µs: taking a connection and waiting for the answer have a time limit each, so that a database that went away is noticed; the bare driver waits for ever.",
  },
  MariaDB: { atMost: 1.15 },
};

/** What is held against the driver is the adapter's read; what `getSession` does besides has its own line. */
export function ratios(taken) {
  return Object.entries(aims)
    .filter(([store]) => taken[store]["latchkey getSession"])
    .flatMap(([store, aim]) => {
      const over = (own) => times(taken[store][own], taken[store]["the bare driver"]);
      return [
        {
          name: `Session read with ${store}, times the bare driver's prepared statement`,
          value: over("the adapter's query"),
          ...aim,
        },
        { name: "  by getSession, times the same", value: over("latchkey getSession") },
      ];
    });
}
