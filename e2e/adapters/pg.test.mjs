import PostgresAdapter from "@auth/pg-adapter";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { carries, extended } from "./carries.mjs";
import { known } from "./known.mjs";
import { pgTables } from "./tables.mjs";

const [{ skip, url }, another] = [await freshPostgres(), await freshPostgres()];
const unknownId = () => "2000000000";

describe.skipIf(skip)("@auth/pg-adapter on PostgreSQL", () => {
  carries(adapterOn(url), { ...known.pg, unknownId });
});

// On tables of its own: our migration adds the keys that they lack, and what was tried above would violate them.
describe.skipIf(skip)("@auth/pg-adapter on PostgreSQL", async () => {
  const options = { ...known.pgExtended, unknownId };
  await extended(adapterOn(another.url), { url: another.url, layout: "pg", options });
});

function adapterOn(connectionString) {
  const pool = new Pool({ connectionString });
  beforeAll(async () => {
    for (const statement of pgTables) await pool.query(statement);
  });
  afterAll(() => pool.end());
  return PostgresAdapter(pool);
}
