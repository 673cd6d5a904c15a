import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { day, minute, useClock } from "../support/clock.js";
import { world, type TestConfig, type World } from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { expectRefused, overPage, pendingFlows, signInPage } from "../support/oauth/refused.js";
import { RogueProvider, type Answer } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const app = (overrides: Partial<TestConfig> = {}): World =>
  world("database", { providers: [oidc(rogue)], ...overrides });

describe("a callback that does not belong to a sign-in of this browser", () => {
  it("E01 without a flow cookie ends on the error page, with no outgoing call", async () => {
    const shop = app();
    const tab = shop.browser();
    const response = await tab.get("callback/rogue?code=abc&state=x.y");
    await expectRefused(shop, { tab, response, code: "InvalidCheck" });
    expect(rogue.hits).toEqual([]);
  });

  it.each([
    ["missing", null],
    ["empty", ""],
    ["another", "0-aaaaaaaaaaaa.bbbb"],
    ["changed behind the id", "+x"],
  ])("E02 with a state that is %s is refused with no outgoing call, and burned", async (_, to) => {
    const shop = app();
    const tab = shop.browser();
    const request = await begin(tab);
    const real = request.searchParams.get("state") ?? "";
    rogue.hits.length = 0;
    const state = to === "+x" ? `${real}x` : to;
    const response = await tab.get(backWithCode(rogue, request, { state }));
    expect(rogue.hits).toEqual([]);
    if (state?.startsWith("0-")) {
      // Somebody else's state says nothing about the sign-in that is pending here.
      expect(location(response)).toBe(overPage);
      expect(pendingFlows(tab)).toHaveLength(1);
      return;
    }
    await expectRefused(shop, { tab, response, code: "InvalidCheck" });
    const again = await tab.get(backWithCode(rogue, request));
    await expectRefused(shop, { tab, response: again, code: "InvalidCheck" });
  });

  it("E02 with a state that comes twice is a bad request and changes nothing", async () => {
    const tab = app().browser();
    const request = await begin(tab);
    rogue.hits.length = 0;
    const response = await tab.get(`${backWithCode(rogue, request)}&state=x`);
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(rogue.hits).toEqual([]);
  });

  it("E03 at another provider than the one it was begun at is refused, and burned", async () => {
    const shop = app({ providers: [oidc(rogue), oidc(rogue, { id: "other", name: "Other" })] });
    const tab = shop.browser();
    const request = await begin(tab, "signin/other");
    const kept = tab.copy();
    rogue.hits.length = 0;
    const response = await tab.get(backWithCode(rogue, request));
    await expectRefused(shop, { tab, response, code: "InvalidCheck" });
    const back = backWithCode(rogue, request).replace("callback/rogue", "callback/other");
    const again = await kept.get(back);
    await expectRefused(shop, { tab: kept, response: again, code: "InvalidCheck" });
    expect(rogue.hits).toEqual([]);
  });

  it("B14 with a flow cookie planted from the attacker's browser links nothing to the victim", async () => {
    const shop = app();
    const attacker = shop.browser();
    const request = await begin(attacker);
    const victim = shop.browser();
    await signIn(victim, rogue);
    const before = [...shop.store.accounts.keys()];
    rogue.tokens = {};
    rogue.idToken = { claims: { sub: "attacker", email: "mallory@example.org" } };
    for (const name of pendingFlows(attacker)) victim.plant(name, attacker.cookie(name) ?? "");
    const response = await victim.get(backWithCode(rogue, request));
    expect(location(response)).toBe(signInPage("OAuthAccountNotLinked"));
    expect([...shop.store.accounts.keys()]).toEqual(before);
    expect(await victim.session()).toMatchObject({ user: { name: "Pat" } });
  });
});

