import {
  createActionURL,
  isAuthAction,
  isDate,
  setEnvDefaults,
  type AuthAction,
  type AuthConfig,
} from "latchkey";
import { describe, expect, expectTypeOf, it } from "vitest";
import { recorder } from "../support/config.js";

const withDefaults = (env: Record<string, string>, config: Partial<AuthConfig> = {}) => {
  const whole: AuthConfig = { providers: [], ...config };
  expect(setEnvDefaults(env, whole)).toBeUndefined();
  return whole;
};

describe("setEnvDefaults", () => {
  it("[SVC-15] sets on the configuration what the environment gives, and returns nothing", () => {
    expect(
      withDefaults({
        AUTH_SECRET: "s",
        AUTH_URL: "https://site.test/custom",
        AUTH_REDIRECT_PROXY_URL: "https://proxy.test/auth",
        AUTH_REDIRECT_PROXY_ORIGINS: "https://a.test, https://*.b.test",
      }),
    ).toMatchObject({
      secret: ["s"],
      url: "https://site.test",
      basePath: "/custom",
      redirectProxyUrl: "https://proxy.test/auth",
      redirectProxyOrigins: ["https://a.test", "https://*.b.test"],
      trustHost: true,
    });
    expectTypeOf(setEnvDefaults).returns.toEqualTypeOf<void>();
  });

  it("[SVC-15] leaves what the configuration says itself", () => {
    const own = {
      secret: "own",
      url: "https://own.test",
      basePath: "/own",
      redirectProxyUrl: "https://own.test/proxy",
      trustHost: false,
      logger: recorder().logger,
    };
    const env = {
      AUTH_SECRET: "s",
      AUTH_URL: "https://site.test/x",
      AUTH_REDIRECT_PROXY_URL: "https://proxy.test",
    };
    expect(withDefaults(env, own)).toEqual({ providers: [], ...own });
  });

  it("[SVC-15] warns when both AUTH_URL and basePath give a path, unless that is suppressed", () => {
    const log = recorder();
    const env = { AUTH_URL: "https://site.test/auth" };
    setEnvDefaults(env, { providers: [], basePath: "/auth", logger: log.logger }, true);
    expect(log.entries).toEqual([]);
    setEnvDefaults(env, { providers: [], basePath: "/auth", logger: log.logger });
    expect(log.codes("warn")).toEqual(["env-url-basepath-redundant"]);
  });

  it("[AUT-3] AUTH_URL without a path leaves the base path at /auth", () => {
    for (const url of ["https://site.test", "https://site.test/"]) {
      expect(withDefaults({ AUTH_URL: url })).toMatchObject({
        basePath: "/auth",
        url: "https://site.test",
      });
    }
  });

  it("[AUT-3] reads the legacy names, and the new ones count before them", () => {
    const legacy = { NEXTAUTH_SECRET: "old", NEXTAUTH_URL: "https://old.test" };
    expect(withDefaults(legacy)).toMatchObject({ secret: ["old"], url: "https://old.test" });
    const both = { ...legacy, AUTH_SECRET: "new", AUTH_URL: "https://new.test" };
    expect(withDefaults(both)).toMatchObject({ secret: ["new"], url: "https://new.test" });
  });

  it("[AUT-3] AUTH_SECRET_1 to _3 are newer secrets, the highest number first", () => {
    const env = { AUTH_SECRET: "0", AUTH_SECRET_1: "1", AUTH_SECRET_3: "3", AUTH_SECRET_4: "4" };
    expect(withDefaults(env).secret).toEqual(["3", "1", "0"]);
  });

  it.each([
    [{ AUTH_TRUST_HOST: "true", NODE_ENV: "production" }, true],
    [{ AUTH_TRUST_HOST: "1", NODE_ENV: "production" }, true],
    [{ AUTH_TRUST_HOST: "false" }, false],
    [{ AUTH_TRUST_HOST: " FALSE " }, false],
    [{ AUTH_TRUST_HOST: "0", VERCEL: "1" }, false],
    [{ NODE_ENV: "production" }, false],
    [{ NODE_ENV: "development" }, true],
    [{ NODE_ENV: "test" }, true],
    [{ NODE_ENV: "staging" }, false],
    [{ NODE_ENV: "Production" }, false],
    [{ NODE_ENV: "production", VERCEL: "1" }, true],
    [{ NODE_ENV: "production", CF_PAGES: "1" }, true],
    [{ NODE_ENV: "production", AUTH_URL: "" }, false],
  ])("decision 34: %o makes trustHost %s", (env, expected) => {
    expect(withDefaults(env).trustHost).toBe(expected);
  });

  it("a URL that is none, or not http, is not taken for one", () => {
    for (const url of ["not a url", "example.com:3000", "ftp://example.com/x"]) {
      expect(withDefaults({ AUTH_URL: url })).not.toHaveProperty("url", "null");
      expect(withDefaults({ AUTH_URL: url }).basePath).toBe("/auth");
    }
  });
});

