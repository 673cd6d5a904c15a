import PostgresAdapter from "@auth/pg-adapter";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";
import { pgTables } from "./tables.mjs";

const { skip, url } = await freshPostgres();

describe.skipIf(skip)("@auth/pg-adapter on PostgreSQL", () => {
  const pool = new Pool({ connectionString: url });
  beforeAll(async () => {
    for (const statement of pgTables) await pool.query(statement);
  });
  afterAll(() => pool.end());

  carries(PostgresAdapter(pool), { ...known.pg, unknownId: () => "2000000000" });
});
