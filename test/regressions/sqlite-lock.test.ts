import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "libsql";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, expect, it } from "vitest";
import { storeApp, viaProvider, whoIs } from "../support/stores-app.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-lock-"));
afterAll(() => rm(folder, { recursive: true }));

it("a write to SQLite that waits for another process stops neither the process nor reads", async () => {
  const file = join(folder, "shared.db");
  const db = await connect(`file:${file}`);
  const other = new Database(file);
  afterAll(async () => {
    await db.destroy();
    other.close();
  });
  await migrate(db);
  const app = storeApp(SqlAdapter(db));
  const [first, second] = [app.browser(), app.browser()];
  await viaProvider(first, "hub", { sub: "pat-1", email: "pat@example.org" });

  other.exec("begin immediate");
  const progress = { written: false };
  const writing = viaProvider(second, "hub", { sub: "sam-1", email: "sam@example.org" });
  void writing.then(() => (progress.written = true));
  const began = Date.now();
  let longest = 0;
  while (Date.now() - began < 1500) {
    const asked = Date.now();
    expect(await whoIs(first)).toBeDefined();
    await pause(5);
    longest = Math.max(longest, Date.now() - asked);
  }
  expect(progress.written).toBe(false);
  // A driver that waits by itself stops everything for 5 seconds.
  expect(longest).toBeLessThan(3000);
  other.exec("commit");
  await writing;
  expect(await whoIs(second)).toBeDefined();
});
