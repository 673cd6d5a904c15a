import { Auth, customFetch } from "latchkey";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { providerLogout } from "latchkey/plugins/provider-logout";
import type { OIDCConfig } from "latchkey/providers";
import Auth0 from "latchkey/providers/auth0";
import Cognito from "latchkey/providers/cognito";
import { Browser, location } from "../support/client.js";
import { adasForm, people, strategies, world, type Strategy } from "../support/config.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { openIdApp, visitOpenId } from "../support/oauth/openid-app.js";
import { startOpenId, type OpenIdServer } from "../support/oauth/openid.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
  rogue.metadata = { end_session_endpoint: `${rogue.issuer}/end` };
});

const plugins = [providerLogout()];

/** What the browser keeps to sign out at the provider. */
const keptBy = (tab: Browser) => tab.cookieNames().filter((name) => name.includes("logout"));

async function signedIn(strategy: Strategy, options: Partial<OIDCConfig> = {}) {
  const shop = world(strategy, { providers: [oidc(rogue, options)], plugins });
  const tab = shop.browser();
  await signIn(tab, rogue);
  expect(await tab.session()).not.toBeNull();
  return { ...shop, tab };
}

const leave = async (tab: Browser, fields: Record<string, string> = {}) =>
  new URL(location(await tab.submit("signout", { callbackUrl: "/goodbye", ...fields })));

describe.each(strategies)("signing out here and at the provider, with %s sessions", (strategy) => {
  it("oidcc-client-test-rp-init-logout: goes there with all it needs, and comes back", async () => {
    const { tab } = await signedIn(strategy);
    expect(keptBy(tab)).toEqual(["__Host-latchkey.provider-logout.session"]);
    const url = await leave(tab);
    expect(url.origin + url.pathname).toBe(`${rogue.issuer}/end`);
    const { id_token_hint = "", state = "", ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      client_id: "client-1",
      post_logout_redirect_uri: "https://app.test/auth/signout/rogue",
    });
    expect(id_token_hint.split(".")).toHaveLength(3);
    expect(await tab.session()).toBeNull();
    expect(keptBy(tab)).toEqual([]);
    const back = await tab.get(`signout/rogue?state=${state}`, { from: rogue.issuer });
    expect(location(back)).toBe("https://app.test/goodbye");
  });

  it("stays here where the form says so, or the provider was not used", async () => {
    const { tab } = await signedIn(strategy);
    expect((await leave(tab, { provider: "false" })).href).toBe("https://app.test/goodbye");
    expect(await tab.session()).toBeNull();
    expect((await leave(tab)).href).toBe("https://app.test/goodbye");
  });

  it("ends ours although the provider is down, and tells the person", async () => {
    const { tab, config, log } = await signedIn(strategy);
    const down = () => Promise.reject(new Error("Nobody answers."));
    const broken = {
      ...config,
      providers: [oidc(rogue, { [customFetch]: down })],
    };
    const late = tab.copy((request) => Auth(request, broken));
    const url = await leave(late);
    expect(url.href).toBe("https://app.test/auth/error?error=SignedInElsewhere");
    expect(await late.session()).toBeNull();
    expect(log.errors("SignOutError")[0]?.message).toContain("not at the provider");
    const page = await (await late.get("error?error=SignedInElsewhere")).text();
    expect(page).toContain("You’re signed out here");
  });

  it.each([
    ["names no place for it", {}, {}],
    ["is left out", { endSession: false }, undefined],
  ] as const)("stays here where the provider %s", async (_, options, metadata) => {
    if (metadata) rogue.metadata = metadata;
    const { tab, log } = await signedIn(strategy, options);
    expect(keptBy(tab)).toEqual([]);
    expect((await leave(tab)).href).toBe("https://app.test/goodbye");
    expect(await tab.session()).toBeNull();
    expect(log.errors("SignOutError")).toEqual([]);
  });

  it("leaves an ID token out that is too long for a cookie", async () => {
    rogue.idToken = { claims: { groups: "x".repeat(3000) } };
    const { tab } = await signedIn(strategy);
    const url = await leave(tab);
    expect([...url.searchParams.keys()].sort()).toEqual([
      "client_id",
      "post_logout_redirect_uri",
      "state",
    ]);
  });
});

