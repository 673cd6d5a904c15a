import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
import { strategies, world } from "../support/config.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { signInPage } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
  rogue.idToken = { claims: { email: "new@example.org", email_verified: true } };
});

/** A browser that comes back from a provider, ready to be let in. */
async function returning(tab: Browser, id: string): Promise<() => Promise<Response>> {
  const request = await begin(tab, `signin/${id}`);
  const route = backWithCode(rogue, request).replace("callback/rogue", `callback/${id}`);
  return () => tab.get(route);
}

describe.each(strategies)("first sign-ins at two providers at once, strategy %s", (strategy) => {
  it.each([false, true])(
    "P05 with one verified address, linking by address %s: one user, and nobody half made",
    async (allowDangerousEmailAccountLinking) => {
      const options = { allowDangerousEmailAccountLinking };
      const providers = ["one", "two"].map((id) => oidc(rogue, { id, name: id, ...options }));
      const shop = world("database", { session: { strategy }, providers });
      const tabs = [shop.browser(), shop.browser()];
      const enter = await Promise.all(
        tabs.map((tab, index) => returning(tab, index === 0 ? "one" : "two")),
      );
      const targets = (await Promise.all(enter.map((go) => go()))).map(location).sort();
      expect(shop.store.users.size).toBe(3);
      const refused = signInPage("OAuthAccountNotLinked");
      const home = "https://app.test";
      const linked = allowDangerousEmailAccountLinking;
      expect(targets).toEqual(linked ? [home, home] : [home, refused]);
      expect(shop.store.accounts.size).toBe(linked ? 2 : 1);
      const owners = [...shop.store.accounts.values()].map(({ userId }) => userId);
      expect(new Set(owners).size).toBe(1);
    },
  );
});