describe("createActionURL", () => {
  const headers = (given: Record<string, string>) => new Headers(given);
  const forwarded = { "x-forwarded-host": "site.test", "x-forwarded-proto": "https" };

  it.each([
    [
      "the forwarded headers",
      "http",
      { host: "in.test", ...forwarded },
      {},
      "https://site.test/auth/signin",
    ],
    [
      "Host and the protocol",
      "http:",
      { host: "in.test:3000" },
      {},
      "http://in.test:3000/auth/signin",
    ],
    [
      "https where nothing says otherwise",
      undefined,
      { host: "in.test" },
      {},
      "https://in.test/auth/signin",
    ],
    [
      "AUTH_URL",
      "http",
      forwarded,
      { AUTH_URL: "https://env.test" },
      "https://env.test/auth/signin",
    ],
    [
      "AUTH_URL without a query",
      "http",
      {},
      { AUTH_URL: "https://env.test/?a=1" },
      "https://env.test/auth/signin",
    ],
    [
      "the legacy name",
      "http",
      {},
      { NEXTAUTH_URL: "https://old.test" },
      "https://old.test/auth/signin",
    ],
  ])("[SVC-13] takes the origin from %s", (_, protocol, given, env, expected) => {
    const url = createActionURL("signin", protocol, headers(given), env, { basePath: "/auth" });
    expect(url).toBeInstanceOf(URL);
    expect(url.href).toBe(expected);
  });

  it("[SVC-13] uses the path of AUTH_URL where no base path is given, and the base path where both are", () => {
    const env = { AUTH_URL: "https://env.test/api/auth" };
    const log = recorder();
    const { href } = createActionURL("csrf", "https", headers({}), env, {});
    expect(href).toBe("https://env.test/api/auth/csrf");
    const both = createActionURL("csrf", "https", headers({}), env, {
      basePath: "/auth/",
      logger: log.logger,
    });
    expect(both.href).toBe("https://env.test/auth/csrf");
    expect(log.codes("warn")).toEqual(["env-url-basepath-mismatch"]);
  });

  it("[SVC-13] makes no double slash of the base path /", () => {
    const url = createActionURL(
      "csrf",
      "https",
      headers({ host: "a.test" }),
      {},
      { basePath: "/" },
    );
    expect(url.href).toBe("https://a.test/csrf");
  });

  it.each([
    { "x-forwarded-host": "a.test, b.test", host: "real.test" },
    { "x-forwarded-host": "evil.test/path?", host: "real.test" },
    { "x-forwarded-host": "user@evil.test", host: "real.test" },
    { "x-forwarded-host": "", host: "real.test" },
    { "x-forwarded-proto": "javascript", host: "real.test" },
    { "x-forwarded-proto": "https,http", host: "real.test" },
    { "x-forwarded-proto": "some:", host: "real.test" },
  ])("decision 34: passes over headers such as %o, and does not throw", (given) => {
    const url = createActionURL("signin", "https", headers(given), {}, { basePath: "/auth" });
    expect(url.href).toBe("https://real.test/auth/signin");
  });

  it("decision 34: does not throw without any host, or with a URL that is none", () => {
    const call = (env: Record<string, string>) =>
      createActionURL("signin", "https", headers({}), env, { basePath: "/auth" }).pathname;
    for (const url of ["", "nonsense", "example.com:3000", "mailto:a@b.test"]) {
      expect(call({ AUTH_URL: url })).toBe("/auth/signin");
    }
  });
});

describe("isAuthAction", () => {
  it("[SVC-14] tells the names of the routes, and is a type guard", () => {
    const actions = [
      "callback",
      "csrf",
      "error",
      "providers",
      "session",
      "signin",
      "signout",
      "verify-request",
      "webauthn-options",
    ];
    expect(actions.filter(isAuthAction)).toEqual(actions);
    for (const other of ["", "Session", "__proto__", "constructor", "sign-in", "session/"]) {
      expect(isAuthAction(other)).toBe(false);
    }
    expectTypeOf(isAuthAction).guards.toEqualTypeOf<AuthAction>();
  });
});

describe("isDate", () => {
  it.each([
    ["2026-01-02T03:04:05.678Z", true],
    ["2026-01-02T03:04:05Z", true],
    ["2026-01-02T03:04Z", true],
    ["2026-01-02T03:04:05+02:00", true],
    ["2026-01-02", false],
    ["2026-01-02T03:04:05", false],
    ["2026-13-02T03:04:05Z", false],
    ["1", false],
    ["", false],
    [1767323045000, false],
    [null, false],
    [{}, false],
  ])("[SVC-16] of %j is %s", (value, expected) => {
    expect(isDate(value)).toBe(expected);
  });
});