describe("the time a sign-in may take", () => {
  const clock = useClock();

  it("E04 is 15 minutes: finished after 14:59 it counts, after 16 minutes it does not", async () => {
    const shop = app();
    const [early, late] = [shop.browser(), shop.browser()];
    const [first, second] = [await begin(early), await begin(late)];
    clock.pass(15 * minute - 1);
    expect(location(await early.get(backWithCode(rogue, first)))).toBe("https://app.test");
    clock.pass(minute + 1);
    // A browser that kept the cookie for too long.
    const stale = late.copy();
    const response = await stale.get(backWithCode(rogue, second));
    expect(location(response)).toBe(overPage);
    expect(shop.log.codes("error")).toEqual(["InvalidCheck"]);
  });

  it("E04 counts for a cookie that the browser keeps anyway", async () => {
    const shop = app();
    const tab = shop.browser();
    const request = await begin(tab);
    const [name = ""] = pendingFlows(tab);
    const value = tab.cookie(name) ?? "";
    clock.pass(16 * minute);
    tab.plant(name, value);
    rogue.hits.length = 0;
    const response = await tab.get(backWithCode(rogue, request));
    await expectRefused(shop, { tab, response, code: "InvalidCheck" });
    expect(rogue.hits).toEqual([]);
  });

  it("F08 a token that was issued a week ago, or will be in 10 minutes, is refused", async () => {
    for (const iat of [Date.now() / 1000 - 7 * day, Date.now() / 1000 + 10 * minute]) {
      rogue.idToken = { claims: { iat: Math.floor(iat) } };
      const shop = app();
      const tab = shop.browser();
      const response = await signIn(tab, rogue);
      await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
    }
  });
});

describe("a callback that nobody has opened", () => {
  it.each([{ purpose: "prefetch" }, { "sec-purpose": "prefetch;prerender" }])(
    "O05 is announced by %j: nothing is used up",
    async (headers) => {
      const tab = app().browser();
      const route = backWithCode(rogue, await begin(tab));
      const ahead = await tab.get(route, { headers });
      expect(ahead.status).toBe(503);
      expect(ahead.headers.getSetCookie()).toEqual([]);
      expect(rogue.count("/token")).toBe(0);
      expect(location(await tab.get(route))).toBe("https://app.test");
    },
  );
});

describe("a callback that is sent again", () => {
  it("E05 counts once when it is sent twice with the same cookies", async () => {
    const shop = app();
    const tab = shop.browser();
    const request = await begin(tab);
    const route = backWithCode(rogue, request);
    const replay = tab.copy();
    expect(location(await tab.get(route))).toBe("https://app.test");
    rogue.hits.length = 0;
    expect(location(await replay.get(route))).toBe(overPage);
    expect(await replay.session()).toBeNull();
    expect(rogue.hits).toEqual([]);
  });

  it("E05 counts once when it is sent many times at the same moment", async () => {
    const shop = app();
    const tab = shop.browser();
    const request = await begin(tab);
    const route = backWithCode(rogue, request);
    const tabs = Array.from({ length: 8 }, () => tab.copy());
    const responses = await Promise.all(tabs.map((copy) => copy.get(route)));
    const targets = responses.map(location);
    expect(targets.filter((target) => target === "https://app.test")).toHaveLength(1);
    expect(targets.filter((target) => target === overPage)).toHaveLength(7);
    expect(rogue.count("/token")).toBe(1);
  });
});

describe("an error from the provider", () => {
  it("E06 ends on the sign-in page with a fixed text; the description is only logged", async () => {
    const shop = app();
    const tab = shop.browser();
    const request = await begin(tab);
    rogue.hits.length = 0;
    const error_description = "<script>alert(1)</script>";
    const changes = { code: null, error: "access_denied", error_description };
    const response = await tab.get(backWithCode(rogue, request, changes));
    await expectRefused(shop, { tab, response, code: "OAuthCallbackError" });
    const page = await (await tab.get("signin?error=OAuthCallbackError")).text();
    expect(page).not.toContain("alert(1)");
    const [logged] = shop.log.errors("OAuthCallbackError");
    expect(logged?.cause).toMatchObject({ error: "access_denied", error_description });
    expect(rogue.hits).toEqual([]);
  });

  it("E07 wins over a code", async () => {
    const shop = app();
    const tab = shop.browser();
    const request = await begin(tab);
    rogue.hits.length = 0;
    const response = await tab.get(backWithCode(rogue, request, { error: "server_error" }));
    await expectRefused(shop, { tab, response, code: "OAuthCallbackError" });
    expect(rogue.hits).toEqual([]);
  });
});

