import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely";
import type { Dialect, KyselyPlugin } from "kysely";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll } from "vitest";
import { migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import { freshMysql, freshPostgres } from "../../support/services.js";
import { countStatements, least, leastOnPostgres } from "../statement-counts.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-statements-"));
afterAll(() => rm(folder, { recursive: true }));
const [postgres, mysql] = [await freshPostgres(), await freshMysql()];
const sqlite = () => new SqliteDialect({ database: new Database(join(folder, "one.db")) });
const onMysql = () => new MysqlDialect({ pool: createPool(mysql.url) });

const by =
  (dialect: () => Dialect, plugins: KyselyPlugin[] = []) =>
  async (saw: (statement: string) => void) => {
    const db = new Kysely<unknown>({
      dialect: dialect(),
      plugins,
      log: ({ query }) => {
        saw(query.sql);
      },
    });
    await migrate(db);
    return { adapter: SqlAdapter(db), close: () => db.destroy() };
  };

countStatements("PostgreSQL", {
  skip: postgres.skip,
  open: by(() => new PostgresDialect({ pool: new Pool({ connectionString: postgres.url }) })),
  taken: leastOnPostgres,
});
countStatements("MariaDB", { skip: mysql.skip, open: by(onMysql), taken: least });
countStatements("SQLite", { open: by(sqlite), taken: least });
// It can't return what it removes, so that it is asked first, and one more time for each row removed.
countStatements("MySQL", {
  skip: mysql.skip,
  open: by(onMysql, [sayingMysql()]),
  taken: { ...least, signedIn: [5, 1], mail: [4, 3], signOut: [2, 0] },
});

/** A server that says of itself what MySQL says. */
function sayingMysql(): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      const rows = result.rows.map((row) => ("version" in row ? { version: "8.4.3" } : row));
      return Promise.resolve({ ...result, rows });
    },
  };
}
