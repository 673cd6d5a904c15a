import { FullstackAuth } from "latchkey/next";
import { describe, expect, it } from "vitest";
import { engineFor } from "../../src/doors/engine.js";
import { callsOf } from "../../src/core/engine/index.js";
import { adasForm, world } from "../support/config.js";
import { adasCookie, exchange, nextRequest } from "../support/next/requests.js";

describe("headers and addresses that steer Next.js", () => {
  const hostile: Record<string, string>[] = [
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-middleware-subrequest": "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy" },
    { "x-middleware-rewrite": "/api/auth/session" },
    { "x-middleware-next": "1" },
    { "x-nextjs-data": "1" },
    { "next-action": "0".repeat(42) },
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/page" },
  ];
  const paths = ["/page", "/page.rsc", "/_next/data/build/en/page.json", "/page.segments/_tree"];

  it.each(hostile)(
    "R05 %o opens nothing: auth() denies in the proxy, the handler and the page",
    async (headers) => {
      const { config } = world("jwt");
      const { auth } = FullstackAuth({
        ...config,
        callbacks: { authorized: ({ auth: session }) => Boolean(session?.user) },
      });
      const ran: string[] = [];
      const handler = auth((request) => {
        ran.push(request.nextUrl.pathname);
        return new Response("reached");
      });
      for (const path of paths) {
        const wrapped = await handler(nextRequest(path, { headers }), {
          params: Promise.resolve({}),
        });
        const proxied = await auth(nextRequest(path, { headers }), { waitUntil: () => undefined });
        for (const response of [wrapped, proxied]) {
          expect(response.status).toBe(307);
          expect(response.headers.get("location")).toContain("/api/auth/signin");
          expect(response.headers.get("x-middleware-next")).toBeNull();
        }
      }
      expect(ran).toEqual([]);
      const { req, res } = exchange({ ...headers, "x-forwarded-proto": "http" });
      expect(await auth(req, res)).toBeNull();
    },
  );

  it("R05 and somebody who is signed in is not shut out by them", async () => {
    const { config } = world("jwt");
    const cookie = await adasCookie(config);
    const { auth } = FullstackAuth(config);
    for (const headers of hostile) {
      const { req, res } = exchange({ ...headers, cookie, "x-forwarded-proto": "http" });
      expect(await auth(req, res)).toMatchObject({ user: { name: "Ada" } });
    }
  });
});

describe("a host whose name contains signin", () => {
  const host = "https://signin.app.test";

  it("R09 keeps its name in every URL", async () => {
    const { handlers } = FullstackAuth(world("jwt").config);
    const response = await handlers.GET(nextRequest(`${host}/api/auth/providers`));
    expect(await response.json()).toMatchObject({
      credentials: {
        signinUrl: `${host}/api/auth/signin/credentials`,
        callbackUrl: `${host}/api/auth/callback/credentials`,
      },
    });
  });

  it("R09 signs in with credentials on the server, and stays where it is", async () => {
    const { config } = world("jwt");
    const caller = { headers: new Headers({ host: "signin.app.test" }), origin: host };
    const fields = { ...adasForm, callbackUrl: "/signin-help" };
    const call = { provider: "credentials", fields, params: [] };
    const { value, cookies } = await (await callsOf(engineFor(config))).signIn(caller, call);
    expect(value).toBe(`${host}/signin-help`);
    expect(cookies.map(({ name }) => name)).toContain("__Secure-authjs.session-token");
  });
});
