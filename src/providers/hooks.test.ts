import { describe, expect, it } from "vitest";
import {
  asHookProvider,
  loadCatalogue,
  signInThroughHooks,
} from "../../test/support/provider-catalogue.js";
import type { CatalogueEntry } from "../../test/support/provider-catalogue.js";
import type { TokenEndpointHandler } from "../types/providers.js";
import Asgardeo from "./asgardeo.js";
import Descope from "./descope.js";
import Discord from "./discord.js";
import Dribbble from "./dribbble.js";
import FusionAuth from "./fusionauth.js";
import GitHub from "./github.js";
import GitLab from "./gitlab.js";
import Mastodon from "./mastodon.js";
import Mattermost from "./mattermost.js";
import MicrosoftEntraID from "./microsoft-entra-id.js";
import NetSuite from "./netsuite.js";
import OneLogin from "./onelogin.js";
import Twitch from "./twitch.js";
import WeChat from "./wechat.js";

const catalogue = await loadCatalogue();

function entryOf(id: string): CatalogueEntry {
  const entry = catalogue.find(({ facts }) => facts.id === id);
  if (!entry) throw new Error(`${id} is not in the catalogue`);
  return entry;
}

function tokenHandler(endpoint: string | TokenEndpointHandler | undefined): TokenEndpointHandler {
  return typeof endpoint === "object" ? endpoint : {};
}

async function authorizationUrl(id: string, prepared: string): Promise<URL> {
  const entry = entryOf(id);
  const provider = entry.factory(entry.options);
  const { authorization } = provider;
  if (typeof authorization !== "object" || authorization instanceof URL) {
    throw new Error(`${id} has no authorization hook`);
  }
  const url = new URL(prepared);
  const hookProvider = asHookProvider(entry, provider);
  return new URL((await authorization.request?.({ url, provider: hookProvider })) ?? url);
}

describe("token requests that do not follow RFC 6749", () => {
  it("azure-devops trades the code as an assertion and uses the token as a bearer token", async () => {
    const { tokens, seen } = await signInThroughHooks(entryOf("azure-devops"));
    expect(seen[0]?.url.href).toBe("https://app.vssps.visualstudio.com/oauth2/token");
    expect(Object.fromEntries(seen[0]?.body ?? [])).toEqual({
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "secret",
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "code",
      redirect_uri: "https://app.example/auth/callback/azure-devops",
    });
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3599 });
  });

  it("tiktok sends the client id as client_key", async () => {
    const { tokens, seen } = await signInThroughHooks(entryOf("tiktok"));
    expect(Object.fromEntries(seen[0]?.body ?? [])).toEqual({
      client_key: "client",
      client_secret: "secret",
      code: "code",
      grant_type: "authorization_code",
      redirect_uri: "https://app.example/auth/callback/tiktok",
    });
    expect(tokens["open_id"]).toBe("723f24d7-e717-40f8-a2b6-cb8464cd23b4");
  });

  it("wechat asks with a query of its own and keeps the openid for the next request", async () => {
    const { seen } = await signInThroughHooks(entryOf("wechat"));
    expect(seen.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      "GET https://api.weixin.qq.com/sns/oauth2/access_token?appid=client&secret=secret&code=code&grant_type=authorization_code",
      "GET https://api.weixin.qq.com/sns/userinfo?access_token=access&openid=oLVPpjqs9BhvzwPj5A-vTYAX3GLc&lang=zh_CN",
    ]);
  });

  it("wechat's refusals, which come with status 200, become errors that name the reason", async () => {
    const entry = entryOf("wechat");
    const refused = { ...entry.sample, token: { errcode: 40029, errmsg: "invalid code" } };
    await expect(signInThroughHooks({ ...entry, sample: refused })).rejects.toThrow(
      "40029, invalid code",
    );
  });
});

