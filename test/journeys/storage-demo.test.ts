import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, describe, expect, it } from "vitest";
import { createApp } from "../../examples/express/app.js";
import { openParts } from "../../examples/express/parts.js";
import { people } from "../../examples/express/people.js";
import { databaseUrl, openStore } from "../../examples/express/store.js";
import { secret } from "../support/config.js";
import { passwordOf } from "../support/demo.js";
import { serve } from "../support/express-host.js";
import { findService, freshMysql, freshPostgres } from "../support/services.js";
import { Visitor } from "../support/visitor.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey demo-"));
afterAll(() => rm(folder, { recursive: true }));
const [postgres, mysql, redis] = [
  await freshPostgres(),
  await freshMysql(),
  await findService("redis"),
];

// The demo has no prefix of its own, so the test takes another of the server's databases.
const redisUrl = new URL("/15", redis.url || "redis://localhost").href;
afterAll(async () => {
  if (redis.skip) return;
  const client = new Redis(redisUrl);
  const keys = await client.keys("{latchkey}:*");
  if (keys.length > 0) await client.del(...keys);
  client.disconnect();
});

const stores = [
  ["SQLite, the default", false, databaseUrl(folder, undefined)],
  ["PostgreSQL", postgres.skip, databaseUrl(folder, postgres.url)],
  ["MariaDB", mysql.skip, databaseUrl(folder, mysql.url)],
  ["Redis", redis.skip, databaseUrl(folder, redisUrl)],
] as const;
const [ada] = people;

describe.each(stores)("the demo on %s", (_, skip, url) => {
  it.skipIf(skip)("[SVC-3] keeps who is signed in over a restart", async () => {
    const before = await openParts(url);
    const first = await serve(createApp({ ...before, secret, strategy: "database" }));
    const visitor = new Visitor(first);
    await visitor.submit("callback/password", passwordOf(ada));
    expect(await visitor.session()).toMatchObject({ user: { email: ada.email } });
    await before.close();

    const after = await openParts(url);
    const second = await serve(createApp({ ...after, secret, strategy: "database" }));
    const returning = new Visitor(second);
    for (const [name, value] of visitor.cookies) returning.cookies.set(name, value);
    expect(await returning.session()).toMatchObject({ user: { email: ada.email } });
    await returning.signOut();
    expect(await returning.session()).toBeNull();
    await after.close();
  });

  it.skipIf(skip)("starts in several processes at once, with each person there once", async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => openStore(url)));
    const users = await Promise.all(opened.map(({ adapter }) => adapter.getUserByEmail(ada.email)));
    expect(new Set(users.map((user) => user?.id)).size).toBe(1);
    for (const { where, close } of opened) {
      expect(where).not.toContain("@");
      await close();
    }
  });
});

describe("the demo's database", () => {
  it("is a file of its own, unless the environment names another", () => {
    expect(databaseUrl("/srv/my demo", undefined)).toBe("file:/srv/my%20demo/.data/demo.db");
    expect(databaseUrl("/srv/demo", "")).toBe("file:/srv/demo/.data/demo.db");
    expect(databaseUrl("/srv/demo", "postgres://db/x")).toBe("postgres://db/x");
  });

  it("that no adapter knows is refused with a list of those that one does", async () => {
    await expect(openStore("mongodb://localhost/x")).rejects.toThrow(/must begin with postgres:/);
  });
});
