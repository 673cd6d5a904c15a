import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import Database from "libsql";
import { SqliteDialect } from "kysely";
import { afterAll, describe } from "vitest";
import { sqlTests } from "./shared.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-sqlite-"));
afterAll(() => rm(folder, { recursive: true }));

describe("on an SQLite file, through libsql", () => {
  const open = () => new SqliteDialect({ database: new Database(join(folder, "one.db")) });
  sqlTests({ dialect: "sqlite", open });
});

describe("on an SQLite file, through the libSQL dialect", () => {
  const open = () => new LibsqlDialect({ url: `file:${join(folder, "two.db")}` });
  sqlTests({ dialect: "sqlite", open });
});