describe("token responses that do not follow RFC 6749", () => {
  it.each([
    "vk",
    "instagram",
    "threads",
    "foursquare",
    "mailchimp",
    "mailru",
    "click-up",
    "workos",
  ])("%s gets the token_type it leaves out", async (id) => {
    const { tokens } = await signInThroughHooks(entryOf(id));
    expect(tokens.token_type).toBe("bearer");
    expect(Object.values(tokens)).not.toContain(null);
  });

  it("errors are passed on as they came", async () => {
    const refusal = Response.json({ error: "invalid_grant" }, { status: 401 });
    const { conform } = tokenHandler(entryOf("vk").factory().token);
    expect(await conform?.(refusal)).toBeUndefined();
    expect(await refusal.json()).toEqual({ error: "invalid_grant" });
  });

  it("twitch's list of scopes becomes one text, and its errors become standard ones", async () => {
    const { tokens } = await signInThroughHooks(entryOf("twitch"));
    expect(tokens.scope).toBe("openid user:read:email");
    const refusal = Response.json({ status: 400, message: "Invalid code" }, { status: 400 });
    const mended = await tokenHandler(Twitch().token).conform?.(refusal);
    expect(mended?.status).toBe(400);
    expect(await mended?.json()).toEqual({
      error: "invalid_request",
      error_description: "Invalid code",
    });
  });

  it("fusionauth's challenge is taken off a success and left on a refusal", async () => {
    const { conform } = tokenHandler(FusionAuth().token);
    const headers = { "www-authenticate": "Basic" };
    const success = await conform?.(Response.json({ access_token: "access" }, { headers }));
    expect(success?.headers.has("www-authenticate")).toBe(false);
    expect(await success?.json()).toEqual({ access_token: "access" });
    expect(await conform?.(Response.json({}, { headers, status: 401 }))).toBeUndefined();
  });
});

describe("authorization URLs with names of their own", () => {
  const common = "redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&state=s";

  it("tiktok gets client_key instead of client_id", async () => {
    const url = await authorizationUrl(
      "tiktok",
      `https://www.tiktok.com/v2/auth/authorize?client_id=client&${common}`,
    );
    expect(url.searchParams.get("client_key")).toBe("client");
    expect(url.searchParams.has("client_id")).toBe(false);
  });

  it("wechat gets its parameters in its order, and its fragment", async () => {
    const url = await authorizationUrl(
      "wechat",
      `https://open.weixin.qq.com/connect/oauth2/authorize?scope=snsapi_userinfo&client_id=client&${common}`,
    );
    expect(url.href).toBe(
      `https://open.weixin.qq.com/connect/oauth2/authorize?appid=client&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&scope=snsapi_userinfo&state=s#wechat_redirect`,
    );
  });

  it("united-effects gets the issuer as the resource", async () => {
    const url = await authorizationUrl("united-effects", `https://issuer.example/auth?${common}`);
    expect(url.searchParams.get("resource")).toBe("https://issuer.example");
  });
});

describe("requests for the profile", () => {
  it.each([
    ["bungie", "x-api-key", "api-key"],
    ["trakt", "trakt-api-key", "client"],
    ["notion", "notion-version", "2022-06-28"],
    ["nextcloud", "ocs-apirequest", "true"],
    ["mailchimp", "authorization", "OAuth access"],
    ["vk", "authorization", "Bearer access"],
    ["github", "user-agent", "latchkey"],
  ])("%s is sent the header %s", async (id, header, value) => {
    const { seen } = await signInThroughHooks(entryOf(id));
    expect(seen[0]?.headers.get(header)).toBe(value);
  });

  it.each([
    ["foursquare", "oauth_token", "access"],
    ["foursquare", "v", "20230131"],
    ["mailru", "access_token", "access"],
  ])("%s is sent the parameter %s", async (id, parameter, value) => {
    const { seen } = await signInThroughHooks(entryOf(id));
    expect(seen[0]?.url.searchParams.get(parameter)).toBe(value);
    expect(seen[0]?.headers.has("authorization")).toBe(false);
  });

  it("dropbox is asked with POST", async () => {
    const { seen } = await signInThroughHooks(entryOf("dropbox"));
    expect(seen[0]?.method).toBe("POST");
  });

  it("bungie's key may come among the headers", async () => {
    const entry = entryOf("bungie");
    const options = { headers: { "X-API-Key": "from-headers" } };
    const { seen } = await signInThroughHooks({ ...entry, options });
    expect(seen[0]?.headers.get("x-api-key")).toBe("from-headers");
  });

  it("github is not asked for addresses when the profile has one", async () => {
    const entry = entryOf("github");
    const profile = { ...entry.sample.profile, email: "public@example.com" };
    const { user, seen } = await signInThroughHooks({
      ...entry,
      sample: { ...entry.sample, profile },
    });
    expect(user.email).toBe("public@example.com");
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["an empty list", { "https://api.github.com/user/emails": [] }],
    ["a refusal", {}],
  ])("github's %s of addresses leaves the user without one", async (_, answers) => {
    const entry = entryOf("github");
    const { user } = await signInThroughHooks({ ...entry, sample: { ...entry.sample, answers } });
    expect(user.email).toBeNull();
  });

  it("a provider that answers with an error ends the sign-in with its status, not its body", async () => {
    const entry = entryOf("vk");
    const sample = { ...entry.sample, userinfoUrl: "https://elsewhere.example/" };
    await expect(signInThroughHooks({ ...entry, sample })).rejects.toThrow(
      /responded with status 404/,
    );
  });

  it("microsoft-entra-id without a picture still signs in", async () => {
    const entry = entryOf("microsoft-entra-id");
    const { user } = await signInThroughHooks({
      ...entry,
      sample: { ...entry.sample, answers: {} },
    });
    expect(user).toEqual({ ...entry.sample.user, image: null });
  });
});