describe("the issuer", () => {
  it.each([
    ["wrong", { iss: "https://evil.test" }, {}],
    ["missing though announced", {}, { authorization_response_iss_parameter_supported: true }],
  ])(
    "E08 of the response (RFC 9207) is %s: refused before the token call",
    async (_, changes, metadata) => {
      rogue.metadata = metadata;
      const shop = app();
      const tab = shop.browser();
      const response = await signIn(tab, rogue, changes);
      await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
      expect(rogue.count("/token")).toBe(0);
    },
  );

  it("E08 of the response comes twice: a bad request", async () => {
    const tab = app().browser();
    const request = await begin(tab);
    const route = backWithCode(rogue, request, { iss: rogue.issuer });
    expect((await tab.get(`${route}&iss=${rogue.issuer}`)).status).toBe(400);
    expect(rogue.count("/token")).toBe(0);
  });

  it("E08 of the response is right: accepted; and without a known issuer it is not compared", async () => {
    const tab = app().browser();
    expect(location(await signIn(tab, rogue, { iss: rogue.issuer }))).toBe("https://app.test");
    const other = app({ providers: [oauth(rogue)] }).browser();
    expect(location(await signIn(other, rogue, { iss: "https://any.test" }))).toBe(
      "https://app.test",
    );
  });

  it("E09 of the discovery document is another: the sign-in does not start", async () => {
    rogue.metadata = { issuer: "https://evil.test" };
    const shop = app();
    const tab = shop.browser();
    const response = await tab.submit("signin/rogue");
    expect(location(response)).toBe(signInPage("OAuthSignin"));
    expect(shop.log.codes("error")).toEqual(["OAuthSignInError"]);
    expect(pendingFlows(tab)).toEqual([]);
  });
});

describe("the authorization request", () => {
  const reserved = [
    ...["redirect_uri", "client_id", "response_type", "response_mode", "state", "nonce"],
    ...["code_challenge", "code_challenge_method", "request", "request_uri"],
  ];

  it.each(reserved)("E10 takes no %s from the query", async (name) => {
    const tab = app({ providers: [oidc(rogue, { checks: ["pkce", "state", "nonce"] })] }).browser();
    const request = await begin(tab, `signin/rogue?${name}=evil`);
    expect(request.href).not.toContain("evil");
  });

  it("E10 takes scope, prompt and login_hint from the query, and callbackUrl stays at home", async () => {
    const tab = app().browser();
    const query =
      "scope=openid%20phone&prompt=login&login_hint=pat&callbackUrl=%2Finbox&csrfToken=x";
    const request = await begin(tab, `signin/rogue?${query}`);
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      scope: "openid phone",
      prompt: "login",
      login_hint: "pat",
    });
    expect(request.searchParams.has("callbackUrl")).toBe(false);
    expect(request.searchParams.has("csrfToken")).toBe(false);
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe("https://app.test/inbox");
  });

  it("E12 has an S256 challenge and a state by default, and never the same ones", async () => {
    const tab = app({ providers: [oidc(rogue, { checks: ["pkce", "nonce"] })] }).browser();
    const requests = [await begin(tab), await begin(tab)];
    for (const name of ["state", "nonce", "code_challenge"]) {
      const values = requests.map((request) => request.searchParams.get(name));
      for (const value of values) expect(value?.length).toBeGreaterThanOrEqual(43);
      expect(new Set(values).size).toBe(2);
    }
    expect(requests[0]?.searchParams.get("code_challenge_method")).toBe("S256");
    const plain = await begin(app({ providers: [oauth(rogue)] }).browser());
    expect(plain.searchParams.has("nonce")).toBe(false);
    expect(plain.searchParams.has("state")).toBe(true);
  });
});

