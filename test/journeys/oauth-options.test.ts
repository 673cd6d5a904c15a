import { customFetch, setEnvDefaults, type AuthConfig } from "latchkey";
import type { OAuthConfig } from "latchkey/providers";
import type { Account, Profile, User } from "latchkey/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { secret, world, type TestConfig, type World } from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { errorPage, signInPage } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const anyText: unknown = expect.any(String);
const anyNumber: unknown = expect.any(Number);
const containing = (text: string): unknown => expect.stringContaining(text);

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

interface SignedIn {
  user: User;
  account: Account | null | undefined;
  profile: Profile | undefined;
}

/** An application with one provider, and who signed in. */
function app(
  provider: TestConfig["providers"][number],
  overrides: Partial<TestConfig> = {},
): World & { seen: SignedIn[] } {
  const seen: SignedIn[] = [];
  const shop = world("jwt", {
    providers: [provider],
    events: {
      signIn: ({ user, account, profile }) => {
        seen.push({ user, account, profile });
      },
    },
    ...overrides,
  });
  return { ...shop, seen };
}

/** Signs in and gives what was seen of it; fails when it didn't work. */
async function signedIn(
  provider: TestConfig["providers"][number],
  overrides: Partial<TestConfig> = {},
): Promise<SignedIn> {
  const shop = app(provider, overrides);
  const response = await signIn(shop.browser(), rogue);
  expect(shop.log.codes("error")).toEqual([]);
  expect(location(response)).toBe("https://app.test");
  const [first] = shop.seen;
  if (!first) throw new Error("Nobody signed in.");
  return first;
}

const formOf = (path: string) =>
  Object.fromEntries(rogue.hits.find((hit) => hit.path === path)?.form ?? []);
const headersOf = (path: string) => rogue.hits.find((hit) => hit.path === path)?.headers;

