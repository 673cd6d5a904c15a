import { PGlite } from "@electric-sql/pglite";
import { afterAll } from "vitest";
import { pgliteDialect } from "../../../src/adapters/sql/index.js";
import { sqlTests } from "./shared.js";

const client = new PGlite();
afterAll(() => client.close());

sqlTests({ dialect: "postgres", open: () => pgliteDialect(client) });
