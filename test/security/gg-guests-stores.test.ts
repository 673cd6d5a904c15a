import type { Adapter } from "latchkey/adapters";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import Guest from "latchkey/providers/guest";
import { Redis } from "ioredis";
import { afterAll, describe, expect, it } from "vitest";
import { guestWorld, sessionOf } from "../support/guest-world.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";

const [postgres, mysql, redis] = [
  await freshPostgres(),
  await freshMysql(),
  await freshRedisPrefix(),
];

async function onSql(url: string): Promise<Adapter> {
  const db = await connect(url);
  afterAll(() => db.destroy());
  await migrate(db, { providers: [Guest()] });
  return SqlAdapter(db);
}

function onRedis(): Promise<Adapter> {
  const client = new Redis(redis.url);
  afterAll(() => client.disconnect());
  return Promise.resolve(RedisAdapter(client, { prefix: `${redis.prefix}{guests}:` }));
}

const stores = [
  { name: "SQLite", skip: false, open: () => onSql("file::memory:") },
  { name: "PostgreSQL", skip: postgres.skip, open: () => onSql(postgres.url) },
  { name: "MariaDB", skip: mysql.skip, open: () => onSql(mysql.url) },
  { name: "Redis", skip: redis.skip, open: onRedis },
];

for (const { name, skip, open } of stores) {
  describe.skipIf(skip)(`GG. guests on ${name}`, () => {
    it("GG19 of two tabs that sign up at once one keeps the id; of two that sign in one moves the data", async () => {
      const adapter = await open();
      const shop = guestWorld("database", { adapter, overrides: { plugins: [], languages: [] } });
      const providers = shop.config.providers.filter((one) => "id" in one && one.id !== "passkey");
      Object.assign(shop.config, { providers });
      const browser = shop.browser();
      await browser.submit("callback/guest");
      const id = (await sessionOf(shop, browser))?.user?.id;
      expect(id).toBeTypeOf("string");
      const tab = browser.copy();
      const urls = [await shop.atGoogle(browser, "ada"), await shop.atGoogle(tab, "eve")] as const;
      await Promise.all([browser.send(new Request(urls[0])), tab.send(new Request(urls[1]))]);
      const both = [await sessionOf(shop, browser), await sessionOf(shop, tab)];
      expect(both.map((session) => session?.user?.name)).toEqual(["ada", "eve"]);
      expect(both.filter((session) => session?.user?.id === id)).toHaveLength(1);
      expect(both.map((session) => session?.guest)).toEqual([undefined, undefined]);

      const one = shop.browser();
      await one.submit("callback/guest");
      const guestId = (await sessionOf(shop, one))?.user?.id ?? "";
      const other = one.copy();
      const again = [await shop.atGoogle(one, "ada"), await shop.atGoogle(other, "ada")] as const;
      await Promise.all([one.send(new Request(again[0])), other.send(new Request(again[1]))]);
      expect(shop.moved).toEqual([{ guestId, userId: both[0]?.user?.id }]);
      expect(await shop.userOf(guestId)).toBeNull();
    });
  });
}
