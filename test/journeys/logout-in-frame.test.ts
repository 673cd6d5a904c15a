import { Auth } from "latchkey";
import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { tokens } from "latchkey/plugins/tokens";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { strategies, world, type Strategy, type TestConfig } from "../support/config.js";
import { oauth, oidc, signIn } from "../support/oauth/journey.js";
import { openId, openIdApp, visitOpenId } from "../support/oauth/openid-app.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
  rogue.metadata = { end_session_endpoint: `${rogue.issuer}/end` };
  rogue.idToken = { claims: { sid: "session-1" } };
});

/** Somebody who signed in, in the session "session-1" of the provider. */
async function signedIn(strategy: Strategy, overrides: Partial<TestConfig> = {}) {
  const shop = world(strategy, {
    providers: [oidc(rogue), oauth(rogue, { id: "plain" })],
    plugins: [providerLogout({ frontChannel: true }), sessionRegistry({ within: 0, list: false })],
    session: { strategy },
    sharedState: memoryState(),
    ...overrides,
  });
  const tab = shop.browser();
  await signIn(tab, rogue);
  expect(await tab.session()).not.toBeNull();
  /** As a page of the provider asks for it in a frame: browsers send none of our cookies. */
  const frame = (query: Record<string, string>, id = "rogue") =>
    shop.browser().get(`frontchannel-logout/${id}?${new URLSearchParams(query).toString()}`, {
      from: rogue.issuer,
    });
  return { ...shop, tab, frame };
}

const named = () => ({ iss: rogue.issuer, sid: "session-1" });

describe.each(strategies)("a logout in a frame, with %s sessions", (strategy) => {
  it("oidcc-client-test-rp-frontchannel-opinitlogout: ends the session that it names", async () => {
    const { tab, frame, browser } = await signedIn(strategy);
    rogue.idToken = { claims: { sid: "session-2" } };
    const elsewhere = browser();
    await signIn(elsewhere, rogue);
    const answer = await frame(named());
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("x-frame-options")).toBeNull();
    expect(await tab.session()).toBeNull();
    expect(await elsewhere.session()).not.toBeNull();
  });

  it("oidcc-client-test-rp-frontchannel-rpinitlogout: on the way out, and the browser comes back", async () => {
    const { tab, frame } = await signedIn(strategy);
    const url = new URL(location(await tab.submit("signout", { callbackUrl: "/goodbye" })));
    expect((await frame(named())).status).toBe(200);
    const state = url.searchParams.get("state") ?? "";
    const back = await tab.get(`signout/rogue?state=${state}`, { from: rogue.issuer });
    expect(location(back)).toBe("https://app.test/goodbye");
    expect(await tab.session()).toBeNull();
  });
});

describe("a logout in a frame", () => {
  it.each([
    ["of another issuer", () => ({ iss: "https://other.test", sid: "session-1" })],
    ["without an issuer", () => ({ sid: "session-1" })],
    ["without a session", () => ({ iss: rogue.issuer })],
    ["with a session whose name is too long", () => ({ iss: rogue.issuer, sid: "s".repeat(256) })],
  ])("%s is refused, and nobody is signed out", async (_, query) => {
    const { tab, frame } = await signedIn("jwt");
    const answer = await frame({ ...query() });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    expect(await tab.session()).not.toBeNull();
  });

  it("of a session that never was is answered alike, and leaves nothing behind", async () => {
    const written: string[] = [];
    const state = memoryState();
    const { tab, frame } = await signedIn("jwt", {
      sharedState: {
        ...state,
        set: (key, value, options) => {
          written.push(key);
          return state.set(key, value, options);
        },
      },
    });
    written.length = 0;
    expect((await frame({ ...named(), sid: "unknown" })).status).toBe(200);
    expect(written).toEqual([]);
    expect(await tab.session()).not.toBeNull();
  });

  it("is only there if it is turned on, for OpenID providers, and where sessions can be ended", async () => {
    const off = await signedIn("jwt", { plugins: [providerLogout()] });
    expect((await off.frame(named())).status).toBe(404);
    expect(await off.tab.session()).not.toBeNull();
    const on = await signedIn("jwt");
    expect((await on.frame(named(), "plain")).status).toBe(404);
    const fixed = await signedIn("jwt", { plugins: [providerLogout({ frontChannel: true })] });
    expect((await fixed.frame(named())).status).toBe(501);
  });
});

describe("tokens of somebody who signs out", () => {
  const setUp = async (revokeTokens: boolean) => {
    const server = await openId({
      client: { grant_types: ["authorization_code", "refresh_token"] },
      configuration: {
        features: { revocation: { enabled: true } },
        issueRefreshToken: () => true,
        scopes: ["openid", "offline_access"],
      },
    });
    const bare = openIdApp(server, { revokeTokens }, "database");
    const config = { ...bare.config, plugins: [tokens()] };
    const shop = { ...bare, config, browser: () => new Browser(config) };
    const { tab } = await visitOpenId(server, shop);
    const [row] = shop.store.accounts.values();
    const accepts = async () => {
      const headers = { authorization: `Bearer ${row?.access_token ?? ""}` };
      return (await fetch(`${server.issuer}/me`, { headers })).status === 200;
    };
    expect(await accepts()).toBe(true);
    return { ...shop, server, tab, accepts };
  };

  it("are revoked at the provider where that is wanted", async () => {
    const { tab, accepts, server } = await setUp(true);
    await tab.submit("signout");
    expect(server.paths.filter((path) => path === "/token/revocation")).toHaveLength(2);
    expect(await accepts()).toBe(false);
    expect(await tab.session()).toBeNull();
  });

  it("or when the application says so, before it unlinks an account", async () => {
    const { config, accepts, store } = await setUp(true);
    const [row] = store.accounts.values();
    await manage(config).tokens.revoke(row?.userId ?? "", "op");
    expect(await accepts()).toBe(false);
    await expect(manage(config).tokens.revoke("1", "other")).rejects.toThrow(/revokeTokens/);
  });

  it("and when the account is removed", async () => {
    const { config, accepts, store, adapter } = await setUp(true);
    const [row] = store.accounts.values();
    const userId = row?.userId ?? "";
    const other = { provider: "op", providerAccountId: "another", type: "oidc", userId } as const;
    await adapter.linkAccount(other);
    const account = row?.providerAccountId ?? "";
    const { accounts } = manage(config);
    expect(await accounts.list(userId)).toMatchObject({ accounts: [{ account }, {}] });
    expect(await accounts.remove(userId, { kind: "account", provider: "op", account })).toBe(
      "done",
    );
    expect(await accepts()).toBe(false);
    const last = { kind: "account", provider: "op", account: "another" } as const;
    expect(await accounts.remove(userId, last)).toBe("last");
    expect(await accounts.remove("nobody", last)).toBe("none");
  });

  it("stay as they are where it is not", async () => {
    const { tab, accepts, server } = await setUp(false);
    await tab.submit("signout");
    expect(server.paths).not.toContain("/token/revocation");
    expect(await accepts()).toBe(true);
  });

  it("stay as they are without the plugin", async () => {
    const { tab, accepts, config } = await setUp(true);
    const { plugins: _, ...without } = config;
    await tab.copy((request) => Auth(request, without)).submit("signout");
    expect(await accepts()).toBe(true);
  });

  it("keep nobody signed in when the provider is down", async () => {
    const { tab, server, log } = await setUp(true);
    await server.stop();
    expect(location(await tab.submit("signout"))).toBe("https://app.test");
    expect(await tab.session()).toBeNull();
    expect(log.codes("warn")).toContain("token-revocation");
  });
});
