import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
import { adasForm, people, world } from "../support/config.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => rogue.reset());

const more = { link: "true", scope: "calendar profile" };

function shopWith() {
  return world("database", { providers: [oidc(rogue), people] });
}

/** Comes back from the provider. */
const finish = (tab: Browser, request: URL) =>
  tab.get(backWithCode(rogue, request), { from: rogue.issuer });

describe("signIn(provider, { link: true, scope })", () => {
  it("asks for more than a sign-in does, and keeps the new tokens with the account", async () => {
    const shop = shopWith();
    const tab = shop.browser();
    await signIn(tab, rogue);
    const [before] = shop.store.accounts.values();
    const [stored, user] = [{ ...before }, before?.userId];
    const request = await begin(tab, "signin/rogue", more);
    expect(request.searchParams.get("scope")).toBe("openid profile email calendar");
    rogue.answers.set("/token", {
      json: {
        access_token: "wider",
        token_type: "Bearer",
        scope: "openid calendar",
        id_token: await rogue.signIdToken(request.searchParams.get("nonce"), {}),
      },
    });
    expect(location(await finish(tab, request))).toBe("https://app.test");
    expect([...shop.store.accounts.values()]).toEqual([
      expect.objectContaining({ access_token: "wider", scope: "openid calendar", userId: user }),
    ]);
    expect(stored.access_token).not.toBe("wider");
    expect(await tab.session()).toHaveProperty("user");
  });

  it("links an account to whoever is signed in", async () => {
    const shop = shopWith();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab, "signin/rogue", { link: "true" });
    expect(request.searchParams.get("scope")).toBe("openid profile email");
    await finish(tab, request);
    expect([...shop.store.accounts.values()]).toMatchObject([{ provider: "rogue", userId: "1" }]);
  });

  it("leads to the sign-in page where nobody is signed in", async () => {
    const tab = shopWith().browser();
    const target = new URL(location(await tab.submit("signin/rogue", more)));
    expect(target.pathname).toBe("/auth/signin");
    expect(rogue.hits).toEqual([]);
  });

  it("makes no user and signs nobody in when its beginner has signed out meanwhile", async () => {
    const shop = shopWith();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab, "signin/rogue", more);
    await tab.submit("signout");
    const users = shop.store.users.size;
    expect(location(await finish(tab, request))).toContain("error=OAuthAccountNotLinked");
    expect([shop.store.users.size, shop.store.accounts.size]).toEqual([users, 0]);
    expect(await tab.session()).toBeNull();
  });

  it("is refused with an account of somebody else", async () => {
    const shop = shopWith();
    await signIn(shop.browser(), rogue);
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab, "signin/rogue", more);
    expect(location(await finish(tab, request))).toContain("error=OAuthAccountNotLinked");
    expect(shop.store.accounts.size).toBe(1);
  });

  it("a scope without a link changes nothing: links of other sites must not ask for more", async () => {
    const tab = shopWith().browser();
    const request = await begin(tab, "signin/rogue", { scope: "calendar" });
    expect(request.searchParams.get("scope")).toBe("openid profile email");
  });
});
