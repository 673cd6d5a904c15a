import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { carries, extended } from "./carries.mjs";
import { known } from "./known.mjs";
import { prismaTables } from "./tables.mjs";

const { skip, url } = await freshPostgres();

// Making the client needs no engine, and the tables are made without one.
const require = createRequire(import.meta.url);
execFileSync(
  process.execPath,
  [require.resolve("prisma/build/index.js"), "generate", "--schema", "schema.prisma"],
  {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", CHECKPOINT_DISABLE: "1" },
  },
);
const { PrismaClient } = require("./node_modules/.generated");

describe.skipIf(skip)("@auth/prisma-adapter on PostgreSQL", async () => {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) });
  beforeAll(async () => {
    const pool = new Pool({ connectionString: url });
    for (const statement of prismaTables) await pool.query(statement);
    await pool.end();
  });
  afterAll(() => prisma.$disconnect());

  const adapter = PrismaAdapter(prisma);
  carries(adapter, known.prisma);
  await extended(adapter, { url, layout: "prisma", options: known.prismaExtended });
});
