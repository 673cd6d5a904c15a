import { getSession, MiddlewareAuth } from "latchkey/express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ada, adasForm, world, type TestConfig } from "../support/config.js";
import { expressVersions, serve, type ExpressVersion } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

interface Setting {
  readonly trust?: unknown;
  readonly config?: Partial<TestConfig>;
}

/** A server, and what it believes about a request with these headers. */
async function host(express: ExpressVersion["express"], { trust, config = {} }: Setting) {
  const { config: complete, log } = world("jwt", config);
  const app = express();
  if (trust !== undefined) app.set("trust proxy", trust);
  app.use("/auth", MiddlewareAuth(complete));
  app.get("/who", async (req, res) => {
    res.json(await getSession(req, complete));
  });
  const origin = await serve(app);
  const visitor = (headers: Record<string, string>) => new Visitor(origin, { headers });
  const believes = async (headers: Record<string, string>): Promise<string> => {
    const { text, status } = await visitor(headers).route("providers");
    if (status !== 200) return String(status);
    return new URL(/"signinUrl":"([^"]+)"/.exec(text)?.[1] ?? "").origin;
  };
  return { visitor, believes, log, origin };
}

const secureCookies = [
  "__Host-latchkey.csrf-token",
  "__Host-latchkey.device",
  "__Secure-authjs.session-token",
];