describe("a provider", () => {
  it("[PRV-1] may be a function that returns one", async () => {
    await signedIn(() => oidc(rogue));
  });

  it("[PRV-1] with an unknown type is a configuration error", async () => {
    // @ts-expect-error no such type exists
    const shop = app({ id: "x", name: "X", type: "saml" });
    expect((await shop.browser().get("signin")).status).toBe(500);
    expect(shop.log.codes("error")).toEqual(["InvalidProvider"]);
  });

  it("[PRV-2] [PRV-3] has its id in the URLs and its name on the button", async () => {
    const tab = app(oidc(rogue, { id: "my id", name: "My <Name>" })).browser();
    const providers: unknown = await (await tab.get("providers")).json();
    expect(providers).toEqual({
      "my id": {
        id: "my id",
        name: "My <Name>",
        type: "oidc",
        signinUrl: "https://app.test/auth/signin/my%20id",
        callbackUrl: "https://app.test/auth/callback/my%20id",
      },
    });
    const page = await (await tab.get("signin")).text();
    expect(page).toContain("My &lt;Name&gt;");
    const request = await begin(tab, "signin/my%20id");
    expect(request.searchParams.get("redirect_uri")).toBe("https://app.test/auth/callback/my%20id");
  });

  it("[PRV-14] has its color on the sign-in page", async () => {
    const page = async (style: OAuthConfig["style"]) =>
      (await app(oidc(rogue, { style })).browser().get("signin")).text();
    expect(await page({ brandColor: "#123abc" })).toContain("#123abc");
    expect(await page({ bg: "#45108f", text: "#fff", logo: "/logo.svg" })).toContain("#45108f");
  });

  it("[PRV-4] sends clientId, proves itself with clientSecret, and asks its issuer", async () => {
    await signedIn(oidc(rogue));
    expect(headersOf("/token")?.authorization).toBe(`Basic ${btoa("client-1:secret-1")}`);
    expect(rogue.paths()[0]).toBe("/.well-known/openid-configuration");
  });

  it("[PRV-4] without a clientId the sign-in does not start, and the log says what to set", async () => {
    const shop = app(oidc(rogue, { clientId: undefined }));
    expect(location(await shop.browser().submit("signin/rogue"))).toBe(signInPage("OAuthSignin"));
    const [logged] = shop.log.errors("OAuthSignInError");
    expect(logged?.cause).toMatchObject({
      err: { message: containing("AUTH_ROGUE_ID") },
    });
  });

  it("[AUT-4] gets id, secret and issuer from the environment", async () => {
    const config: AuthConfig = {
      secret,
      providers: [
        { id: "my-idp", name: "Mine", type: "oidc" },
        (options = {}) => ({ id: "other", name: "Other", type: "oidc", options }),
        oidc(rogue, { id: "given", clientId: "mine" }),
      ],
    };
    const env = {
      AUTH_MY_IDP_ID: "id-1",
      AUTH_MY_IDP_SECRET: "secret-1",
      AUTH_MY_IDP_ISSUER: rogue.issuer,
      AUTH_OTHER_ID: "id-2",
      AUTH_OTHER_ISSUER: rogue.issuer,
      AUTH_GIVEN_ID: "not used",
    };
    setEnvDefaults(env, config);
    const tab = world("jwt", { providers: config.providers }).browser();
    const ids = [];
    for (const id of ["my-idp", "other", "given"]) {
      ids.push((await begin(tab, `signin/${id}`)).searchParams.get("client_id"));
    }
    expect(ids).toEqual(["id-1", "id-2", "mine"]);
  });

  it("[PRV-15] takes the application's options over its defaults, and mutates neither", async () => {
    const options = Object.freeze({
      clientId: "client-1",
      checks: Object.freeze(["state"] as const),
      authorization: Object.freeze({ params: Object.freeze({ prompt: "login" }) }),
      token: Object.freeze({ params: Object.freeze({ tenant: "t1" }) }),
    });
    const provider = Object.freeze(oauth(rogue, { checks: ["pkce", "state"], options }));
    const text = JSON.stringify(provider);
    const tab = app(provider).browser();
    const request = await begin(tab);
    // `{ params }` over a text keeps the URL and its query; a list replaces the list.
    expect(request.href.startsWith(`${rogue.issuer}/authorize?scope=basic`)).toBe(true);
    expect(request.searchParams.get("prompt")).toBe("login");
    expect(request.searchParams.has("code_challenge")).toBe(false);
    await tab.get(backWithCode(rogue, request));
    expect(await tab.session()).toMatchObject({ user: { name: "Pat" } });
    expect(JSON.stringify(provider)).toBe(text);
  });

  it("[PRV-16] makes every call through its [customFetch]", async () => {
    const urls: string[] = [];
    const provider = oidc(rogue, {
      idToken: false,
      [customFetch]: (input, init) => {
        urls.push(new URL(input instanceof Request ? input.url : input).pathname);
        return fetch(input, init);
      },
    });
    await signedIn(provider);
    expect(urls).toEqual(["/.well-known/openid-configuration", "/token", "/jwks", "/userinfo"]);
    expect(urls).toEqual(rogue.paths());
  });

  it("[PRV-16] takes [customFetch] as an option too, and one that never answers is given up", async () => {
    const options = { [customFetch]: () => new Promise<Response>(() => undefined) };
    const shop = app(oidc(rogue, { options }), { timeout: 100 });
    expect(location(await shop.browser().submit("signin/rogue"))).toBe(signInPage("OAuthSignin"));
    expect(rogue.hits).toEqual([]);
  });
});

