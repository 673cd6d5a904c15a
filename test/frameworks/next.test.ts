import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import NextAuthDefault, {
  AuthError,
  CredentialsSignin,
  customFetch,
  FullstackAuth,
  NextAuth,
  type NextAuthConfig,
} from "latchkey/next";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { textMember } from "../support/client.js";
import { strategies, world } from "../support/config.js";
import { adasCookie, exchange, nextRequest, origin } from "../support/next/requests.js";

const root = new URL("../..", import.meta.url).pathname;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Reads the session as an API route does. */
const readBy = (config: NextAuthConfig, cookie: string) => {
  const { req, res } = exchange({ cookie, host: "localhost:3000", "x-forwarded-proto": "http" });
  return FullstackAuth(config).auth(req, res);
};

describe("latchkey/next outside of Next.js", () => {
  it("[SVC-8] gives handlers, auth, signIn, signOut and unstable_update, requireFresh and accessToken, under three names", () => {
    expect(NextAuth).toBe(FullstackAuth);
    expect(NextAuthDefault).toBe(FullstackAuth);
    const result = FullstackAuth({ providers: [] });
    expect(Object.keys(result).sort()).toEqual(
      [
        "accessToken",
        "auth",
        "handlers",
        "requireFresh",
        "signIn",
        "signOut",
        "unstable_update",
      ].sort(),
    );
    expect(Object.keys(result.handlers)).toEqual(["GET", "POST"]);
    expect([AuthError, CredentialsSignin].map((error) => error.type)).toEqual([
      "AuthError",
      "CredentialsSignin",
    ]);
    expect(typeof customFetch).toBe("symbol");
  });

  it("is imported by plain Node.js, and reads no environment before the first request", async () => {
    const folder = await mkdtemp(join(tmpdir(), "next-import-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = `
      const read = [];
      process.env = new Proxy({}, {
        get: (_, name) => { if (String(name).includes("AUTH")) read.push(String(name)); },
        has: () => false,
      });
      const { FullstackAuth } = await import(${JSON.stringify(`${root}dist/frameworks/next/index.js`)});
      const { handlers } = FullstackAuth({ providers: [], trustHost: true, secret: "x".repeat(40) });
      console.log(read.length);
      await handlers.GET(new Request("http://localhost:3000/api/auth/session"));
      console.log(read.includes("AUTH_URL") && read.includes("NEXTAUTH_URL"));
    `;
    await writeFile(`${folder}/script.mjs`, script);
    const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/script.mjs`]);
    expect(stdout.trim().split("\n")).toEqual(["0", "true"]);
  });

  it("[RTE-1] answers below /api/auth", async () => {
    const { handlers } = FullstackAuth(world("jwt").config);
    const ok = await handlers.GET(nextRequest("/api/auth/providers"));
    expect(await ok.json()).toHaveProperty(
      "credentials.callbackUrl",
      `${origin}/api/auth/callback/credentials`,
    );
    expect((await handlers.GET(nextRequest("/auth/providers"))).status).toBe(404);
  });

  it.each([
    ["AUTH_URL", "https://site.test", "/api/auth"],
    ["AUTH_URL", "https://site.test/other/path", "/other/path"],
    ["NEXTAUTH_URL", "https://site.test/api/auth", "/api/auth"],
  ])("takes the site from %s=%s", async (name, url, basePath) => {
    vi.stubEnv(name, url);
    const { handlers } = FullstackAuth({ ...world("jwt").config, trustHost: undefined });
    const response = await handlers.GET(nextRequest(`${basePath}/providers`));
    expect(await response.json()).toHaveProperty(
      "credentials.signinUrl",
      `https://site.test${basePath}/signin/credentials`,
    );
  });

  it("below the basePath of Next.js, sign-out leads to the application and not to the site before it", async () => {
    vi.stubEnv("__NEXT_ROUTER_BASEPATH", "/docs");
    const { handlers } = FullstackAuth(world("jwt").config);
    const csrf = await handlers.GET(nextRequest("/docs/api/auth/csrf"));
    const csrfToken = textMember(await csrf.json(), "csrfToken");
    const left = await handlers.POST(
      nextRequest("/docs/api/auth/signout", {
        method: "POST",
        headers: { cookie: csrf.headers.getSetCookie().join("; "), origin },
        body: new URLSearchParams({ csrfToken }),
      }),
    );
    expect(left.headers.get("location")).toBe(`${origin}/docs`);
  });

  it("takes the site from the headers of a proxy, and passes over what is none", async () => {
    const { handlers } = FullstackAuth(world("jwt").config);
    const urlFor = async (headers: Record<string, string>) => {
      const response = await handlers.GET(nextRequest("/api/auth/providers", { headers }));
      const body: unknown = await response.json();
      return body;
    };
    const at = (site: string) => `${site}/api/auth/signin/credentials`;
    const forwarded = { "x-forwarded-host": "Shop.test", "x-forwarded-proto": "https,http" };
    expect(await urlFor(forwarded)).toHaveProperty(
      "credentials.signinUrl",
      at("https://shop.test"),
    );
    const listed = { "x-forwarded-host": "a.test, b.test", "x-forwarded-proto": "gopher" };
    expect(await urlFor({ ...listed, host: "real.test" })).toHaveProperty(
      "credentials.signinUrl",
      at("http://real.test"),
    );
  });

  it("[SVC-9] makes a lazy configuration for each request, or without one", async () => {
    const { config } = world("jwt");
    const seen: (string | undefined)[] = [];
    const { auth, handlers } = FullstackAuth((request) => {
      seen.push(request?.nextUrl.href);
      return Promise.resolve(config);
    });
    await handlers.GET(nextRequest("/api/auth/session"));
    const { req, res } = exchange({});
    await auth(req, res);
    expect(seen).toEqual([`${origin}/api/auth/session`, undefined]);
  });

  it("[AUT-4] infers the credentials of a provider, by the capitals of its id", async () => {
    vi.stubEnv("AUTH_MY_SITE_ID", "id-1");
    vi.stubEnv("AUTH_MY_SITE_SECRET", "secret-1");
    const provider = {
      id: "my-site",
      name: "Site",
      type: "oauth",
      authorization: "https://op.test/authorize",
      token: "https://op.test/token",
      userinfo: "https://op.test/me",
    } as const;
    const config = { ...world("jwt").config, providers: [provider] };
    const { handlers } = FullstackAuth(config);
    const csrf = await handlers.GET(nextRequest("/api/auth/csrf"));
    const csrfToken = textMember(await csrf.json(), "csrfToken");
    const started = await handlers.POST(
      nextRequest("/api/auth/signin/my-site", {
        method: "POST",
        headers: { cookie: csrf.headers.getSetCookie().join("; "), origin },
        body: new URLSearchParams({ csrfToken }),
      }),
    );
    const target = new URL(started.headers.get("location") ?? "");
    expect(target.origin).toBe("https://op.test");
    expect(target.searchParams.get("client_id")).toBe("id-1");
    expect(provider).not.toHaveProperty("clientId");
  });

  it("leaves the configuration as it is", async () => {
    const { config } = world("jwt");
    const frozen = Object.freeze({ ...config, callbacks: Object.freeze({}) });
    await FullstackAuth(frozen).handlers.GET(nextRequest("/api/auth/session"));
    expect(Object.keys(frozen)).not.toContain("basePath");
  });
});