describe("the token endpoint", () => {
  const endless: Answer = {
    raw: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    },
  };
  const cases: readonly [string, Answer][] = [
    ["200 with an error", { json: { error: "invalid_grant" } }],
    ["HTML", { text: "<h1>Welcome</h1>" }],
    ["an empty body", { text: "" }],
    [
      "a redirect to another host",
      { status: 302, text: "", headers: { location: "http://127.0.0.1:1/" } },
    ],
    ["500", { status: 500, json: { message: "oops" } }],
    [
      "10 MiB",
      { json: { access_token: "x", token_type: "bearer", pad: "x".repeat(10 * 1024 * 1024) } },
    ],
    ["nothing, ever", { raw: () => undefined }],
    ["a body that never ends", endless],
    ["a list", { json: [] }],
    ["no access token", { json: { token_type: "Bearer" } }],
    ["an unknown type of token", { json: { access_token: "x", token_type: "mac" } }],
    ["an error of its own", { status: 400, json: { error: "invalid_client" } }],
  ];

  it.each(cases)(
    "E13 E14 E15 answers %s: the sign-in fails, within the timeout",
    async (_, answer) => {
      const shop = app({ timeout: 1500, providers: [oauth(rogue)] });
      const tab = shop.browser();
      const request = await begin(tab);
      rogue.answers.set("/token", answer);
      const started = performance.now();
      const response = await tab.get(backWithCode(rogue, request));
      expect(performance.now() - started).toBeLessThan(6000);
      await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
      expect(rogue.paths()).toEqual(["/token"]);
    },
  );

  it("E15 [RES-8] answers token_type BEARER: accepted, and stored in lower case", async () => {
    rogue.tokens = { token_type: "BEARER" };
    const shop = app();
    await signIn(shop.browser(), rogue);
    expect([...shop.store.accounts.values()]).toMatchObject([{ token_type: "bearer" }]);
  });

  it.each([
    ["3600", 3600],
    [3600, 3600],
    [-1, undefined],
    ["abc", undefined],
    [null, undefined],
    [0, undefined],
    [1e300, undefined],
    [[], undefined],
  ])(
    "E20 [RES-9] answers expires_in %j: expires_at is sane or absent",
    async (expires_in, seconds) => {
      rogue.tokens = { expires_in };
      const shop = app();
      const now = Math.floor(Date.now() / 1000);
      await signIn(shop.browser(), rogue);
      const [account] = shop.store.accounts.values();
      if (seconds === undefined) expect(account?.expires_at).toBeUndefined();
      else expect(account?.expires_at).toBeGreaterThanOrEqual(now + seconds);
    },
  );

  it("E20 answers expires_in 1e309: expires_at is absent", async () => {
    const shop = app({ providers: [oauth(rogue)] });
    const text = '{"access_token":"a","token_type":"bearer","expires_in":1e309}';
    rogue.answers.set("/token", { text });
    await signIn(shop.browser(), rogue);
    const [account] = shop.store.accounts.values();
    expect(account).toMatchObject({ access_token: "a" });
    expect(account?.expires_at).toBeUndefined();
  });
});

