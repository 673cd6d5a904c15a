import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import Database from "libsql";
import { afterAll, expect, it } from "vitest";
import { connect, migrate, SqlAdapter } from "../../src/adapters/sql/index.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-kept-"));
afterAll(() => rm(folder, { recursive: true }));

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const person = (name: string) => ({ id: "", email: `${name}@example.org`, emailVerified: null });

// A statement that found an SQLite file locked stays begun in the driver. What others wrote over the same connection
// before it was tried again was told to be done, was in no transaction that ends, and was undone at that moment.
it.each(["a statement", "a transaction"])(
  "what is written while %s waits for another process is kept",
  async (waiting) => {
    const file = join(folder, `${waiting}.db`);
    const db = await connect(`file:${file}`);
    await migrate(db);
    const adapter = SqlAdapter(db);
    const other = new Database(file, { timeout: 0 });
    other.exec("begin immediate");
    const first =
      waiting === "a statement"
        ? adapter.createVerificationToken({ identifier: "x", token: "x", expires: new Date() })
        : adapter.transaction(async (within) => within.createUser?.(person("first")));
    await pause(100);
    other.exec("commit");
    const second = await adapter.createUser(person("second"));
    const kept = () => other.prepare('select email from "User" where id = ?').all(second.id);
    expect(kept()).toHaveLength(1);
    await first;
    expect(kept()).toHaveLength(1);
    other.close();
    await db.destroy();
  },
);

it("over several connections of one process no statement finds the file locked by its own", async () => {
  const faults: unknown[] = [];
  const db = new Kysely<unknown>({
    dialect: new LibsqlDialect({ url: `file:${join(folder, "several.db")}` }),
    log: (event) => {
      if (event.level === "error") faults.push(event.error);
    },
  });
  await migrate(db);
  const adapter = SqlAdapter(db);
  const names = Array.from({ length: 20 }, (_, index) => `person${index}`);
  await Promise.all(
    names.flatMap((name) => [
      adapter.createUser(person(name)),
      adapter.transaction(async (within) => within.createUser?.(person(`${name}.within`))),
    ]),
  );
  expect(faults).toEqual([]);
  const other = new Database(join(folder, "several.db"));
  expect(other.prepare('select id from "User"').all()).toHaveLength(2 * names.length);
  other.close();
  await db.destroy();
});
