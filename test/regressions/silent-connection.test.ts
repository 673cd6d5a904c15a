import { sql } from "kysely";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, describe, expect, it } from "vitest";
import { freshMysql, freshPostgres } from "../support/services.js";
import { silentProxy } from "../support/silent-proxy.js";
import { storeApp, viaProvider, whoIs } from "../support/stores-app.js";

const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };
const sam = { sub: "sam-1", email: "sam@example.org", name: "Sam" };

describe.each([
  { name: "PostgreSQL", ...(await freshPostgres()), sleep: sql`select pg_sleep(0.2)` },
  { name: "MariaDB", ...(await freshMysql()), sleep: sql`select sleep(0.2)` },
])("connections to $name that died without a word", ({ skip, url, sleep }) => {
  /** An application on a pool of several connections, which then all die. */
  async function world() {
    const proxy = await silentProxy(url);
    const db = await connect(proxy.url, { timeout: 1000 });
    afterAll(async () => {
      await db.destroy();
      await proxy.close();
    });
    await migrate(db);
    const app = storeApp(SqlAdapter(db), { timeout: 3000 });
    const browser = app.browser();
    await viaProvider(browser, "hub", pat);
    const fill = () => Promise.all(Array.from({ length: 8 }, () => sleep.execute(db)));
    return { proxy, app, browser, fill };
  }

  it.skipIf(skip)("are all given up with the first that does not answer", async () => {
    const { proxy, browser, fill } = await world();
    await fill();
    expect(proxy.open()).toBeGreaterThan(5);
    proxy.silence();
    expect((await browser.get("session")).status).toBe(503);
    const began = Date.now();
    for (let read = 0; read < 10; read += 1) expect(await whoIs(browser)).toBeDefined();
    expect(Date.now() - began).toBeLessThan(5000);
  });

  it.skipIf(skip)("fail a sign-in, and the next one works", async () => {
    const { proxy, app } = await world();
    proxy.silence();
    const first = await viaProvider(app.browser(), "hub", sam);
    // Whether it was used before is in the same database: it counts as neither.
    expect(first.status).toBe(503);
    const again = app.browser();
    await viaProvider(again, "hub", sam);
    expect(await whoIs(again)).toBeDefined();
  });

  it.skipIf(skip)(
    "do not use up the pool: it is waited for no longer than it may take",
    async () => {
      const { proxy, browser, fill } = await world();
      await fill();
      const dying = fill().catch(() => "given up");
      await new Promise((resolve) => setTimeout(resolve, 50));
      proxy.silence();
      await Promise.all([dying, fill().catch(() => "given up")]);
      expect(await whoIs(browser)).toBeDefined();
    },
  );
});
