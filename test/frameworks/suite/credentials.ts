import { apiKeys } from "latchkey/plugins/api-keys";
import { describe, expect, it } from "vitest";
import { ada, adasForm, strategies } from "../../support/config.js";
import { open, type Setting, type Surroundings } from "./world.js";

/** Requests that carry an API key: no framework does anything for it. */
export function credentialJourneys(around: Surroundings): void {
  describe.each(strategies)("with an API key, strategy %s", (strategy) => {
    const keyed = async (limit?: { requests: number; seconds: number }) => {
      const plugins = [apiKeys({ scopes: { read: "Read" }, limit })];
      const setting: Setting = { strategy, config: { plugins } };
      const { config, origin, visitor, log, adapter } = await open(around, setting);
      const keys = apiKeys.of({ ...config, adapter, plugins });
      const { key, id } = await keys.create(ada.id, { name: "CI", scopes: ["read"] });
      const get = (path: string, headers: Record<string, string> = {}) =>
        fetch(origin + path, {
          redirect: "manual",
          headers: { host: "app.test", authorization: `Bearer ${key}`, ...headers },
        });
      return { get, id, visitor, log };
    };

    it("the session tells who it is and which key it was, and no cookie is set", async () => {
      const { get, id } = await keyed();
      const answer = await get("/who");
      expect(await answer.json()).toMatchObject({
        user: { name: ada.name },
        apiKey: { id, name: "CI", scopes: ["read"] },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await (await get("/account")).text()).toBe("inside");
    });

    it("a wrong key is nobody, whatever the cookie says", async () => {
      const { get, visitor } = await keyed();
      const browser = visitor();
      await browser.signIn(adasForm);
      const cookie = Array.from(browser.cookies, (pair) => pair.join("=")).join("; ");
      const wrong = await get("/who", { cookie, authorization: "Bearer lk_nothing" });
      expect(await wrong.text()).toMatch(/^(?:null)?$/);
      expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
      const other = await get("/who", { cookie, authorization: "Bearer of.something.else" });
      expect(await other.json()).toMatchObject({ user: { name: ada.name } });
    });

    it("a key that is used too often is answered with 429", async () => {
      // Some frameworks read the session once for a request that asks twice.
      const { get } = await keyed({ requests: 2, seconds: 3600 });
      expect((await get("/who")).status).toBe(200);
      await get("/who");
      expect((await get("/who")).status).toBe(429);
    });
  });
}