describe("the userinfo endpoint and the profile", () => {
  const plain = () => app({ providers: [oauth(rogue)], timeout: 1500 });

  it.each([401, 403, 500])("E16 answers %i with a profile: no user, no cookie", async (status) => {
    rogue.answers.set("/userinfo", { status, json: rogue.person });
    const shop = plain();
    const tab = shop.browser();
    const response = await signIn(tab, rogue);
    await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
  });

  it.each([
    ["a list", [], "CallbackRouteError"],
    ["a text", "x", "CallbackRouteError"],
    ["null", null, "CallbackRouteError"],
    ["an empty object", {}, "OAuthProfileParseError"],
  ])("E17 answers %s: no user", async (_, json, code) => {
    rogue.answers.set("/userinfo", { json });
    const shop = plain();
    const tab = shop.browser();
    const response = await signIn(tab, rogue);
    await expectRefused(shop, { tab, response, code });
  });

  it.each([
    ["HTML", { text: "<p>hello" }],
    ["a redirect", { status: 302, text: "", headers: { location: "/elsewhere" } }],
    ["nothing, ever", { raw: () => undefined }],
    ["2 MiB", { text: `{"sub":"${"x".repeat(2 * 1024 * 1024)}"}` }],
  ] satisfies [string, Answer][])("E17 Q02 answers %s: no user", async (_, answer) => {
    rogue.answers.set("/userinfo", answer);
    const shop = plain();
    const tab = shop.browser();
    const response = await signIn(tab, rogue);
    await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
  });

  const noIds = [
    undefined,
    null,
    "",
    " ",
    NaN,
    {},
    [],
    true,
    "undefined",
    "[object Object]",
    "null",
  ];
  it.each(noIds)("E18 the profile has the id %j: refused", async (id) => {
    const provider = oauth(rogue, {
      // @ts-expect-error what JavaScript code may return all the same
      profile: () => ({ id, email: "pat@example.org" }),
    });
    const shop = app({ providers: [provider] });
    const tab = shop.browser();
    const response = await signIn(tab, rogue);
    await expectRefused(shop, { tab, response, code: "OAuthProfileParseError" });
  });

  it("E18 profile() throws: refused, and the log says why", async () => {
    const provider = oauth(rogue, {
      profile: () => {
        throw new Error("no such member");
      },
    });
    const shop = app({ providers: [provider] });
    const tab = shop.browser();
    const response = await signIn(tab, rogue);
    await expectRefused(shop, { tab, response, code: "OAuthProfileParseError" });
    const [logged] = shop.log.errors("OAuthProfileParseError");
    expect(logged?.cause).toMatchObject({ err: { message: "no such member" } });
  });

  it("E19 the number 42 and the text 42 are the same account", async () => {
    const shop = app({ providers: [oauth(rogue)] });
    for (const id of [42, "42"]) {
      rogue.answers.set("/userinfo", { json: { id, name: "Pat" } });
      expect(location(await signIn(shop.browser(), rogue))).toBe("https://app.test");
    }
    expect(shop.store.users.size).toBe(3);
    expect([...shop.store.accounts.values()]).toMatchObject([{ providerAccountId: "42" }]);
  });

  it.each(["1e21", "9007199254740993", "1.5"])("E19 the number %s is refused", async (id) => {
    const text = `{"id":${id},"name":"Pat"}`;
    for (const profile of [undefined, (it: { id?: unknown }) => ({ id: String(it.id) })]) {
      rogue.answers.set("/userinfo", { text });
      const shop = app({ providers: [oauth(rogue, profile ? { profile } : {})] });
      const tab = shop.browser();
      const response = await signIn(tab, rogue);
      await expectRefused(shop, { tab, response, code: "OAuthProfileParseError" });
    }
  });
});

describe("the response mode", () => {
  const formPost = () =>
    app({
      providers: [oidc(rogue, { authorization: { params: { response_mode: "form_post" } } })],
    });

  it("E21 is form_post: an answer in the query is refused", async () => {
    const tab = formPost().browser();
    const request = await begin(tab);
    expect(request.searchParams.get("response_mode")).toBe("form_post");
    rogue.hits.length = 0;
    const response = await tab.get(backWithCode(rogue, request));
    expect(response.status).toBe(405);
    expect(rogue.hits).toEqual([]);
  });

  it("E21 is form_post: a form from the provider's site is accepted", async () => {
    const tab = formPost().browser();
    const request = await begin(tab);
    const query = new URLSearchParams(backWithCode(rogue, request).split("?")[1]);
    const from = rogue.issuer;
    const response = await tab.post("callback/rogue", Object.fromEntries(query), { from });
    expect(location(response)).toBe("https://app.test");
    expect(await tab.session()).toMatchObject({ user: { name: "Pat" } });
  });

  it("E21 the flow cookie of a form_post flow is SameSite=None and Secure, of others Lax", async () => {
    const cookieLine = async (shop: World) => {
      const response = await shop.browser().submit("signin/rogue");
      return response.headers.getSetCookie().find((line) => line.includes("flow")) ?? "";
    };
    expect(await cookieLine(formPost())).toMatch(/^__Host-.*HttpOnly.*Secure.*SameSite=None/);
    expect(await cookieLine(app())).toMatch(/^__Host-.*HttpOnly.*Secure.*SameSite=Lax/);
  });

  it("E22 is query: a form is refused", async () => {
    const tab = app().browser();
    const request = await begin(tab);
    rogue.hits.length = 0;
    const query = new URLSearchParams(backWithCode(rogue, request).split("?")[1]);
    const response = await tab.post("callback/rogue", Object.fromEntries(query));
    expect(response.status).toBe(405);
    expect(rogue.hits).toEqual([]);
  });
});
