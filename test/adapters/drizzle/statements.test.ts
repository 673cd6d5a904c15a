import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql } from "drizzle-orm/mysql2";
import { drizzle as onPostgres } from "drizzle-orm/node-postgres";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll } from "vitest";
import { DrizzleAdapter } from "../../../src/adapters/drizzle/index.js";
import { schema } from "../../../src/adapters/sql/index.js";
import type { SqlDialect } from "../../../src/adapters/sql/index.js";
import { freshMysql, freshPostgres } from "../../support/services.js";
import { countStatements, least, leastOnPostgres } from "../statement-counts.js";
import { numbersOnMysql, numbersOnSqlite } from "./schemas.js";

/* The SQL adapter's numbers hold, also where the database numbers users. */

const folder = await mkdtemp(join(tmpdir(), "latchkey-statements-"));
afterAll(() => rm(folder, { recursive: true }));
const [postgres, mysql, numbers] = [await freshPostgres(), await freshMysql(), await freshMysql()];
const state = (dialect: SqlDialect) =>
  printed(dialect).filter((statement) => statement.includes("latchkey_state"));
const printed = (dialect: SqlDialect) =>
  schema(dialect, { layout: "drizzle" }).split(/;\n/).filter(Boolean);

type Saw = (statement: string) => void;

const logging = (saw: Saw) => ({ logger: { logQuery: saw } });

async function libsql(saw: Saw, statements: readonly string[]) {
  const client = createClient({ url: `file:${join(folder, `${crypto.randomUUID()}.db`)}` });
  for (const statement of statements) await client.execute(statement);
  const begin = client.transaction.bind(client);
  // Drizzle's log doesn't have them.
  const transaction = () => {
    saw("begin");
    return begin("write");
  };
  const db = onLibsql(Object.assign(client, { transaction }), logging(saw));
  return { db, close: () => client.close() };
}

async function mysql2(saw: Saw, url: string, statements: readonly string[]) {
  const pool = createPool(url);
  for (const statement of statements) await pool.query(statement);
  return { db: onMysql(pool, logging(saw)), close: () => pool.end() };
}

countStatements("PostgreSQL through Drizzle", {
  skip: postgres.skip,
  taken: leastOnPostgres,
  async open(saw) {
    const pool = new Pool({ connectionString: postgres.url });
    for (const statement of printed("postgres")) await pool.query(statement);
    return { adapter: DrizzleAdapter(onPostgres(pool, logging(saw))), close: () => pool.end() };
  },
});

countStatements("MariaDB through Drizzle", {
  skip: mysql.skip,
  taken: least,
  async open(saw) {
    const { db, close } = await mysql2(saw, mysql.url, printed("mysql"));
    return { adapter: DrizzleAdapter(db), close };
  },
});

countStatements("MariaDB through Drizzle, which numbers users", {
  skip: numbers.skip,
  taken: least,
  async open(saw) {
    const { statements, tables } = numbersOnMysql;
    const { db, close } = await mysql2(saw, numbers.url, [...statements, ...state("mysql")]);
    return { adapter: DrizzleAdapter(db, tables), close };
  },
});

countStatements("SQLite through Drizzle", {
  taken: least,
  async open(saw) {
    const { db, close } = await libsql(saw, printed("sqlite"));
    return { adapter: DrizzleAdapter(db), close };
  },
});

countStatements("SQLite through Drizzle, which numbers users", {
  taken: least,
  async open(saw) {
    const { statements, tables } = numbersOnSqlite;
    const { db, close } = await libsql(saw, [...statements, ...state("sqlite")]);
    return { adapter: DrizzleAdapter(db, tables), close };
  },
});