describe("endpoints", () => {
  it("[PRV-5] wellKnown is fetched instead of the issuer's document, and its endpoints are used", async () => {
    const document = {
      issuer: rogue.issuer,
      authorization_endpoint: `${rogue.issuer}/authorize`,
      token_endpoint: `${rogue.issuer}/token`,
      jwks_uri: `${rogue.issuer}/jwks`,
    };
    rogue.answers.set("/custom", { json: document });
    const provider = oidc(rogue, {
      wellKnown: `${rogue.issuer}/custom`,
      authorization: `${rogue.issuer}/not-used`,
      token: `${rogue.issuer}/not-used`,
      userinfo: `${rogue.issuer}/not-used`,
    });
    await signedIn(provider);
    expect(rogue.paths()).toEqual(["/custom", "/token", "/jwks"]);
  });

  it("[PRV-5] wellKnown works without an issuer, which the document then names", async () => {
    rogue.answers.set("/custom", {
      json: {
        issuer: rogue.issuer,
        authorization_endpoint: `${rogue.issuer}/authorize`,
        token_endpoint: `${rogue.issuer}/token`,
        jwks_uri: `${rogue.issuer}/jwks`,
      },
    });
    await signedIn(oidc(rogue, { issuer: undefined, wellKnown: `${rogue.issuer}/custom` }));
  });

  it("[PRV-5] wellKnown may name the issuer whose document belongs at that address, and no other", async () => {
    const path = "/tenant/.well-known/openid-configuration";
    const start = async (issuer: string) => {
      const authorization_endpoint = `${rogue.issuer}/authorize`;
      rogue.answers.set(path, { json: { issuer, authorization_endpoint } });
      const provider = oidc(rogue, { wellKnown: `${rogue.issuer}${path}` });
      return location(await app(provider).browser().submit("signin/rogue"));
    };
    expect(await start(`${rogue.issuer}/tenant`)).toContain("/authorize?");
    expect(await start(`${rogue.issuer}/other`)).toBe(signInPage("OAuthSignin"));
    expect(await start("https://evil.test/tenant")).toBe(signInPage("OAuthSignin"));
  });

  it("[PRV-5] where nothing is at wellKnown, the issuer's own document is asked for", async () => {
    await signedIn(oidc(rogue, { wellKnown: `${rogue.issuer}/nothing` }));
    expect(rogue.paths().slice(0, 2)).toEqual(["/nothing", "/.well-known/openid-configuration"]);
  });

  it("[PRV-6] authorization is a text, or a handler with params and request", async () => {
    const text = await begin(app(oauth(rogue)).browser());
    expect(text.pathname).toBe("/authorize");
    const provider = oidc(rogue, {
      authorization: {
        url: `${rogue.issuer}/elsewhere?a=1`,
        params: {
          scope: "openid",
          claims: { id_token: { email: null } },
          max_age: 60,
          none: undefined,
        },
        request: ({ url, provider: { id, callbackUrl } }) => {
          url.searchParams.set("by", `${id} ${callbackUrl}`);
          return url;
        },
      },
    });
    const request = await begin(app(provider).browser());
    expect(request.pathname).toBe("/elsewhere");
    expect(Object.fromEntries(request.searchParams)).toEqual({
      a: "1",
      response_type: "code",
      client_id: "client-1",
      redirect_uri: "https://app.test/auth/callback/rogue",
      scope: "openid",
      claims: '{"id_token":{"email":null}}',
      max_age: "60",
      state: anyText,
      nonce: anyText,
      code_challenge: anyText,
      code_challenge_method: "S256",
      by: "rogue https://app.test/auth/callback/rogue",
    });
  });

  it("[PRV-6] the scope is the usual one by default, and an empty one is not sent", async () => {
    const scopeOf = async (provider: OAuthConfig) =>
      (await begin(app(provider).browser())).searchParams.get("scope");
    expect(await scopeOf(oidc(rogue))).toBe("openid profile email");
    const authorization = { url: `${rogue.issuer}/authorize`, params: { scope: "" } };
    expect(await scopeOf(oauth(rogue, { authorization }))).toBeNull();
  });

  it("[PRV-7] token and userinfo are handlers: params, conform", async () => {
    rogue.answers.set("/token", { json: { accessToken: "a-2" } });
    rogue.answers.set("/userinfo", { json: { data: { id: 7, name: "Wrapped" } } });
    const provider = oauth(rogue, {
      token: {
        url: `${rogue.issuer}/token?x=1`,
        params: { y: 2 },
        conform: () => Response.json({ access_token: "a-2", token_type: "bearer" }),
      },
      userinfo: {
        url: `${rogue.issuer}/userinfo`,
        conform: async (response) => {
          const body: unknown = await response.json();
          return Response.json(Reflect.get(Object(body), "data"));
        },
      },
    });
    const { account, user } = await signedIn(provider);
    expect(account).toMatchObject({ access_token: "a-2", providerAccountId: "7" });
    expect(user.name).toBe("Wrapped");
    expect(headersOf("/userinfo")?.authorization).toBe("Bearer a-2");
  });

  it("[PRV-7] token.request and userinfo.request replace the calls, with a bounded fetch", async () => {
    const asked: unknown[] = [];
    const provider = oauth(rogue, {
      checks: ["pkce", "state"],
      token: {
        url: `${rogue.issuer}/token`,
        request: ({ params, checks, provider: { clientId, token } }) => {
          asked.push({ params, checks, clientId, url: token?.url?.href });
          return { tokens: { access_token: "hook", token_type: "bearer", expires_in: 10 } };
        },
      },
      userinfo: {
        async request({ tokens, fetch, provider: { userinfo, callbackUrl, signinUrl } }) {
          asked.push({ tokens, url: userinfo?.url, callbackUrl, signinUrl });
          const response = await fetch(`${rogue.issuer}/userinfo`);
          const person: unknown = await response.json();
          return person;
        },
      },
    });
    const { account } = await signedIn(provider);
    expect(account).toMatchObject({ access_token: "hook", expires_at: anyNumber });
    expect(asked).toMatchObject([
      {
        params: {
          grant_type: "authorization_code",
          code: anyText,
          redirect_uri: "https://app.test/auth/callback/rogue",
          code_verifier: anyText,
        },
        checks: { code_verifier: anyText, state: anyText },
        clientId: "client-1",
        url: `${rogue.issuer}/token`,
      },
      { tokens: { access_token: "hook" }, callbackUrl: "https://app.test/auth/callback/rogue" },
    ]);
    expect(rogue.paths()).toEqual(["/userinfo"]);
  });

  it("[PRV-7] hooks that never answer are given up", async () => {
    const never = () => new Promise<never>(() => undefined);
    const url = `${rogue.issuer}/token`;
    for (const change of [
      { token: { url, request: never } },
      { userinfo: { url, request: never } },
    ]) {
      const shop = app(oauth(rogue, change), { timeout: 100 });
      expect(location(await signIn(shop.browser(), rogue))).toBe(errorPage);
    }
  });

  it("[PRV-7] missing endpoints without an issuer are a configuration error", async () => {
    for (const name of ["authorization", "token", "userinfo"] as const) {
      const shop = app(oauth(rogue, { [name]: undefined }));
      expect((await shop.browser().get("signin")).status).toBe(500);
      const [logged] = shop.log.errors("InvalidEndpoints");
      expect(logged?.message).toContain(`\`${name}\``);
    }
    const shop = app({ ...oauth(rogue), type: "oidc" });
    await shop.browser().get("signin");
    expect(shop.log.codes("error")).toEqual(["InvalidEndpoints"]);
  });

  it("[PRV-7] endpoints that are missing come from the issuer's document", async () => {
    await signedIn(oauth(rogue, { issuer: rogue.issuer, token: undefined, userinfo: undefined }));
    expect(rogue.paths()).toEqual([
      "/.well-known/openid-configuration",
      "/token",
      "/jwks",
      "/userinfo",
    ]);
  });

  it("[PRV-18] jwks_endpoint is where the keys are, and no document is needed then", async () => {
    rogue.answers.set("/my-keys", { json: { keys: rogue.keys } });
    const provider = oidc(rogue, {
      authorization: `${rogue.issuer}/authorize`,
      token: `${rogue.issuer}/token`,
      jwks_endpoint: new URL(`${rogue.issuer}/my-keys`),
    });
    await signedIn(provider);
    expect(rogue.paths()).toEqual(["/token", "/my-keys"]);
  });

  it("[PRV-17] idToken false: the profile comes from userinfo, and an ID token is required all the same", async () => {
    rogue.answers.set("/userinfo", { json: { ...rogue.person, name: "From userinfo" } });
    const provider = oidc(rogue, { idToken: false, checks: ["pkce", "nonce"] });
    const { user, profile } = await signedIn(provider);
    expect(user.name).toBe("From userinfo");
    expect(profile).toMatchObject({ sub: "person-1", name: "From userinfo" });
    rogue.tokens = { id_token: undefined };
    const shop = app(provider);
    expect(location(await signIn(shop.browser(), rogue))).toBe(errorPage);
  });

  it("Q01 metadata can't name http, private or link-local addresses", async () => {
    const urls = [
      "http://example.com/token",
      "https://169.254.169.254/latest",
      "https://10.0.0.1/token",
      "https://192.168.1.1/token",
      "https://[fe80::1]/token",
      "https://[fd00::1]/token",
      "file:///etc/passwd",
    ];
    for (const token_endpoint of urls) {
      rogue.metadata = { token_endpoint };
      const shop = app(oidc(rogue));
      expect(location(await shop.browser().submit("signin/rogue"))).toBe(signInPage("OAuthSignin"));
    }
  });

  it("Q01 a configured issuer on plain http elsewhere is not asked", async () => {
    const shop = app(oidc(rogue, { issuer: "http://idp.example" }), { timeout: 500 });
    expect(location(await shop.browser().submit("signin/rogue"))).toBe(signInPage("OAuthSignin"));
    const [logged] = shop.log.errors("OAuthSignInError");
    expect(logged?.cause).toMatchObject({ err: { message: containing("https") } });
  });

  it.each([
    ["HTML", { text: "<p>" }],
    ["500", { status: 500, json: {} }],
    ["a redirect", { status: 301, text: "", headers: { location: "/x" } }],
    ["nothing, ever", { raw: () => undefined }],
  ])("Q02 a discovery document that is %s: the sign-in does not start", async (_, answer) => {
    rogue.answers.set("/.well-known/openid-configuration", answer);
    const shop = app(oidc(rogue), { timeout: 1500 });
    const tab = shop.browser();
    expect(location(await tab.submit("signin/rogue"))).toBe(signInPage("OAuthSignin"));
    expect(shop.log.codes("error")).toEqual(["OAuthSignInError"]);
  });
});

