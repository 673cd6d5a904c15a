import { Auth, raw, type ResponseInternal } from "latchkey";
import { AuthError } from "latchkey/errors";
import Credentials from "latchkey/providers/credentials";
import { describe, expect, expectTypeOf, it } from "vitest";
import { location, sessionCookiesSet, textMember, type Browser } from "../support/client.js";
import { adasForm, people, strategies, world } from "../support/config.js";

const send = (method: string, path: string, overrides = {}) =>
  Auth(new Request(`https://app.test${path}`, { method }), world("jwt", overrides).config);

describe("routes", () => {
  it("[SVC-4] Auth() resolves to a Response", async () => {
    const response = Auth(new Request("https://app.test/auth/session"), world("jwt").config);
    expectTypeOf(response).toEqualTypeOf<Promise<Response>>();
    expect(await response).toBeInstanceOf(Response);
  });

  it("[RTE-1] live below /auth unless the configuration says otherwise", async () => {
    expect((await send("GET", "/auth/session")).status).toBe(200);
    expect((await send("GET", "/api/auth/session")).status).toBe(404);
    expect((await send("GET", "/api/auth/session", { basePath: "/api/auth" })).status).toBe(200);
    expect((await send("GET", "/session", { basePath: "/" })).status).toBe(200);
  });

  it("[RTE-2] callback/{id} takes what its provider takes, by GET or POST", async () => {
    const browser = world("jwt").browser();
    expect(location(await browser.signIn(adasForm))).toBe("https://app.test");
    const byGet = await browser.get("callback/credentials");
    expect([byGet.status, byGet.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  it("[RTE-4] POST signin/{id} needs the csrfToken", async () => {
    const browser = world("jwt").browser();
    expect(location(await browser.submit("signin/credentials"))).toBe(browser.url("signin"));
    expect(location(await browser.post("signin/credentials"))).toBe(
      browser.url("signin?error=MissingCSRF"),
    );
  });

  it("[RTE-5] POST signout needs the csrfToken", async () => {
    const browser = world("jwt").browser();
    await browser.signIn(adasForm);
    expect(location(await browser.post("signout"))).toBe(browser.url("signin?error=MissingCSRF"));
    expect(await browser.session()).not.toBeNull();
    expect(location(await browser.submit("signout"))).toBe("https://app.test");
    expect(await browser.session()).toBeNull();
  });

  it("[PRV-2] [PRV-3] GET providers tells each by its id, with its name, type and addresses", async () => {
    const staff = Credentials({ id: "staff", name: "Staff only" });
    const response = await world("jwt", { providers: [people, staff] })
      .browser()
      .get("providers");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      credentials: {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        signinUrl: "https://app.test/auth/signin/credentials",
        callbackUrl: "https://app.test/auth/callback/credentials",
      },
      staff: {
        id: "staff",
        name: "Staff only",
        type: "credentials",
        signinUrl: "https://app.test/auth/signin/staff",
        callbackUrl: "https://app.test/auth/callback/staff",
      },
    });
  });

  it("[PRV-2] the id is part of the address, with almost any characters", async () => {
    const odd = Credentials({
      id: "a b:ü?",
      name: "Odd",
      authorize: () => ({ id: "7", name: "Odd" }),
    });
    const browser = world("jwt", { providers: [odd] }).browser();
    await browser.submit(`callback/${encodeURIComponent("a b:ü?")}`);
    expect(await browser.session()).toMatchObject({ user: { name: "Odd" } });
  });

  it("[PRV-1] a provider is an object or a function that returns one", async () => {
    for (const provider of [people, () => people]) {
      const browser = world("jwt", { providers: [provider] }).browser();
      await browser.signIn(adasForm);
      expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    }
  });

  it("GET csrf gives a token and its cookie, the same as long as the browser has it", async () => {
    const browser = world("jwt").browser();
    const token = await browser.csrfToken();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(browser.cookieNames()).toEqual(["__Host-latchkey.csrf-token"]);
    expect(await browser.csrfToken()).toBe(token);
    expect(await world("jwt").browser().csrfToken()).not.toBe(token);
  });

  it("an unknown provider leads to the error page, and the log knows its name", async () => {
    const { browser, log } = world("jwt");
    const response = await browser().submit("signin/nope");
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    expect(log.errors("InvalidProvider")[0]?.message).toContain(
      '"nope". Configured providers: credentials.',
    );
  });

  it("callback without a provider leads to the error page", async () => {
    for (const method of ["GET", "POST"]) {
      expect(location(await send(method, "/auth/callback"))).toBe(
        "https://app.test/auth/error?error=Configuration",
      );
    }
  });
});

describe("decision 17: paths and methods", () => {
  it.each([
    ["/authsession", "/auth"],
    ["/auth", "/auth"],
    ["/auth/", "/auth"],
    ["/auth/nothing", "/auth"],
    ["/auth/session/credentials", "/auth"],
    ["/auth/constructor", "/auth"],
    ["/other/session", "/auth"],
    ["/xzy/session", "/x.y"],
    ["/session", "/auth"],
  ])("decision 17: %s with the base path %s is a 404 in JSON", async (path, basePath) => {
    const response = await send("GET", path, { basePath });
    expect(response.status).toBe(404);
    const message: unknown = expect.stringMatching(/^Nothing is at this URL/);
    expect(await response.json()).toEqual({ message });
  });

  it("decision 17: the base path is text, not a pattern", async () => {
    expect((await send("GET", "/a+b.c/session", { basePath: "/a+b.c" })).status).toBe(200);
    expect((await send("GET", "/auth/session", { basePath: "auth/" })).status).toBe(200);
  });

  it.each([
    ["POST", "/auth/csrf", "GET, HEAD, OPTIONS"],
    ["POST", "/auth/providers", "GET, HEAD, OPTIONS"],
    ["POST", "/auth/error", "GET, HEAD, OPTIONS"],
    ["PUT", "/auth/session", "GET, HEAD, POST, OPTIONS"],
    ["DELETE", "/auth/signout", "GET, HEAD, POST, OPTIONS"],
    ["HEAD", "/auth/signin/credentials", "GET, POST, OPTIONS"],
    ["HEAD", "/auth/callback/credentials", "GET, POST, OPTIONS"],
  ])("decision 17: %s %s is a 405 that allows %s", async (method, path, allow) => {
    const response = await send(method, path);
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  });

  it.each(["/auth/session", "/auth/csrf", "/auth/providers", "/auth/signin", "/auth/error"])(
    "decision 17: HEAD %s is GET without a body",
    async (path) => {
      const [head, get] = [await send("HEAD", path), await send("GET", path)];
      expect(head.status).toBe(get.status);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
      expect(await head.text()).toBe("");
      expect(await get.text()).not.toBe("");
    },
  );

  it("decision 17: OPTIONS is a 204 that says what is allowed", async () => {
    const response = await send("OPTIONS", "/auth/signout");
    expect([response.status, response.headers.get("allow")]).toEqual([
      204,
      "GET, HEAD, POST, OPTIONS",
    ]);
    expect((await send("OPTIONS", "/auth/nothing")).status).toBe(404);
  });
});

describe.each(strategies)("JSON mode, strategy %s", (strategy) => {
  const headers = { "x-auth-return-redirect": "1" };

  it("gives the address of a redirect as JSON, with its cookies", async () => {
    const browser = world(strategy).browser();
    const response = await browser.signIn({ ...adasForm, callbackUrl: "/in" }, { headers });
    expect([response.status, await response.json()]).toEqual([200, { url: "https://app.test/in" }]);
    expect(sessionCookiesSet(response)).toEqual(["__Secure-authjs.session-token"]);
    expect(await browser.session()).not.toBeNull();
  });

  it("gives the address of an error page as JSON", async () => {
    const browser = world(strategy).browser();
    const response = await browser.signIn({ username: "ada" }, { headers });
    const url = new URL(textMember(await response.json(), "url"));
    expect([response.status, url.pathname, url.searchParams.get("error")]).toEqual([
      200,
      "/auth/signin",
      "CredentialsSignin",
    ]);
  });

  it("leaves what is no redirect as it is", async () => {
    const response = await world(strategy).browser().get("session", { headers });
    expect(await response.text()).toBe("null");
  });

  it("answers HEAD without a body in this mode too", async () => {
    const { config } = world(strategy, { pages: { signIn: "/login" } });
    const request = new Request("https://app.test/auth/signin", { method: "HEAD", headers });
    expect(await (await Auth(request, config)).text()).toBe("");
  });
});

describe.each(strategies)("raw, strategy %s", (strategy) => {
  const call = async (browser: Browser, config: object, route: string, fields: object) => {
    const { config: base } = world(strategy);
    const csrfToken = await browser.csrfToken();
    const request = new Request(browser.url(route), {
      method: "POST",
      headers: { cookie: browser.cookieHeader() },
      body: new URLSearchParams({ csrfToken, ...fields }),
    });
    return Auth(request, { ...base, ...config, raw });
  };

  it("[SVC-5] resolves to plain data: status, headers, body, redirect and cookies", async () => {
    const { config } = world(strategy);
    const request = new Request("https://app.test/auth/session");
    const result = Auth(request, { ...config, raw });
    expectTypeOf(result).toEqualTypeOf<Promise<ResponseInternal>>();
    const { status, body, headers, cookies } = await result;
    expect({ status, body, cookies }).toEqual({ status: 200, body: null, cookies: [] });
    expect(headers?.get("cache-control")).toContain("no-store");
  });

  it("[SVC-5] decision 8: a sign-in and a sign-out tell where to go instead of going", async () => {
    const { browser, config } = world(strategy);
    const ours = browser();
    const signedIn = await call(ours, config, "callback/credentials", {
      ...adasForm,
      callbackUrl: "/in",
    });
    expect(signedIn).toMatchObject({ status: 302, redirect: "https://app.test/in" });
    expect(signedIn.cookies?.map(({ name }) => name)).toContain("__Secure-authjs.session-token");
    const signedOut = await call(ours, config, "signout", { callbackUrl: "/out" });
    expect(signedOut.redirect).toBe("https://app.test/out");
  });

  it("[SVC-5] throws the AuthError where a browser would see an error page", async () => {
    const { browser, config } = world(strategy);
    const failing = call(browser(), config, "callback/credentials", { username: "nobody" });
    await expect(failing).rejects.toMatchObject({ type: "CredentialsSignin", code: "credentials" });
    await expect(failing).rejects.toBeInstanceOf(AuthError);
  });

  it("gives plain data for a request that can't be worked on", async () => {
    const { config } = world(strategy);
    const request = new Request("https://app.test/auth/nothing");
    expect(await Auth(request, { ...config, raw })).toMatchObject({ status: 404 });
  });

  it("ignores JSON mode", async () => {
    const { config } = world(strategy, { pages: { signIn: "/login" } });
    const headers = { "x-auth-return-redirect": "1" };
    const request = new Request("https://app.test/auth/signin", { headers });
    const { redirect, body } = await Auth(request, { ...config, raw });
    expect(redirect).toMatch(/^https:\/\/app\.test\/login\?/);
    expect(body).toBeUndefined();
  });
});
