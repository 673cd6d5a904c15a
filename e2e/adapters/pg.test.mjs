import PostgresAdapter from "@auth/pg-adapter";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { runSuite } from "../../test/adapters/run-suite.ts";
import { freshPostgres } from "../../test/support/services.ts";
import { known } from "./known.mjs";
import { pgTables } from "./tables.mjs";

const { skip, url } = await freshPostgres();

describe.skipIf(skip)("@auth/pg-adapter on PostgreSQL", () => {
  const pool = new Pool({ connectionString: url });
  beforeAll(async () => {
    for (const statement of pgTables) await pool.query(statement);
  });
  afterAll(() => pool.end());

  runSuite(PostgresAdapter(pool), { ...known.pg, unknownId: () => "2000000000" });
});
