import { FullstackAuth, type NextAuthConfig } from "latchkey/next";
import { describe, expect, it } from "vitest";
import { world } from "../support/config.js";
import { adasCookie, exchange, nextRequest, origin } from "../support/next/requests.js";

const fail = () => {
  throw new Error("It failed.");
};

describe("R06 auth() is null for every failure that is not passing", () => {
  const failures: Record<string, (config: NextAuthConfig) => NextAuthConfig> = {
    "bad secret": (config) => ({ ...config, secret: "another secret, also long enough: 77" }),
    "untrusted host": (config) => ({ ...config, trustHost: false }),
    "session callback": (config) => ({ ...config, callbacks: { session: fail } }),
    "jwt callback": (config) => ({ ...config, callbacks: { jwt: fail } }),
  };

  it.each(Object.entries(failures))("%s", async (_, change) => {
    const { config, log } = world("jwt");
    const cookie = await adasCookie(config);
    const { auth } = FullstackAuth(change(config));
    const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
    expect(await auth(req, res)).toBeNull();
    expect(log.codes("debug")).toEqual([]);
  });

  it.each(["junk", "a.b.c.d.e", "%", "x".repeat(4000)])("bad cookie %s", async (value) => {
    const { auth } = FullstackAuth(world("jwt").config);
    const { req, res } = exchange({ cookie: `authjs.session-token=${value}` });
    expect(await auth(req, res)).toBeNull();
  });
});

/** What becomes of a request with this answer of `authorized`. */
async function send(authorized: () => unknown, path = "/page", init?: RequestInit) {
  const { config, log } = world("jwt");
  const { auth } = FullstackAuth({ ...config, callbacks: { authorized } });
  const ran: string[] = [];
  const handler = auth((request) => {
    ran.push(request.nextUrl.pathname);
    return Response.json({ auth: request.auth });
  });
  const context = { params: Promise.resolve({}) };
  const wrapped = await handler(nextRequest(path, init), context);
  const proxied = await auth(nextRequest(path, init), { waitUntil: () => undefined });
  return { wrapped, proxied, ran, log };
}

const signIn = (path: string) =>
  `${origin}/api/auth/signin?callbackUrl=${encodeURIComponent(origin + path)}`;

describe("R07 a falsy authorized denies, with and without a wrapped handler", () => {
  it.each([false, undefined, null, 0, ""])("%s", async (answer) => {
    const { wrapped, proxied, ran } = await send(() => answer, "/page?a=1");
    for (const response of [wrapped, proxied]) {
      expect(response.status).toBe(307);
      expect(response.headers.get("location")).toBe(signIn("/page?a=1"));
    }
    expect(ran).toEqual([]);
  });

  it("and a form is not sent on to the sign-in page", async () => {
    const { wrapped, proxied } = await send(() => false, "/page", { method: "POST", body: "a=1" });
    expect([wrapped.status, proxied.status]).toEqual([303, 303]);
  });
});

describe("R08 every answer of authorized is defined", () => {
  it.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(new Error("It failed."))],
  ])("one that %s denies, and is logged", async (_, authorized) => {
    const { wrapped, proxied, ran, log } = await send(authorized);
    expect([wrapped.status, proxied.status]).toEqual([307, 307]);
    expect(ran).toEqual([]);
    expect(log.codes("error")).toEqual(["AuthError", "AuthError"]);
  });

  it("anything truthy allows", async () => {
    const { wrapped, proxied, ran } = await send(() => "yes");
    expect(await wrapped.json()).toEqual({ auth: null });
    expect(proxied.headers.get("x-middleware-next")).toBe("1");
    expect(ran).toEqual(["/page"]);
  });

  it("a response is sent instead", async () => {
    const { wrapped, proxied, ran } = await send(() => new Response("no", { status: 451 }));
    expect([wrapped.status, proxied.status]).toEqual([451, 451]);
    expect(ran).toEqual([]);
  });

  it("a relative redirect is made absolute", async () => {
    const headers = { location: "/elsewhere" };
    const { proxied } = await send(() => new Response(null, { status: 307, headers }));
    expect(proxied.headers.get("location")).toBe(`${origin}/elsewhere`);
  });

  it("a redirect to the page one is on is no loop", async () => {
    const { wrapped, proxied, ran } = await send(() => Response.redirect(`${origin}/page`));
    expect(wrapped.status).toBe(200);
    expect(proxied.headers.get("x-middleware-next")).toBe("1");
    expect(ran).toEqual(["/page"]);
  });

  it("but one to the same path with another query is a redirect", async () => {
    const { wrapped, ran } = await send(() => Response.redirect(`${origin}/page?step=2`));
    expect(wrapped.status).toBe(302);
    expect(ran).toEqual([]);
  });

  it("and one that sets a cookie is a redirect", async () => {
    const headers = { location: "/page", "set-cookie": "seen=1" };
    const { wrapped } = await send(() => new Response(null, { status: 307, headers }));
    expect(wrapped.status).toBe(307);
  });

  it("denying everything leaves the way in open", async () => {
    const { proxied } = await send(() => false, "/api/auth/callback/x?code=1");
    expect(proxied.headers.get("x-middleware-next")).toBe("1");
    const { wrapped } = await send(() => false, "/api/authentic");
    expect(wrapped.status).toBe(307);
  });
});
