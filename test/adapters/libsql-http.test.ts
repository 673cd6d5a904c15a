import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { drizzle } from "drizzle-orm/libsql";
import { Kysely, sql } from "kysely";
import { DrizzleAdapter } from "latchkey/adapters/drizzle";
import { layouts, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { recordTables } from "latchkey/adapters/suite";
import { afterAll, describe } from "vitest";
import { libsqlServer } from "./libsql-server.js";
import { drizzleOnSqlite } from "./sql/published.js";
import { wholeStore } from "./whole-store.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-libsql-"));
const closing: (() => unknown)[] = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function served(name: string): Promise<string> {
  const server = await libsqlServer(join(folder, `${name}.db`));
  closing.push(() => server.close());
  return server.url;
}

const withoutOwn = { "[RES-14]": "These tables have no columns of the application's own" };

describe("libSQL over HTTP by Kysely", async () => {
  const url = await served("kysely");
  const open = () => {
    const db = new Kysely<unknown>({ dialect: new LibsqlDialect({ url }) });
    closing.push(() => db.destroy());
    return db;
  };
  const [one, other] = [open(), open()];
  await migrate(one, { plugins: [{ tables: recordTables }] });
  wholeStore({
    row: { name: "SQL, libSQL over HTTP", migrations: "`latchkey migrate`" },
    adapters: [SqlAdapter(one), SqlAdapter(other)],
    ...{ url: "file:", layout: layouts.kysely, statements: [], isComplete: true },
    run: (statement) => sql.raw(statement).execute(one),
    leavesOut: withoutOwn,
  });
});

describe("libSQL over HTTP by Drizzle", async () => {
  const url = await served("drizzle");
  const open = () => {
    const client = createClient({ url });
    closing.push(() => client.close());
    return client;
  };
  const [one, other] = [open(), open()];
  wholeStore({
    row: { name: "Drizzle, libSQL over HTTP", migrations: "drizzle-kit" },
    adapters: [DrizzleAdapter(drizzle(one)), DrizzleAdapter(drizzle(other))],
    ...{ url: "file:", layout: layouts.drizzle, statements: drizzleOnSqlite },
    run: (statement) => one.execute(statement),
    leavesOut: withoutOwn,
  });
});
