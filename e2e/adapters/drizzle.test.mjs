import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { PGlite } from "@electric-sql/pglite";
import { createClient } from "@libsql/client";
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql";
import { drizzle as drizzleMysql } from "drizzle-orm/mysql2";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { freshMysql, freshPostgres } from "../../test/support/services.ts";
import { carries, extended } from "./carries.mjs";
import { known } from "./known.mjs";
import { drizzleTables } from "./tables.mjs";

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

describe.skipIf(postgres.skip)("@auth/drizzle-adapter on PostgreSQL", async () => {
  const pool = new Pool({ connectionString: postgres.url });
  const adapter = suite(drizzlePg(pool), {
    create: () => eachOf(drizzleTables.postgres, (statement) => pool.query(statement)),
    close: () => pool.end(),
  });
  const { url } = postgres;
  await extended(adapter, { url, layout: "drizzle", options: known.drizzleExtended });
});

describe("@auth/drizzle-adapter on PGlite", () => {
  const client = new PGlite();
  suite(drizzlePglite(client), {
    create: () => eachOf(drizzleTables.postgres, (statement) => client.query(statement)),
    close: () => client.close(),
  });
});

describe("@auth/drizzle-adapter on SQLite", () => {
  const client = createClient({ url: "file::memory:" });
  suite(drizzleLibsql(client), {
    create: () => eachOf(drizzleTables.sqlite, (statement) => client.execute(statement)),
    close: () => client.close(),
  });
});

describe.skipIf(mysql.skip)("@auth/drizzle-adapter on MariaDB", () => {
  const pool = createPool(mysql.url || "mysql://localhost");
  suite(drizzleMysql(pool), {
    create: () => eachOf(drizzleTables.mysql, (statement) => pool.query(statement)),
    close: () => pool.end(),
    options: known.drizzleMysql,
  });
});

function suite(db, { create, close, options = known.drizzle }) {
  beforeAll(create);
  afterAll(close);
  const adapter = DrizzleAdapter(db);
  carries(adapter, options);
  return adapter;
}

async function eachOf(statements, run) {
  for (const statement of statements) await run(statement);
}