describe("addresses that follow from options", () => {
  const url = (endpoint: string | URL | { url?: string | undefined } | undefined) => {
    if (endpoint instanceof URL) return endpoint.href;
    return typeof endpoint === "object" ? endpoint.url : endpoint;
  };

  it("asgardeo and onelogin find the issuer below the account's address, or take it as it is", () => {
    const tokenIssuer = "https://api.asgardeo.io/t/example/oauth2/token";
    for (const issuer of ["https://api.asgardeo.io/t/example", tokenIssuer]) {
      const made = Asgardeo({ issuer });
      expect([made.issuer, made.options?.issuer]).toEqual([tokenIssuer, tokenIssuer]);
    }
    for (const issuer of ["https://example.onelogin.com/", "https://example.onelogin.com/oidc/2"]) {
      expect(OneLogin({ issuer }).options?.issuer).toBe("https://example.onelogin.com/oidc/2");
    }
  });

  it("descope's issuer follows from the client id unless it is given", () => {
    expect(Descope({ clientId: "P2project" }).issuer).toBe("https://api.descope.com/P2project");
    expect(Descope({ issuer: sample }).issuer).toBe(sample);
    expect(Descope().issuer).toBeUndefined();
  });

  it("github and gitlab follow the server of an enterprise", () => {
    const github = GitHub({ enterprise: { baseUrl: "https://github.example.com" } });
    expect(github.issuer).toBe("https://github.example.com/login/oauth");
    expect(url(github.authorization)).toBe("https://github.example.com/login/oauth/authorize");
    expect(url(github.userinfo)).toBe("https://github.example.com/api/v3/user");
    const gitlab = GitLab({ baseUrl: new URL("https://git.example.com/gitlab/") });
    expect(url(gitlab.userinfo)).toBe("https://git.example.com/gitlab/api/v4/user");
  });

  it("an issuer may end with a slash, and one that is no address gives no endpoints", () => {
    expect(url(Mastodon({ issuer: "https://mastodon.example/" }).token)).toBe(
      "https://mastodon.example/oauth/token",
    );
    expect(url(Mastodon({ issuer: "mastodon" }).token)).toBeUndefined();
  });

  it("mattermost's address is not an issuer", () => {
    const made = Mattermost({ issuer: "https://mattermost.example.com", clientId: "client" });
    expect(made.options).toEqual({ clientId: "client" });
    expect(made.issuer).toBeUndefined();
  });

  it("netsuite has the userinfo of the options, and hosts of sandbox accounts", () => {
    const made = NetSuite({ accountID: "1234567_SB1", userinfo: sample, prompt: "login" });
    expect(made.userinfo).toBe(sample);
    expect(url(made.token)).toBe(
      "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
    );
    expect(made.authorization).toMatchObject({ params: { prompt: "login" } });
  });

  it("dribbble and wechat ask for what the options say", () => {
    expect(Dribbble({ scope: "public upload" }).authorization).toMatchObject({
      params: { scope: "public upload" },
    });
    expect(WeChat({ platformType: "WebsiteApp" }).authorization).toMatchObject({
      url: "https://open.weixin.qq.com/connect/qrconnect",
      params: { scope: "snsapi_login" },
    });
  });

  it("microsoft-entra-id is open to every tenant unless an issuer is given", () => {
    expect(MicrosoftEntraID().issuer).toBe("https://login.microsoftonline.com/common/v2.0");
    expect(MicrosoftEntraID({ issuer: sample }).options?.issuer).toBe(sample);
  });

  const sample = "https://sample.example/path";
});

describe("pictures of discord", () => {
  const profile = { id: "80351110224678912", username: "tuser", global_name: null };

  it.each([
    ["a_hash", "0", "avatars/80351110224678912/a_hash.gif"],
    ["hash", "0", "avatars/80351110224678912/hash.png"],
    [null, "0", "embed/avatars/5.png"],
    [null, "1337", "embed/avatars/2.png"],
  ])("avatar %s with number %s is at %s", async (avatar, discriminator, path) => {
    const user = await Discord().profile?.({ ...profile, avatar, discriminator }, {});
    expect(user?.image).toBe(`https://cdn.discordapp.com/${path}`);
    expect(user?.name).toBe("tuser");
  });
});