describe("what a sign-in costs", () => {
  it("is one discovery and one key fetch for all, and one token call for each", async () => {
    const shop = app(oidc(rogue));
    await Promise.all(Array.from({ length: 20 }, () => signIn(shop.browser(), rogue)));
    await signIn(shop.browser(), rogue);
    expect(shop.log.codes("error")).toEqual([]);
    expect(rogue.count("/.well-known/openid-configuration")).toBe(1);
    expect(rogue.count("/jwks")).toBe(1);
    expect(rogue.count("/token")).toBe(21);
    expect(rogue.hits).toHaveLength(23);
  });

  it("Q04 a provider that is down is asked once, not by everybody, and again after a moment", async () => {
    rogue.answers.set("/.well-known/openid-configuration", { status: 503, json: {} });
    const shop = app(oidc(rogue));
    await Promise.all(Array.from({ length: 20 }, () => shop.browser().submit("signin/rogue")));
    expect(rogue.hits).toHaveLength(1);
  });

  it("Q07 a thousand sign-ins that are begun leave nothing behind in a browser but eight cookies", async () => {
    const tab = app(oidc(rogue)).browser();
    for (let index = 0; index < 12; index++) await begin(tab);
    expect(tab.cookieNames().filter((name) => name.includes("flow"))).toHaveLength(8);
  });
});

