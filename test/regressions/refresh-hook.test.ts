import type { OAuthConfig } from "latchkey/providers";
import { TokenRefused, TokenUnavailable } from "latchkey/errors";
import { manage } from "latchkey/manage";
import AzureDevOps from "latchkey/providers/azure-devops";
import TikTok from "latchkey/providers/tiktok";
import WeChat from "latchkey/providers/wechat";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { world } from "../support/config.js";
import { oauth } from "../support/oauth/journey.js";
import { RogueProvider, type Answer } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** Asks for an access token of a stored account whose own has run out. */
async function refreshed(provider: OAuthConfig) {
  const shop = world("database", { providers: [provider], url: "https://app.test/auth" });
  const refresh_token = crypto.randomUUID();
  await shop.adapter.linkAccount({
    provider: provider.id,
    providerAccountId: "account-1",
    type: "oauth",
    userId: "1",
    access_token: "old",
    refresh_token,
    expires_at: 1,
  });
  const get = () => manage(shop.config).tokens.get("1", provider.id);
  const accounts = () => [...shop.store.accounts.values()];
  return { get, accounts, refresh_token };
}

const client = { clientId: "client-1", clientSecret: "secret-1" };
const providers = {
  tiktok: () => TikTok({ ...client, token: { url: `${rogue.issuer}/token` } }),
  wechat: () => WeChat({ ...client, token: { url: `${rogue.issuer}/oauth2/access_token` } }),
  azure: () => AzureDevOps({ ...client, token: { url: `${rogue.issuer}/token` } }),
};
const fresh = { access_token: "new", refresh_token: "next", expires_in: 7200 };

describe("a refresh at a provider with a request of its own", () => {
  it("names TikTok's client as client_key", async () => {
    rogue.answers.set("/token", { json: { ...fresh, open_id: "1", token_type: "Bearer" } });
    const { get, refresh_token } = await refreshed(providers.tiktok());
    expect(await get()).toMatchObject({ accessToken: "new" });
    expect(rogue.hits.map(({ form }) => Object.fromEntries(form))).toEqual([
      {
        client_key: "client-1",
        client_secret: "secret-1",
        grant_type: "refresh_token",
        refresh_token,
      },
    ]);
  });

  it("asks WeChat at its address for refreshes, and never shows the secret there", async () => {
    rogue.answers.set("/oauth2/refresh_token", { json: { ...fresh, openid: "1" } });
    const { get, accounts, refresh_token } = await refreshed(providers.wechat());
    expect(await get()).toMatchObject({ accessToken: "new" });
    expect(accounts()).toMatchObject([{ refresh_token: "next" }]);
    expect(rogue.hits).toMatchObject([{ method: "GET", path: "/oauth2/refresh_token" }]);
    expect(Object.fromEntries(rogue.hits[0]?.query ?? [])).toEqual({
      appid: "client-1",
      grant_type: "refresh_token",
      refresh_token,
    });
  });

  it("proves Azure DevOps' client by an assertion, with the callback URL", async () => {
    const json = { ...fresh, token_type: "jwt-bearer", expires_in: "3599" };
    rogue.answers.set("/token", { json });
    const { get, refresh_token } = await refreshed(providers.azure());
    expect(await get()).toMatchObject({ accessToken: "new", tokenType: "bearer" });
    expect(Object.fromEntries(rogue.hits[0]?.form ?? [])).toEqual({
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "secret-1",
      grant_type: "refresh_token",
      assertion: refresh_token,
      redirect_uri: "https://app.test/auth/callback/azure-devops",
    });
  });

  it.each<[keyof typeof providers, string, Answer]>([
    ["tiktok", "/token", { json: { error: "invalid_grant", error_description: "Expired." } }],
    ["wechat", "/oauth2/refresh_token", { json: { errcode: 40030, errmsg: "invalid" } }],
    ["wechat", "/oauth2/refresh_token", { json: { errcode: 42002, errmsg: "expired" } }],
    ["azure", "/token", { status: 400, json: { Error: "invalid_grant" } }],
    ["azure", "/token", { status: 400, text: "" }],
  ])("is refused by %s in its own words (%s)", async (name, path, answer) => {
    rogue.answers.set(path, answer);
    const { get } = await refreshed(providers[name]());
    await expect(get()).rejects.toBeInstanceOf(TokenRefused);
    expect(rogue.count(path)).toBe(1);
  });

  it.each<[keyof typeof providers, string, Answer, number]>([
    ["tiktok", "/token", { status: 503, text: "" }, 2],
    ["tiktok", "/token", { json: { error: "invalid_client" } }, 1],
    ["wechat", "/oauth2/refresh_token", { json: { errcode: -1, errmsg: "busy" } }, 2],
    ["azure", "/token", { status: 500, json: { Error: "invalid_grant" } }, 2],
  ])("keeps the refresh token while %s can't answer (%s)", async (name, path, answer, asked) => {
    rogue.answers.set(path, answer);
    const { get } = await refreshed(providers[name]());
    await expect(get()).rejects.toBeInstanceOf(TokenUnavailable);
    expect(rogue.count(path)).toBe(asked);
  });
});

describe("`token.refresh`", () => {
  const own = (refresh: () => Promise<{ tokens: object } | { error: string }>) =>
    oauth(rogue, { token: { url: `${rogue.issuer}/token`, refresh } });

  it("takes the place of the call", async () => {
    const { get } = await refreshed(own(() => Promise.resolve({ tokens: fresh })));
    expect(await get()).toMatchObject({ accessToken: "new" });
    expect(rogue.hits).toEqual([]);
  });

  it("refuses with an error of the standard", async () => {
    const { get } = await refreshed(own(() => Promise.resolve({ error: "invalid_grant" })));
    await expect(get()).rejects.toBeInstanceOf(TokenRefused);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no line"))],
    ["returns something else", () => Promise.resolve({ tokens: {} })],
  ])("that %s loses nothing", async (_, refresh) => {
    const { get } = await refreshed(own(refresh));
    await expect(get()).rejects.toBeInstanceOf(TokenUnavailable);
  });
});
