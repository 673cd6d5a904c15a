import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestHandler, Response } from "express";
import {
  AuthError,
  CredentialsSignin,
  customFetch,
  ExpressAuth,
  getSession,
  MiddlewareAuth,
  type ExpressAuthConfig,
  type GetSessionResult,
} from "latchkey/express";
import { afterEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { textMember } from "../support/client.js";
import { ada, adasForm, strategies, world } from "../support/config.js";
import { expressVersions, serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** As the documentation shows it. */
function exposeSession(config: ExpressAuthConfig): RequestHandler {
  return async (req, res, next) => {
    res.locals["session"] = await getSession(req, config);
    next();
  };
}

function userOf(res: Response): unknown {
  const session: unknown = res.locals["session"];
  return typeof session === "object" && session !== null ? Reflect.get(session, "user") : undefined;
}

const requireUser: RequestHandler = (_req, res, next) => {
  if (userOf(res) === undefined) res.redirect("/login");
  else next();
};

const cases = expressVersions.flatMap((version) =>
  strategies.map((strategy) => ({ ...version, strategy })),
);

describe.each(cases)("$version with $strategy sessions", ({ express, strategy }) => {
  it("a configuration can be made for each request", async () => {
    const { config } = world(strategy);
    const seen: string[] = [];
    const configure = async (req: { readonly originalUrl: string }) => {
      seen.push(req.originalUrl);
      return Promise.resolve({ ...config });
    };
    const app = express();
    app.use("/auth", MiddlewareAuth(configure));
    app.get("/who", async (req, res) => {
      res.json(await getSession(req, configure));
    });
    const visitor = new Visitor(await serve(app));
    await visitor.signIn(adasForm);
    expect((await visitor.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
    expect(seen.at(-1)).toBe("/who");
  });

  it("[SVC-7] getSession gives the session of the request, and null without one", async () => {
    const { config } = world(strategy);
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    app.get("/who", async (req, res) => {
      res.json(await getSession(req, config));
    });
    const visitor = new Visitor(await serve(app));
    expect((await visitor.get("/who")).json()).toBeNull();
    await visitor.signIn(adasForm);
    const { id, name, email, image } = ada;
    const read = (await visitor.get("/who")).json();
    const user = { id, name, email, image };
    expect(read).toMatchObject({ user, expires: textMember(read, "expires") });
    expect((await new Visitor(await serve(app)).get("/who")).json()).toBeNull();
  });

  it("[SVC-11] a route is protected by reading session.user", async () => {
    const { config } = world(strategy);
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    app.use(exposeSession(config));
    app.get("/protected", requireUser, (_req, res) => {
      res.send("inside");
    });
    app.get("/open", (_req, res) => {
      res.send("outside");
    });
    const visitor = new Visitor(await serve(app));
    const refused = await visitor.get("/protected");
    expect([refused.status, refused.headers.location]).toEqual([302, "/login"]);
    expect(refused.text).not.toContain("inside");
    expect((await visitor.get("/open")).text).toBe("outside");
    await visitor.signIn(adasForm);
    expect((await visitor.get("/protected")).text).toBe("inside");
    await visitor.signOut();
    expect((await visitor.get("/protected")).status).toBe(302);
  });

  it("[SVC-11] a router is protected as a whole, also where it has no route", async () => {
    const { config } = world(strategy);
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    const members = express.Router();
    members.use(exposeSession(config), requireUser);
    members.get("/one", (_req, res) => {
      res.send("one");
    });
    app.use("/members", members);
    app.get("/open", (_req, res) => {
      res.send("outside");
    });
    const visitor = new Visitor(await serve(app));
    for (const path of ["/members/one", "/members", "/members/none"]) {
      expect((await visitor.get(path)).headers.location).toBe("/login");
    }
    expect((await visitor.get("/open")).text).toBe("outside");
    await visitor.signIn(adasForm);
    expect((await visitor.get("/members/one")).text).toBe("one");
    expect((await visitor.get("/members/none")).status).toBe(404);
  });

  it("[SVC-12] templates find the session in the response locals", async () => {
    const views = await mkdtemp(join(tmpdir(), "latchkey-views-"));
    onTestFinished(() => rm(views, { recursive: true }));
    await writeFile(join(views, "hello.text"), "");
    const { config } = world(strategy);
    const app = express();
    app.set("views", views);
    app.engine("text", (_path, options, done) => {
      const session: unknown = Reflect.get(options, "session");
      done(null, `seen by the template: ${JSON.stringify(session)}`);
    });
    app.use("/auth", MiddlewareAuth(config));
    app.use(exposeSession(config));
    app.get("/", (_req, res) => {
      res.render("hello.text");
    });
    const visitor = new Visitor(await serve(app));
    expect((await visitor.get("/")).text).toBe("seen by the template: null");
    await visitor.signIn(adasForm);
    expect((await visitor.get("/")).text).toContain(`"name":"${ada.name}"`);
  });

  it("decision 35: getSession renews the cookie on req.res when it is due", async () => {
    const { config } = world(strategy, { session: { strategy, updateAge: 0 } });
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    app.get("/", async (req, res) => {
      res.cookie("mine", "1");
      await getSession(req, config);
      await getSession(req, config);
      res.send("read");
    });
    const visitor = new Visitor(await serve(app));
    await visitor.signIn(adasForm);
    const { setCookies } = await visitor.get("/");
    expect(setCookies.map((line) => line.split("=", 1)[0])).toEqual([
      "mine",
      "authjs.session-token",
    ]);
    expect(setCookies[1]).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
  });

  it("decision 35: getSession sets no cookie while renewal is not due", async () => {
    const { config } = world(strategy);
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    app.get("/", async (req, res) => {
      res.json(await getSession(req, config));
    });
    const visitor = new Visitor(await serve(app));
    await visitor.signIn(adasForm);
    const answer = await visitor.get("/");
    expect(answer.json()).toMatchObject({ user: { name: ada.name } });
    expect(answer.setCookies).toEqual([]);
  });

  it("decision 35: getSession leaves a response alone whose headers are sent", async () => {
    const { config } = world(strategy, { session: { strategy, updateAge: 0 } });
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    app.get("/", async (req, res) => {
      res.write("began, ");
      const session = await getSession(req, config);
      res.end(session ? "and read" : "and found nobody");
    });
    const visitor = new Visitor(await serve(app));
    await visitor.signIn(adasForm);
    const answer = await visitor.get("/");
    expect(answer.text).toBe("began, and read");
    expect(answer.setCookies).toEqual([]);
  });

  it("a session read before the handler signs out does not bring the session back", async () => {
    const { config } = world(strategy, { session: { strategy, updateAge: 0 } });
    const app = express();
    app.use(exposeSession(config));
    app.use("/auth", MiddlewareAuth(config));
    const visitor = new Visitor(await serve(app));
    await visitor.signIn(adasForm);
    const out = await visitor.signOut();
    const lines = out.setCookies.filter((line) => line.startsWith("authjs.session-token="));
    expect(lines).toEqual([expect.stringContaining("Max-Age=0")]);
    expect(visitor.sessionCookies()).toEqual([]);
  });
});

describe.each(expressVersions)("$version", ({ express }) => {
  it("decision 7: getSession throws and the handler answers 500 without a secret in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv("AUTH_SECRET", undefined);
    const { config, log } = world("jwt", { secret: undefined });
    const app = express();
    app.set("env", "test");
    app.use("/auth", MiddlewareAuth(config));
    app.get("/", async (req, res) => {
      res.send(await getSession(req, config).catch((error: unknown) => typeOf(error)));
    });
    const visitor = new Visitor(await serve(app));
    expect((await visitor.get("/")).text).toBe("MissingSecret");
    expect((await visitor.get("/auth/session")).status).toBe(500);
    // When the application started, and when the route was asked for.
    expect(log.codes("error")).toEqual(["MissingSecret", "MissingSecret"]);
  });

  it("takes what the configuration leaves open from the environment, and changes no configuration", async () => {
    vi.stubEnv("AUTH_SECRET", "from the environment, and long enough: 81");
    const config = Object.freeze({ providers: world("jwt").config.providers });
    const app = express();
    app.use("/login", MiddlewareAuth(config));
    const visitor = new Visitor(await serve(app), { basePath: "/login" });
    await visitor.signIn(adasForm);
    expect(await visitor.session()).toMatchObject({ user: { name: ada.name } });
    expect(Object.keys(config)).toEqual(["providers"]);
  });
});

describe("latchkey/express", () => {
  it("decision 1: ExpressAuth is the same function as MiddlewareAuth", () => {
    expect(ExpressAuth).toBe(MiddlewareAuth);
    expect(new CredentialsSignin()).toBeInstanceOf(AuthError);
    expect(typeof customFetch).toBe("symbol");
  });

  it("[SVC-6] MiddlewareAuth gives an async handler with three parameters", () => {
    const handler = MiddlewareAuth(world("jwt").config);
    expect(handler).toHaveLength(3);
    expectTypeOf(handler).returns.toEqualTypeOf<Promise<void>>();
    expectTypeOf(getSession).returns.toEqualTypeOf<GetSessionResult>();
    expectTypeOf<ExpressAuthConfig>().not.toHaveProperty("raw");
  });
});

function typeOf(error: unknown): string {
  return error instanceof AuthError ? error.type : "another error";
}
