import { Redis } from "ioredis";
import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { redisState } from "latchkey/state/redis";
import { afterAll, describe, expect, it } from "vitest";
import { ada, adasForm, strategies, world } from "../support/config.js";
import { freshRedisPrefix } from "../support/services.js";

const redis = await freshRedisPrefix();
const client = new Redis(redis.url, { lazyConnect: true });
afterAll(() => client.disconnect());

/** As FLUSHDB does, for the keys of this test alone. */
async function empty(): Promise<void> {
  const keys = await client.keys(`*${redis.prefix}*`);
  if (keys.length > 0) await client.del(...keys);
}

describe.skipIf(redis.skip)("shared state in Redis that is emptied", () => {
  it.each(strategies)(
    "brings no revoked session back, with the strategy %s, and the log says what to do",
    async (strategy) => {
      const { config, browser, log } = world(strategy, {
        session: { strategy },
        plugins: [sessionRegistry({ within: 0 })],
        sharedState: redisState(client, redis),
      });
      const [thief, owner] = [browser(), browser()];
      await thief.signIn(adasForm);
      const copied = thief.copy();
      await owner.signIn(adasForm);
      const { sessions } = manage(config);
      const found = await sessions.current({ headers: { cookie: thief.cookieHeader() } });
      await sessions.end(found?.id ?? "");
      expect(await thief.session()).toBeNull();
      await empty();
      expect(await copied.session()).toBeNull();
      // Rows tell who was ended; of cookies nobody knows any more.
      expect((await owner.session()) !== null).toBe(strategy === "database");
      const told = log.codes("warn").filter((code) => code === "shared-state-lost");
      expect(told).toEqual(strategy === "jwt" ? ["shared-state-lost"] : []);
      await owner.signIn(adasForm);
      expect(await owner.session()).not.toBeNull();
      await sessions.endAll(ada.id);
      expect(await owner.session()).toBeNull();
    },
  );
});
