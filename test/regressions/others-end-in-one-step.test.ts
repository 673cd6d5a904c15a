import { Redis } from "ioredis";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { manage } from "latchkey/manage";
import type { Adapter } from "latchkey/adapters";
import { afterAll, describe, expect, it } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { freshRedisPrefix } from "../support/services.js";

const redis = await freshRedisPrefix();
const client = new Redis(redis.url, { lazyConnect: true });
const db = await connect("file::memory:");
afterAll(async () => {
  client.disconnect();
  await db.destroy();
});

type Store = Adapter & Pick<Required<Adapter>, "createSession" | "createUser">;

const stores: readonly (readonly [string, boolean, () => Promise<Store>])[] = [
  ["Redis", redis.skip, () => Promise.resolve(RedisAdapter(client, redis))],
  [
    "SQLite",
    false,
    async () => {
      const adapter = SqlAdapter(db);
      await adapter.migrate();
      return adapter;
    },
  ],
];

// All were deleted and the one was restored. A process that stopped in between signed its user out.
describe.each(stores)("ending all sessions but one, without a registry, on %s", (_, skip, open) => {
  it.skipIf(skip)("ends the others and never touches the one", async () => {
    const adapter = await open();
    await adapter.createUser({ ...ada, emailVerified: null });
    const state = { isDown: false };
    const { config, browser } = world("database", {
      adapter: {
        ...adapter,
        createSession: (session) =>
          state.isDown ? Promise.reject(new Error("down")) : adapter.createSession(session),
      },
    });
    const [ours, others] = [browser(), [browser(), browser(), browser()]];
    for (const one of [ours, ...others]) await one.signIn(adasForm);
    state.isDown = true;
    const except = { headers: { cookie: ours.cookieHeader() } };
    await manage(config).sessions.endAll(ada.id, { except });
    for (const other of others) expect(await other.session()).toBeNull();
    expect(await ours.session()).not.toBeNull();
  });
});
