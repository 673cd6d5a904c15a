import { customFetch } from "latchkey";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { ada, adasForm, people, world, type TestConfig } from "../support/config.js";
import { backWithCode, oidc } from "../support/oauth/journey.js";
import { openId, openIdApp, comeBack } from "../support/oauth/openid-app.js";
import { signInPage } from "../support/oauth/refused.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";

const rogue = await rogueOfFile();

const home = "https://app.test";

function site(overrides: Partial<TestConfig> = {}) {
  return world("database", {
    session: { strategy: "jwt" },
    providers: [people, oidc(rogue)],
    ...overrides,
  });
}

const route = (query: Record<string, string> = {}) =>
  `signin/rogue?${new URLSearchParams({ iss: rogue.issuer, ...query }).toString()}`;

describe("a sign-in that begins at the provider", () => {
  it("signs people in and leads them where they wanted to go, at a certified provider", async () => {
    const server = await openId();
    const shop = openIdApp(server);
    const tab = shop.browser();
    const target = { iss: server.issuer, target_link_uri: `${home}/orders`, login_hint: "pat" };
    const query = new URLSearchParams(target).toString();
    const begun = await tab.get(`signin/op?${query}`, { from: server.issuer });
    const request = new URL(location(begun));
    expect(request.searchParams.get("login_hint")).toBe("pat");
    const response = await comeBack(server, tab, await server.visit(request));
    expect(location(response)).toBe(`${home}/orders`);
    expect(await tab.session()).toMatchObject({ user: { name: "Pat Example" } });
  });

  it.each([
    ["another site", "https://evil.example/"],
    ["no address", "javascript:alert(1)"],
    ["a path that is another site", "//evil.example"],
  ])("leads to %s only where the redirect callback says so", async (_, target_link_uri) => {
    const tab = site().browser();
    const begun = await tab.get(route({ target_link_uri }), { from: rogue.issuer });
    const response = await tab.get(backWithCode(rogue, new URL(location(begun))));
    expect(location(response)).toBe(home);
  });

  it.each([
    ["without an issuer", ""],
    ["with the issuer of another", "?iss=https%3A%2F%2Fevil.example"],
    ["with an issuer that is longer", `?iss=`],
  ])("%s is the page with all ways in, never a 405", async (_, query) => {
    const shop = site();
    const tab = shop.browser();
    const suffix = query === "?iss=" ? `?iss=${encodeURIComponent(`${rogue.issuer}/`)}` : query;
    expect(location(await tab.get(`signin/rogue${suffix}`))).toBe(`${home}/auth/signin`);
    expect(tab.cookieNames().filter((name) => name.includes("flow"))).toEqual([]);
    expect(shop.log.codes("error")).toEqual([]);
  });

  it("is that page for providers of other kinds and for unknown ones, and keeps the target", async () => {
    const tab = site().browser();
    const target = `callbackUrl=${encodeURIComponent(`${home}/orders`)}`;
    const page = `${home}/auth/signin?${target}`;
    expect(location(await tab.get(`signin/credentials?iss=x&${target}`))).toBe(page);
    expect(location(await tab.get(`signin/nope?iss=x&${target}`))).toBe(page);
  });

  it("is not begun by software that fetches in advance, or by HEAD", async () => {
    const tab = site().browser();
    const early = await tab.get(route(), { headers: { "sec-purpose": "prefetch" } });
    expect(location(early)).toBe(`${home}/auth/signin`);
    const head = await tab.send(new Request(tab.url(route()), { method: "HEAD" }));
    expect(head.status).toBe(405);
    expect(tab.cookieNames()).toEqual([]);
  });

  it("nothing else of what the other site says goes to the provider", async () => {
    const said = { scope: "admin", prompt: "none", claims: "{}", max_age: "1", acr_values: "0" };
    const begun = await site()
      .browser()
      .get(route({ ...said, redirect_uri: "https://evil.example" }));
    const { searchParams } = new URL(location(begun));
    expect(searchParams.get("scope")).toBe("openid profile email");
    expect(searchParams.get("redirect_uri")).toBe(`${home}/auth/callback/rogue`);
    for (const name of ["prompt", "claims", "max_age", "acr_values", "iss", "target_link_uri"]) {
      expect(searchParams.has(name)).toBe(false);
    }
  });

  it("links nothing to whoever is signed in: the other site may have chosen the account", async () => {
    const shop = site();
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const begun = await tab.get(route(), { from: "https://evil.example" });
    const response = await tab.get(backWithCode(rogue, new URL(location(begun))));
    expect(location(response)).toBe(signInPage("OAuthAccountNotLinked"));
    expect(shop.store.accounts.size).toBe(0);
    expect(await tab.session()).toMatchObject({ user: { email: ada.email } });
  });

  it("is counted by the limit of the application, and a doubled issuer is a 400", async () => {
    const limited = site({ rateLimit: () => false, clientIp: () => "203.0.113.7" }).browser();
    expect((await limited.get(route())).headers.get("location")).not.toContain(rogue.issuer);
    expect((await site().browser().get(`${route()}&iss=x`)).status).toBe(400);
  });

  it("a provider that can't be reached is an error with its reason", async () => {
    const provider = oidc(rogue, { [customFetch]: () => Promise.reject(new Error("no network")) });
    const shop = site({ providers: [provider] });
    const response = await shop.browser().get(route());
    expect(location(response)).toContain("error=OAuthSignin");
    expect(shop.log.codes("error")).toEqual(["OAuthSignInError"]);
  });
});
