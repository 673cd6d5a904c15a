import type { AuthConfig } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import type { Browser } from "./client.js";
import { strategies, type Strategy } from "./config.js";
import { storeApp, viaProvider, whoIs } from "./stores-app.js";

function someone(): { sub: string; email: string; name: string } {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@example.org`, name: "Pat" };
}

const requestOf = (browser: Browser) => ({
  headers: { cookie: browser.cookieHeader(browser.basePath) },
});

/** Declares that sessions can be seen and ended, with shared state beside the adapter. */
export function revocationJourneys(adapter: () => Adapter): void {
  const sharedState = memoryState();
  const app = (strategy: Strategy, more: Partial<AuthConfig>) => {
    const shop = storeApp(adapter(), { session: { strategy }, ...more, sharedState });
    const signIn = async (pat: ReturnType<typeof someone>): Promise<Browser> => {
      const browser = shop.browser();
      await viaProvider(browser, "hub", pat);
      expect(await whoIs(browser)).toBeDefined();
      return browser;
    };
    return { ...shop, ...manage(shop.config), signIn };
  };
  const on = { plugins: [sessionRegistry({ within: 0 })] };

  describe.each(strategies)("sessions by %s that can be ended", (strategy) => {
    it("are listed and ended one by one, or all but one, or all", async () => {
      const { sessions, signIn } = app(strategy, on);
      const [pat, other] = [someone(), someone()];
      const [phone, laptop, tablet] = [await signIn(pat), await signIn(pat), await signIn(pat)];
      const stranger = await signIn(other);
      const userId = (await whoIs(phone)) ?? "";
      expect(await sessions.list(userId)).toHaveLength(3);
      const listed = await sessions.list(userId, { request: requestOf(phone) });
      const { id } = listed.find(({ current }) => current) ?? { id: "" };
      expect(await sessions.end(id, { userId })).toBe(true);
      expect(await whoIs(phone)).toBeUndefined();
      expect(await whoIs(laptop)).toBe(userId);
      await sessions.endAll(userId, { except: requestOf(laptop) });
      expect([await whoIs(tablet), await whoIs(laptop)]).toEqual([undefined, userId]);
      expect(await sessions.list(userId)).toHaveLength(1);
      await sessions.endAll(userId);
      expect(await whoIs(laptop)).toBeUndefined();
      expect(await sessions.list(userId)).toEqual([]);
      expect(await whoIs(stranger)).toBeDefined();
      expect(await whoIs(await signIn(pat))).toBe(userId);
    });

    it("from before it was turned on go on, and end with all others", async () => {
      const pat = someone();
      const before = await app(strategy, {}).signIn(pat);
      const also = await app(strategy, {}).signIn(pat);
      const { sessions, config } = app(strategy, on);
      const answering = storeApp(adapter(), config);
      const [old, lost] = [answering.browser(), answering.browser()];
      for (const name of before.cookieNames()) old.plant(name, before.cookie(name) ?? "");
      for (const name of also.cookieNames()) lost.plant(name, also.cookie(name) ?? "");
      const userId = (await whoIs(old)) ?? "";
      expect(userId).not.toBe("");
      await sessions.endAll(userId, { except: requestOf(old) });
      expect([await whoIs(old), await whoIs(lost)]).toEqual([userId, undefined]);
      await sessions.endAll(userId);
      expect(await whoIs(old)).toBeUndefined();
    });
  });
}
