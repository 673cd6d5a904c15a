import type { ErrorRequestHandler } from "express";
import { Auth } from "latchkey";
import { AuthError, SessionUnavailable } from "latchkey/errors";
import { getSession, MiddlewareAuth } from "latchkey/express";
import { FullstackAuth, type NextAuthConfig } from "latchkey/next";
import { getSession as getInReact } from "latchkey/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { adasForm, strategies, world } from "../support/config.js";
import { expressVersions, serve } from "../support/express-host.js";
import { adasCookie, exchange, nextRequest, origin } from "../support/next/requests.js";
import { Visitor } from "../support/visitor.js";

const down = () => Promise.reject(new Error("The database is down."));
const fail = () => {
  throw new Error("It failed.");
};
afterEach(() => {
  vi.restoreAllMocks();
});

/** A configuration whose store is out of order, and the cookie of somebody who is signed in. */
async function outage(overrides: Partial<NextAuthConfig> = {}) {
  const { config, adapter, log } = world("database");
  const cookie = await adasCookie(config);
  const broken = { ...config, adapter: { ...adapter, getSessionAndUser: down }, ...overrides };
  return { broken, cookie, log };
}

const context = { params: Promise.resolve({}) };
const event = { waitUntil: () => undefined };

describe("decision 43: while the store does not answer", () => {
  it("GET session is 503, and the cookie stays", async () => {
    const { broken, cookie } = await outage();
    const headers = { cookie };
    const response = await Auth(new Request(`${origin}/auth/session`, { headers }), broken);
    expect([response.status, await response.json()]).toEqual([503, null]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("GET session is 503 too where the adapter can't be made at all", async () => {
    const { broken, cookie, log } = await outage({ adapter: down });
    const headers = { cookie };
    const response = await Auth(new Request(`${origin}/auth/session`, { headers }), broken);
    expect([response.status, await response.json()]).toEqual([503, null]);
    expect(log.codes("error")).toEqual(["SessionTokenError"]);
  });

  it("auth() in the pages router rejects with SessionUnavailable, an AuthError with the status 503", async () => {
    const { broken, cookie, log } = await outage();
    const { auth } = FullstackAuth(broken);
    const { req, res, cookies } = exchange({ cookie, "x-forwarded-proto": "http" });
    for (const call of [() => auth(req, res), () => auth({ req, res })]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SessionUnavailable);
      expect(error).toBeInstanceOf(AuthError);
      expect(error).toMatchObject({
        type: "SessionUnavailable",
        status: 503,
        cause: { err: { type: "AdapterError" } },
      });
    }
    expect(cookies()).toEqual(["theme=dark"]);
    expect(log.codes("error")).toEqual(["SessionTokenError", "SessionTokenError"]);
  });

  it.each<[string, (config: NextAuthConfig) => NextAuthConfig | (() => never)]>([
    ["an adapter that can't be made", (config) => ({ ...config, adapter: down })],
    ["a configuration that can't be made", () => fail],
  ])("auth() rejects with %s", async (_, change) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { config } = world("jwt");
    const cookie = await adasCookie(config);
    const { auth } = FullstackAuth(change(config));
    const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
    await expect(auth(req, res)).rejects.toBeInstanceOf(SessionUnavailable);
  });

  it("a proxy and a wrapped handler answer 503, and nobody is sent to sign in", async () => {
    const asked: unknown[] = [];
    const { broken, cookie } = await outage({
      callbacks: {
        authorized: ({ auth }) => {
          asked.push(auth);
          return auth !== null;
        },
      },
    });
    const { auth } = FullstackAuth(broken);
    const ran: string[] = [];
    const handler = auth((request) => {
      ran.push(request.nextUrl.pathname);
      return Response.json({});
    });
    const request = () => nextRequest("/page", { headers: { cookie } });
    for (const response of [await handler(request(), context), await auth(request(), event)]) {
      expect(response.status).toBe(503);
      expect(response.headers.get("location")).toBeNull();
      expect(response.headers.get("retry-after")).toBe("5");
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect([ran, asked]).toEqual([[], []]);
  });

  it("a proxy logs one line where the adapter can't be made", async () => {
    const authorized = ({ auth }: { auth: unknown }) => auth !== null;
    const { broken, cookie, log } = await outage({ adapter: down, callbacks: { authorized } });
    const { auth } = FullstackAuth(broken);
    const response = await auth(nextRequest("/page", { headers: { cookie } }), event);
    expect([response.status, log.codes("error")]).toEqual([503, ["SessionTokenError"]]);
  });

  it("the way in stays open, and so does a proxy that asks nobody", async () => {
    const { broken, cookie } = await outage();
    const passes = async (config: NextAuthConfig, path: string) => {
      const request = nextRequest(path, { headers: { cookie } });
      const response = await FullstackAuth(config).auth(request, event);
      return response.headers.get("x-middleware-next");
    };
    const strict = { ...broken, callbacks: { authorized: () => false } };
    expect(await passes(broken, "/page")).toBe("1");
    expect(await passes(strict, "/api/auth/signin")).toBe("1");
    expect(await passes(strict, "/page")).toBeNull();
  });

  it("getSession of latchkey/react rejects on the server too", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(null, { status: 503 }));
    await expect(getInReact()).rejects.toBeInstanceOf(SessionUnavailable);
  });
});