describe("checks", () => {
  it.each([
    ["oauth", oauth, false],
    ["oidc", oidc, true],
  ] as const)(
    "[PRV-8] [AUT-6] of %s are pkce by default, with a state; OpenID has a nonce too",
    async (_, make, nonce) => {
      const request = await begin(app(make(rogue)).browser());
      expect(request.searchParams.get("code_challenge_method")).toBe("S256");
      expect(request.searchParams.has("state")).toBe(true);
      expect(request.searchParams.has("nonce")).toBe(nonce);
    },
  );

  it.each([
    [["none"], { state: false, code_challenge: false, nonce: false }],
    [["state"], { state: true, code_challenge: false, nonce: false }],
    [["pkce"], { state: true, code_challenge: true, nonce: false }],
    [["nonce"], { state: true, code_challenge: false, nonce: true }],
    [["pkce", "state", "nonce"], { state: true, code_challenge: true, nonce: true }],
  ] as const)("[PRV-8] [PRV-17] %j", async (checks, sent) => {
    const tab = app(oidc(rogue, { checks: [...checks] })).browser();
    const request = await begin(tab);
    for (const [name, expected] of Object.entries(sent)) {
      expect(request.searchParams.has(name)).toBe(expected);
    }
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe("https://app.test");
  });

  it("[AUT-6] the code of another sign-in does not pass the PKCE check of the provider", async () => {
    const shop = app(oidc(rogue));
    const [victim, attacker] = [shop.browser(), shop.browser()];
    const [own, foreign] = [await begin(victim), await begin(attacker)];
    const code = rogue.issueCode(foreign);
    const response = await victim.get(backWithCode(rogue, own, { code }));
    expect(location(response)).toBe(errorPage);
    expect(await victim.session()).toBeNull();
  });
});

