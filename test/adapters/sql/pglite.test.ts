import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { Kysely } from "kysely";
import { migrate, pgliteDialect, SqlAdapter } from "../../../src/adapters/sql/index.js";
import { sqlTests } from "./shared.js";

const client = new PGlite();
afterAll(() => client.close());

sqlTests({ dialect: "postgres", open: () => pgliteDialect(client) });

test("statements of the application do not fall into a transaction of the adapter", async () => {
  const db = new Kysely<unknown>({ dialect: pgliteDialect(client) });
  await migrate(db);
  await client.exec("create table notes (text text)");
  const user = { id: "", email: "rolled-back@example.org", emailVerified: null };
  const own: Promise<unknown>[] = [];
  const lost = SqlAdapter(db).transaction(async (adapter) => {
    await adapter.createUser?.(user);
    own.push(client.query("insert into notes values ('kept')"));
    await adapter.getUserByEmail?.(user.email);
    throw new Error("undo");
  });
  await expect(lost).rejects.toThrow("undo");
  await Promise.all(own);
  expect((await client.query("select * from notes")).rows).toEqual([{ text: "kept" }]);
  expect(await SqlAdapter(db).getUserByEmail(user.email)).toBeNull();

  const kept = client.transaction(async (mine) => {
    await mine.query("insert into notes values ('undone')");
    own.push(Promise.resolve(SqlAdapter(db).createUser(user)));
    await mine.query("select 1");
    throw new Error("undo");
  });
  await expect(kept).rejects.toThrow("undo");
  await Promise.all(own);
  expect(await SqlAdapter(db).getUserByEmail(user.email)).not.toBeNull();
  expect((await client.query("select * from notes")).rows).toHaveLength(1);
});
