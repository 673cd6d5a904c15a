import { Redis } from "ioredis";
import { RedisAdapter } from "latchkey/adapters/redis";
import { afterAll, describe, expect, it } from "vitest";
import { freshRedisPrefix } from "../support/services.js";
import { silentProxy } from "../support/silent-proxy.js";
import { storeApp, viaProvider, whoIs } from "../support/stores-app.js";

const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };
const { skip, url, prefix } = await freshRedisPrefix();

/** As docs/adapters.md has it set up, with less patience. */
function patientClient(at: string): Redis {
  const client = new Redis(at, { socketTimeout: 500 });
  client.on("error", () => undefined);
  afterAll(() => client.disconnect());
  return client;
}

describe("a connection to Redis that died without a word, through ioredis", () => {
  it.skipIf(skip)("is given up, and sessions are read again", async () => {
    const proxy = await silentProxy(url);
    afterAll(() => proxy.close());
    const adapter = RedisAdapter(patientClient(proxy.url), { prefix: `${prefix}{silent}:` });
    const app = storeApp(adapter, { timeout: 5000 });
    const browser = app.browser();
    await viaProvider(browser, "hub", pat);
    proxy.silence();
    const began = Date.now();
    while ((await browser.get("session")).status === 503) {
      expect(Date.now() - began).toBeLessThan(15_000);
    }
    expect(await whoIs(browser)).toBeDefined();
  });
});