describe("client authentication", () => {
  it("[PRV-9] is client_secret_basic by default; reserved characters are encoded", async () => {
    await signedIn(oidc(rogue, { clientSecret: "s-._~ +/:%é" }));
    expect(headersOf("/token")?.authorization).toBe(
      `Basic ${btoa("client-1:s-._~+%2B%2F%3A%25%C3%A9")}`,
    );
    expect(formOf("/token")).not.toHaveProperty("client_secret");
  });

  it("[PRV-9] is client_secret_post when asked for, or when the server does only that", async () => {
    await signedIn(oidc(rogue, { client: { token_endpoint_auth_method: "client_secret_post" } }));
    expect(formOf("/token")).toMatchObject({ client_id: "client-1", client_secret: "secret-1" });
    expect(headersOf("/token")?.authorization).toBeUndefined();
    rogue.reset();
    rogue.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    await signedIn(oidc(rogue));
    expect(formOf("/token")).toMatchObject({ client_secret: "secret-1" });
  });

  it("[PRV-9] is none without a secret", async () => {
    await signedIn(oidc(rogue, { clientSecret: undefined }));
    expect(formOf("/token")).toMatchObject({ client_id: "client-1" });
    expect(headersOf("/token")?.authorization).toBeUndefined();
  });

  it("[PRV-9] by an unknown method fails", async () => {
    const shop = app(oidc(rogue, { client: { token_endpoint_auth_method: "magic" } }));
    expect(location(await signIn(shop.browser(), rogue))).toBe(errorPage);
    expect(rogue.count("/token")).toBe(0);
  });
});