describe.each(expressVersions)(
  "decision 43: $version, while the store does not answer",
  ({ express }) => {
    it("getSession rejects: a protected route is 503, nobody is sent to sign in, and the cookie stays", async () => {
      const { config, adapter } = world("database");
      const state = { broken: false };
      const moody = {
        ...adapter,
        getSessionAndUser: (token: string) =>
          state.broken ? down() : adapter.getSessionAndUser(token),
      };
      const whole = { ...config, adapter: moody };
      const app = express();
      app.use("/auth", MiddlewareAuth(whole));
      app.use((req, res, next) => {
        getSession(req, whole)
          .then((session) => {
            res.locals["session"] = session;
            next();
          })
          .catch(next);
      });
      app.get("/members", (_req, res) => {
        if (res.locals["session"] === null) res.redirect("/auth/signin");
        else res.send("inside");
      });
      const told: unknown[] = [];
      // Express itself answers with the `status` of an error.
      const tell: ErrorRequestHandler = (error, _req, _res, next) => {
        told.push(error);
        next(error);
      };
      app.use(tell);
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      const visitor = new Visitor(await serve(app));
      await visitor.signIn(adasForm);
      expect((await visitor.get("/members")).text).toBe("inside");
      state.broken = true;
      const refused = await visitor.get("/members");
      expect([refused.status, refused.headers.location, refused.setCookies]).toEqual([
        503,
        undefined,
        [],
      ]);
      expect(told[0]).toBeInstanceOf(SessionUnavailable);
      state.broken = false;
      expect((await visitor.get("/members")).text).toBe("inside");
    });
  },
);

describe.each(strategies)("decision 43: callbacks, strategy %s", (strategy) => {
  const readWith = async (error: () => Error) => {
    let broken = false;
    const session = () => {
      if (broken) throw error();
      return { expires: "", user: {} };
    };
    const { config } = world(strategy, { callbacks: { session } });
    const cookie = await adasCookie(config);
    broken = true;
    const { req, res } = exchange({ cookie, "x-forwarded-proto": "http" });
    return FullstackAuth(config).auth(req, res);
  };

  it("may say that nothing is known now, by throwing SessionUnavailable", async () => {
    const known = readWith(() => new SessionUnavailable("The role service is down."));
    await expect(known).rejects.toBeInstanceOf(SessionUnavailable);
  });

  it("decision 31: any other error reads as null", async () => {
    expect(await readWith(() => new Error("No roles."))).toBeNull();
  });
});

describe.each(strategies)("a session that is no JSON, strategy %s", (strategy) => {
  const circle: Record<string, unknown> = {};
  circle["itself"] = circle;

  it.each<[string, object]>([
    ["a BigInt", { id: 1n }],
    ["a cycle", circle],
    ["a toJSON that throws", { toJSON: fail }],
  ])("%s: Auth() logs it and answers 500, with the cookie kept", async (_, user) => {
    const { browser, log } = world(strategy, {
      session: { strategy, updateAge: 0 },
      callbacks: { session: ({ session }) => ({ expires: String(session.expires), user }) },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const response = await ours.get("session");
    expect(response.status).toBe(500);
    expect(await response.json()).toHaveProperty("message");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(log.codes("error")).toEqual(["AuthError"]);
  });
});

describe("Auth() never rejects", () => {
  it("a cookie option that can't be sent is logged, and answered", async () => {
    const { config, log } = world("jwt", { cookies: { csrfToken: { options: { path: "/\n" } } } });
    const response = await Auth(new Request("https://app.test/auth/csrf"), config);
    expect(response.status).toBe(500);
    expect(log.codes("error")).toHaveLength(1);
  });

  it("a body that breaks off is answered", async () => {
    const { config } = world("jwt");
    const body = new ReadableStream({
      pull: () => Promise.reject(new Error("The client is gone.")),
    });
    const init = { method: "POST", body, duplex: "half" } as const;
    const response = await Auth(new Request("https://app.test/auth/signout", init), config);
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});