describe("coming back from the provider", () => {
  it.each([
    ["oidcc-client-test-rp-init-logout-no-state", ""],
    ["oidcc-client-test-rp-init-logout-other-state", "?state=other"],
  ])("%s: goes to the site itself", async (_, query) => {
    const { tab } = await signedIn("jwt");
    await leave(tab);
    const back = await tab.get(`signout/rogue${query}`, { from: rogue.issuer });
    expect(location(back)).toBe("https://app.test");
  });

  it("with the state of another provider, or with a token of ours for something else, alike", async () => {
    const { tab, config } = await signedIn("jwt");
    const state = (await leave(tab)).searchParams.get("state") ?? "";
    const two = world("jwt", {
      secret: config.secret,
      providers: [oidc(rogue, { id: "second" })],
      plugins,
    });
    const back = await two.browser().get(`signout/second?state=${state}`);
    expect(location(back)).toBe("https://app.test");
    await signIn(tab, rogue);
    const cookie = tab.cookieHeader("/auth").split("session-token=")[1]?.split(";")[0] ?? "";
    expect(location(await tab.get(`signout/rogue?state=${cookie}`))).toBe("https://app.test");
  });

  it("is no address of a provider that people do not sign out at", async () => {
    const without = world("jwt", { providers: [oidc(rogue)] }).browser();
    expect((await without.get("signout/rogue")).status).toBe(404);
    const providers = [oidc(rogue, { endSession: false }), people];
    const { browser } = world("jwt", { providers, plugins });
    for (const id of ["rogue", "credentials", "none"]) {
      expect((await browser().get(`signout/${id}`)).status).toBe(404);
    }
  });
});

describe("what is remembered of the provider", () => {
  it("is nothing where nobody asked for it", async () => {
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const tab = shop.browser();
    await signIn(tab, rogue);
    expect(keptBy(tab)).toEqual([]);
    expect((await leave(tab)).href).toBe("https://app.test/goodbye");
  });

  it("goes when somebody signs in another way", async () => {
    const shop = world("jwt", { providers: [oidc(rogue), people], plugins });
    const tab = shop.browser();
    await signIn(tab, rogue);
    await tab.submit("callback/credentials", adasForm);
    expect(keptBy(tab)).toEqual([]);
    expect((await leave(tab)).href).toBe("https://app.test/goodbye");
  });

  it("counts for nothing when it was made with another secret", async () => {
    const { tab, config } = await signedIn("jwt");
    const other = { ...config, secret: "another secret that is long enough for anybody" };
    const url = await leave(tab.copy((request) => Auth(request, other)));
    expect(url.href).toBe("https://app.test/goodbye");
  });
});

describe("providers with a way of their own", () => {
  it("get the way back under the name they have for it", async () => {
    const { tab } = await signedIn("jwt", {
      endSession: {
        url: "https://idp.test/v2/logout",
        returnParam: "returnTo",
        params: { federated: "" },
      },
    });
    expect((await leave(tab)).href).toBe(
      "https://idp.test/v2/logout?client_id=client-1&returnTo=https%3A%2F%2Fapp.test%2Fauth%2Fsignout%2Frogue&federated=",
    );
  });
});

describe("providers of the catalogue with a way of their own", () => {
  const own = { issuer: rogue.issuer, clientId: "client-1", clientSecret: "secret-1" };
  const back = (id: string) => `https://app.test/auth/signout/${id}`;

  it.each([
    ["auth0", Auth0(own), "/v2/logout", "returnTo"],
    ["cognito", Cognito(own), "/end", "logout_uri"],
  ] as const)("%s: have it by themselves", async (id, provider, path, name) => {
    const tab = world("jwt", { providers: [provider], plugins }).browser();
    const request = await begin(tab, `signin/${id}`);
    const route = backWithCode(rogue, request).replace("callback/rogue", `callback/${id}`);
    await tab.get(route, { from: rogue.issuer });
    const url = await leave(tab);
    expect(url.origin + url.pathname).toBe(rogue.issuer + path);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client-1",
      [name]: back(id),
    });
    expect(location(await tab.get(`signout/${id}`))).toBe("https://app.test");
  });
});

describe("a certified provider", () => {
  const running: OpenIdServer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });

  it("ends its session and sends the browser back", async () => {
    const server = await startOpenId({
      client: { post_logout_redirect_uris: ["https://app.test/auth/signout/op"] },
    });
    running.push(server);
    const shop = openIdApp(server);
    const config = { ...shop.config, plugins };
    const withPlugin = { ...shop, config, browser: () => new Browser(config) };
    const { tab } = await visitOpenId(server, withPlugin);
    const url = await leave(tab);
    const asked = await fetch(url, { redirect: "manual" });
    expect(asked.status).toBe(200);
    const cookie = asked.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1] ?? "";
    const confirmed = await fetch(`${server.issuer}/session/end/confirm`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
      body: new URLSearchParams({ xsrf, logout: "yes" }),
    });
    const back = new URL(confirmed.headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe("https://app.test/auth/signout/op");
    const home = await tab.get(`signout/op${back.search}`, { from: server.issuer });
    expect(location(home)).toBe("https://app.test/goodbye");
  });
});