describe("profile and account", () => {
  it("[PRV-10] by default the profile gives id, name, email and image", async () => {
    rogue.idToken = { claims: { nickname: "P", picture: "https://img.test/p.png", locale: "de" } };
    const { user } = await signedIn(oidc(rogue));
    expect(user).toEqual({
      id: "rogue:person-1",
      name: "Pat",
      email: "pat@example.org",
      image: "https://img.test/p.png",
    });
  });

  it("[PRV-10] [RES-7] profile() makes the user; its id is the providerAccountId", async () => {
    const given: unknown[] = [];
    const provider = oidc(rogue, {
      async profile(profile, tokens) {
        given.push(profile, tokens);
        return { id: "p-7", name: "Made", email: "Made@Example.org", role: "admin" };
      },
    });
    const { user, account } = await signedIn(provider);
    expect(user).toMatchObject({ name: "Made", email: "made@example.org", role: "admin" });
    expect(account?.providerAccountId).toBe("p-7");
    expect(given).toMatchObject([{ sub: "person-1" }, { access_token: "access-1" }]);
  });

  it("[RES-6] the account of callbacks is the whole token response", async () => {
    rogue.tokens = { expires_in: 60, refresh_token: "r", scope: "a b", custom: { deep: [1] } };
    const { account } = await signedIn(oidc(rogue));
    expect(account).toMatchObject({
      provider: "rogue",
      type: "oidc",
      providerAccountId: "person-1",
      access_token: "access-1",
      refresh_token: "r",
      token_type: "bearer",
      scope: "a b",
      expires_in: 60,
      expires_at: anyNumber,
      id_token: anyText,
      custom: { deep: [1] },
    });
  });

  it("[PRV-11] the stored account has the seven members, or what account() chooses", async () => {
    rogue.tokens = { expires_in: 60, refresh_token: "r", scope: "a", session_state: "s", extra: 1 };
    const stored = async (options: Parameters<typeof oidc>[1]) => {
      const shop = world("database", { providers: [oidc(rogue, options)] });
      await signIn(shop.browser(), rogue);
      const [row] = shop.store.accounts.values();
      return row;
    };
    const identity = {
      provider: "rogue",
      providerAccountId: "person-1",
      type: "oidc",
      userId: anyText,
    };
    expect(await stored({})).toEqual({
      ...identity,
      access_token: "access-1",
      id_token: anyText,
      refresh_token: "r",
      expires_at: anyNumber,
      scope: "a",
      token_type: "bearer",
      session_state: "s",
    });
    const account = ({ access_token }: { access_token?: string }) =>
      access_token === undefined ? {} : { access_token };
    expect(await stored({ account })).toEqual({ ...identity, access_token: "access-1" });
    expect(await stored({ account: () => undefined })).toEqual(identity);
  });

  it("Q03 a picture is never fetched", async () => {
    rogue.idToken = { claims: { picture: `${rogue.issuer}/picture` } };
    await signedIn(oidc(rogue));
    expect(rogue.count("/picture")).toBe(0);
  });

  it("the log holds no code, token, verifier or secret, whatever goes wrong", async () => {
    const canary = "canary-4711";
    rogue.tokens = { access_token: canary, refresh_token: canary };
    rogue.idToken = { claims: { aud: "another", email: `${canary}@example.org` } };
    const shop = app(oidc(rogue, { clientSecret: canary }), { debug: true });
    const tab = shop.browser();
    const request = await begin(tab);
    const code = rogue.issueCode(request);
    await tab.get(backWithCode(rogue, request, { code }));
    await tab.get(backWithCode(rogue, await begin(tab), { code: canary, error: "x" }));
    const seen = new Set<unknown>();
    const text = JSON.stringify(shop.log.entries, (_, value: unknown) => {
      if (typeof value !== "object" || value === null || seen.has(value)) return value;
      seen.add(value);
      const names = Reflect.ownKeys(value).filter((name) => typeof name === "string");
      if (Array.isArray(value)) return value.map((item: unknown) => item);
      return Object.fromEntries(names.map((name) => [name, Reflect.get(value, name)]));
    });
    expect(shop.log.codes("error")).toEqual(["CallbackRouteError", "OAuthCallbackError"]);
    for (const word of [canary, code, request.searchParams.get("state") ?? canary]) {
      expect(text).not.toContain(word);
    }
  });
});

describe("several sign-ins of one browser", () => {
  it("two tabs both finish, in any order, each at its own target", async () => {
    const tab = app(oidc(rogue)).browser();
    const first = await begin(tab, "signin/rogue", { callbackUrl: "/one" });
    const second = await begin(tab, "signin/rogue", { callbackUrl: "/two" });
    expect(location(await tab.get(backWithCode(rogue, second)))).toBe("https://app.test/two");
    expect(location(await tab.get(backWithCode(rogue, first)))).toBe("https://app.test/one");
  });

  it("after the back button a new attempt works", async () => {
    const tab = app(oidc(rogue)).browser();
    await begin(tab);
    const again = await begin(tab);
    expect(location(await tab.get(backWithCode(rogue, again)))).toBe("https://app.test");
  });
});