describe.each(strategies)(
  "[FUL-2] auth(req, res) and auth(context), with %s sessions",
  (strategy) => {
    it("read the session", async () => {
      const { config } = world(strategy);
      const cookie = await adasCookie(config);
      const { auth } = FullstackAuth(config);
      const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
      expect(await auth(req, res)).toHaveProperty("user.name", "Ada");
      expect(await auth({ req, res })).toHaveProperty("user.name", "Ada");
      expect(await auth(exchange({}).req, res)).toBeNull();
    });

    it("renew the cookie on the response, beside those that are there", async () => {
      const { config } = world(strategy, { session: { strategy, updateAge: 0 } });
      const cookie = await adasCookie(config);
      const { req, res, cookies } = exchange({ cookie, "x-forwarded-proto": "http" });
      await FullstackAuth(config).auth(req, res);
      expect(cookies()).toEqual([
        "theme=dark",
        expect.stringMatching(/^authjs\.session-token=.+HttpOnly/),
      ]);
      const sent = exchange({ cookie, "x-forwarded-proto": "http" });
      await FullstackAuth(config).auth(sent.req, { ...sent.res, headersSent: true });
      expect(sent.cookies()).toEqual(["theme=dark"]);
    });

    it("never give out the token, whatever the session callback returns", async () => {
      const { config } = world(strategy, { callbacks: { session: ({ session }) => session } });
      const cookie = await adasCookie(config);
      const token = /session-token=([^;]+)/.exec(cookie)?.[1] ?? "none";
      const session = await readBy(config, cookie);
      expect(session).toHaveProperty("user.name", "Ada");
      expect(JSON.stringify(session)).not.toContain(decodeURIComponent(token));
    });
  },
);

describe("auth() with a wrong argument", () => {
  it("says what it takes", () => {
    const { auth } = FullstackAuth({ providers: [] });
    const call = (): unknown => Reflect.apply(auth, undefined, [{}]);
    expect(call).toThrow(/auth\(\) must be called without arguments/);
  });
});
