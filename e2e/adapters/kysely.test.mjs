import { KyselyAdapter } from "@auth/kysely-adapter";
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect, sql } from "kysely";
import Database from "libsql";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { freshMysql, freshPostgres } from "../../test/support/services.ts";
import { carries, extended } from "./carries.mjs";
import { known } from "./known.mjs";
import { kyselyTables } from "./tables.mjs";

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

describe.skipIf(postgres.skip)("@auth/kysely-adapter on PostgreSQL", async () => {
  const pool = new Pool({ connectionString: postgres.url });
  const adapter = suite(new PostgresDialect({ pool }), kyselyTables.postgres);
  const { url } = postgres;
  await extended(adapter, { url, layout: "kysely", options: known.kyselyExtended });
});

describe("@auth/kysely-adapter on SQLite", () => {
  suite(new SqliteDialect({ database: new Database(":memory:") }), kyselyTables.sqlite);
});

describe.skipIf(mysql.skip)("@auth/kysely-adapter on MariaDB", () => {
  suite(new MysqlDialect({ pool: createPool(mysql.url) }), kyselyTables.mysql, known.kyselyMysql);
});

function suite(dialect, tables, options = known.kysely) {
  const db = new Kysely({ dialect });
  beforeAll(async () => {
    for (const statement of tables) await sql.raw(statement).execute(db);
  });
  afterAll(() => db.destroy());
  const adapter = KyselyAdapter(db);
  carries(adapter, options);
  return adapter;
}
