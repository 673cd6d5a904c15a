import { bodyParser } from "@koa/bodyparser";
import Koa3, { type Context, type Middleware } from "koa";
import Koa2 from "koa2";
import {
  AuthError,
  KoaAuth,
  requireUser,
  requireUserOrGuest,
  type KoaAuthState,
} from "latchkey/koa";
import { describe, expect, it } from "vitest";
import { adasForm, world } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

type Handler = Middleware<KoaAuthState>;

/** The least of a router: one route, or everything below a path. */
function at(method: string, path: string, handler: Handler): Handler {
  return async (ctx, next) => {
    const isMeant = ctx.path === path && [method, "HEAD"].includes(ctx.method);
    await (isMeant ? handler(ctx, next) : next());
  };
}

function below(path: string, handler: Handler): Handler {
  return async (ctx, next) => {
    await (ctx.path.startsWith(`${path}/`) ? handler(ctx, next) : next());
  };
}

function text(body: string): Handler {
  return (ctx) => {
    ctx.body = body;
  };
}

function formOf(ctx: Context): Record<string, string> {
  const body: unknown = Reflect.get(ctx.request, "body");
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

const login: Handler = async (ctx) => {
  try {
    ctx.redirect(await ctx.state.auth.signIn("credentials", formOf(ctx)));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    ctx.status = 403;
    ctx.body = error.type;
  }
};

const pages: readonly Handler[] = [
  at("GET", "/open", text("open")),
  at("GET", "/who", async (ctx) => {
    await ctx.state.auth.session();
    ctx.type = "json";
    ctx.body = JSON.stringify(await ctx.state.auth.session());
  }),
  at("GET", "/danger", async (ctx) => {
    ctx.body = await ctx.state.auth.requireFresh({ within: 60 });
  }),
  at("GET", "/account", requireUser),
  at("GET", "/account", text("inside")),
  at("GET", "/cart", requireUserOrGuest),
  at("GET", "/cart", text("cart")),
  below("/members", requireUser),
  at("GET", "/members/one", text("one")),
];

const calls: readonly Handler[] = [
  at("POST", "/login", login),
  at("POST", "/login/op", async (ctx) => {
    ctx.redirect(await ctx.state.auth.signIn("op", { redirectTo: "/who" }));
  }),
  at("POST", "/logout", async (ctx) => {
    ctx.redirect(await ctx.state.auth.signOut());
  }),
  at("POST", "/rename", async (ctx) => {
    ctx.body = await ctx.state.auth.update({ user: { name: formOf(ctx)["name"] ?? "" } });
  }),
];

function hostOf(name: string, Koa: typeof Koa3): FrameworkHost {
  return {
    name,
    calls: true,
    serve({ config, trustsProxy = false, parsesBodies = false }) {
      const app = new Koa<KoaAuthState>();
      app.proxy = trustsProxy;
      app.silent = true;
      if (parsesBodies) app.use(bodyParser());
      app.use(KoaAuth(config));
      for (const page of pages) app.use(page);
      if (!parsesBodies) app.use(bodyParser());
      for (const call of calls) app.use(call);
      const handle = app.callback();
      return serve((...exchange) => void handle(...exchange));
    },
  };
}

await frameworkSuite([hostOf("Koa 3", Koa3), hostOf("Koa 2", Koa2)]);

describe("latchkey/koa", () => {
  const listen = (app: Koa3<KoaAuthState>) => {
    const handle = app.callback();
    return serve((...exchange) => void handle(...exchange));
  };

  it("renews the cookie also where an outer middleware answers to an error", async () => {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    const app = new Koa3<KoaAuthState>();
    app.use(async (ctx, next) => {
      try {
        await next();
      } catch {
        ctx.status = 500;
        ctx.body = "kept";
      }
    });
    app.use(KoaAuth(config));
    app.use(async (ctx) => {
      await ctx.state.auth.session();
      throw new Error("It fails on purpose.");
    });
    const browser = new Visitor(await listen(app));
    await browser.signIn(adasForm);
    const answer = await browser.get("/");
    expect([answer.text, answer.setCookies.length]).toEqual(["kept", 1]);
  });

  it("takes a configuration made for each request", async () => {
    const { config } = world("jwt");
    const app = new Koa3<KoaAuthState>();
    const seen: string[] = [];
    app.use(
      KoaAuth(async (ctx) => {
        seen.push(ctx.path);
        return Promise.resolve({ ...config });
      }),
    );
    app.use(requireUser);
    app.use((ctx) => {
      ctx.body = ctx.state.user?.name;
    });
    const browser = new Visitor(await listen(app));
    await browser.signIn(adasForm);
    expect((await browser.get("/me")).text).toBe("Ada");
    expect(seen.at(-1)).toBe("/me");
  });

  it("answers 400 to a request whose host can't be used", async () => {
    const app = new Koa3<KoaAuthState>();
    app.use(KoaAuth(world("jwt").config));
    const browser = new Visitor(await listen(app), { headers: { host: "a b" } });
    expect((await browser.route("signin")).status).toBe(400);
  });

  it("says what is missing where a guard stands without the middleware", async () => {
    const app = new Koa3<KoaAuthState>();
    let said = "";
    app.on("error", (error: Error) => (said = error.message));
    app.use(requireUser);
    expect((await new Visitor(await listen(app)).get("/")).status).toBe(500);
    expect(said).toContain("app.use(KoaAuth(config))");
  });
});