describe.each(expressVersions)("$version", ({ express }) => {
  it("[SVC-10] behind a trusted proxy HTTPS is detected, by the handler and by getSession", async () => {
    const { visitor, believes } = await host(express, { trust: true });
    const headers = { host: "app.test", "x-forwarded-proto": "https" };
    expect(await believes(headers)).toBe("https://app.test");
    const browser = visitor({ ...headers, origin: "https://app.test" });
    const signedIn = await browser.signIn(adasForm);
    expect(signedIn.headers.location).toBe("https://app.test");
    for (const line of signedIn.setCookies) expect(line).toContain("; Secure");
    expect([...browser.cookies.keys()].sort()).toEqual(secureCookies);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  it("the option rateLimit is told the client's IP address, the forwarded one only if trusted", async () => {
    const keys: string[] = [];
    const rateLimit = (key: string) => {
      keys.push(key);
      return true;
    };
    const headers = { "x-forwarded-for": "203.0.113.9" };
    for (const setting of [{}, { trust: true }]) {
      const { visitor } = await host(express, { ...setting, config: { rateLimit } });
      await visitor(headers).signIn(adasForm);
    }
    expect(keys).toEqual(["ip:127.0.0.1", "name:ada", "ip:203.0.113.9", "name:ada"]);
  });

  it("[SVC-10] without proxy trust the forwarded headers change nothing", async () => {
    const { visitor, believes } = await host(express, {});
    const headers = {
      host: "app.test",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.test",
    };
    expect(await believes(headers)).toBe("http://app.test");
    const browser = visitor(headers);
    await browser.signIn(adasForm);
    expect([...browser.cookies.keys()].sort()).toEqual([
      "authjs.session-token",
      "latchkey.csrf-token",
      "latchkey.device",
    ]);
  });

  it.each([
    ["one host", "www.app.test", "https://www.app.test"],
    ["a port", "www.app.test:8443", "https://www.app.test:8443"],
    ["upper case", "WWW.App.Test", "https://www.app.test"],
    ["an IPv6 address", "[::1]:8443", "https://[::1]:8443"],
    ["a list", "a.test, b.test", "https://inner.test"],
    ["a path", "evil.test/path?", "https://inner.test"],
    ["blanks", "a b", "https://inner.test"],
    ["credentials", "user@evil.test", "https://inner.test"],
    ["nothing", "", "https://inner.test"],
    ["a port that is none", "evil.test:999999", "https://inner.test"],
    ["a fragment", "evil.test#x", "https://inner.test"],
    ["a backslash", "evil.test\\x", "https://inner.test"],
  ])("decision 34: X-Forwarded-Host with %s from a trusted proxy", async (_, value, expected) => {
    const { believes } = await host(express, { trust: true });
    const proxy = { host: "inner.test", "x-forwarded-proto": "https" };
    expect(await believes({ ...proxy, "x-forwarded-host": value })).toBe(expected);
  });

  it.each([
    ["https", "https://app.test"],
    ["http", "http://app.test"],
    ["https,http", "https://app.test"],
    ["http, https", "http://app.test"],
    ["HTTPS", "http://app.test"],
    ["javascript", "http://app.test"],
    ["some:", "http://app.test"],
    ["", "http://app.test"],
    [",", "http://app.test"],
  ])("decision 34: X-Forwarded-Proto %j from a trusted proxy", async (value, expected) => {
    const { believes } = await host(express, { trust: true });
    expect(await believes({ host: "app.test", "x-forwarded-proto": value })).toBe(expected);
  });

  it("decision 34: only a proxy at a trusted address is believed", async () => {
    const headers = {
      host: "app.test",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "w.test",
    };
    const near = await host(express, { trust: "loopback" });
    const far = await host(express, { trust: "192.0.2.0/24" });
    expect(await near.believes(headers)).toBe("https://w.test");
    expect(await far.believes(headers)).toBe("http://app.test");
  });

  it.each([
    ["loopback", "https://w.test"],
    ["192.0.2.0/24", "500"],
  ])(
    "in production trusting a proxy at %s makes AUTH_URL needless there alone",
    async (trust, expected) => {
      vi.stubEnv("NODE_ENV", "production");
      const { believes } = await host(express, { trust, config: { trustHost: undefined } });
      const told = { "x-forwarded-proto": "https", "x-forwarded-host": "w.test" };
      expect(await believes({ host: "app.test", ...told })).toBe(expected);
    },
  );

  it.each(["a b", "evil.test/x", "user@evil.test", "evil.test:99999999"])(
    "decision 34: the Host %j is answered with 400, and never throws",
    async (value) => {
      const { believes, visitor } = await host(express, {});
      expect(await believes({ host: value })).toBe("400");
      expect((await visitor({ host: value }).get("/who")).json()).toBeNull();
    },
  );

  it("decision 34: AUTH_URL wins over everything a request says", async () => {
    vi.stubEnv("AUTH_URL", "https://site.test");
    const { visitor, believes } = await host(express, { trust: true });
    const hostile = {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "http",
    };
    expect(await believes(hostile)).toBe("https://site.test");
    const browser = visitor({ ...hostile, origin: "https://site.test" });
    const signedIn = await browser.signIn(adasForm);
    expect(signedIn.headers.location).toBe("https://site.test");
    expect([...browser.cookies.keys()].sort()).toEqual(secureCookies);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  it("decision 34: AUTH_URL with a path keeps the path where the handler is mounted", async () => {
    vi.stubEnv("AUTH_URL", "https://site.test/elsewhere");
    const { visitor } = await host(express, {});
    expect((await visitor({}).route("providers")).text).toContain(
      '"https://site.test/auth/callback/credentials"',
    );
  });

  it("D08 a hostile first request leaves nothing behind for the next one", async () => {
    const { believes } = await host(express, { trust: true });
    await believes({ host: "evil.test", "x-forwarded-host": "a,b", "x-forwarded-proto": "x,y" });
    expect(await believes({ host: "app.test" })).toBe("http://app.test");
  });

  it("[SVC-10] decision 34: AUTH_TRUST_HOST=false without AUTH_URL is refused, with the cure in the log", async () => {
    vi.stubEnv("AUTH_TRUST_HOST", "false");
    const { believes, log } = await host(express, { config: { trustHost: undefined } });
    expect(await believes({ host: "app.test" })).toBe("500");
    expect(log.errors("UntrustedHost")[0]?.message).toContain("AUTH_URL");
  });
});
