import { Elysia } from "elysia";
import { Hono } from "hono";
import { defineConfig, type ProviderIdsOf, type SessionOf } from "latchkey";
import { AstroAuth } from "latchkey/astro";
import { ElysiaAuth } from "latchkey/elysia";
import { getSession, type ExpressAuthSource } from "latchkey/express";
import { H3Auth } from "latchkey/h3";
import { getAuthUser, HonoAuth, requireUser, type AuthEnv } from "latchkey/hono";
import { KoaAuth, type KoaAuthState } from "latchkey/koa";
import GitHub from "latchkey/providers/github";
import { ReactRouterAuth } from "latchkey/react-router";
import { SvelteKitAuth } from "latchkey/sveltekit";
import { TanStackStartAuth } from "latchkey/tanstack-start";
import type { Session } from "latchkey/types";
import { describe, expectTypeOf, it } from "vitest";

const config = defineConfig({
  providers: [GitHub],
  callbacks: {
    jwt: ({ token }) => ({ ...token, plan: "free" as const }),
    session: ({ session, token }) => ({ ...session, plan: token.plan }),
  },
});
type AppSession = SessionOf<typeof config>;
type Plan = "free" | undefined;

describe("the type of the session follows the configuration", () => {
  it("in handlers of Hono after `HonoAuth`, and behind `requireUser`", () => {
    new Hono()
      .use(HonoAuth(config))
      .get("/", async (c) => {
        expectTypeOf((await c.var.auth.session())?.plan).toEqualTypeOf<Plan>();
        expectTypeOf((await getAuthUser<AppSession>(c))?.session.plan).toEqualTypeOf<Plan>();
        return c.text("");
      })
      .get("/account", requireUser<AppSession>(), (c) => {
        expectTypeOf(c.var.session.plan).toEqualTypeOf<"free">();
        expectTypeOf(c.var.user.id).toEqualTypeOf<string>();
        return c.text("");
      });
  });
  it("in a Hono application that names it", () => {
    const app = new Hono<AuthEnv<AppSession>>();
    app.use(HonoAuth(config));
    app.get("/", async (c) => {
      expectTypeOf((await c.var.auth.session())?.plan).toEqualTypeOf<Plan>();
      return c.text("");
    });
  });
  it("in one that was written before, as `Session`", () => {
    const app = new Hono<AuthEnv>();
    app.use(HonoAuth(config));
    app.get("/", requireUser(), (c) => {
      expectTypeOf(c.var.user.id).toEqualTypeOf<string | undefined>();
      return c.text("");
    });
  });
  it("in handlers of Elysia", () => {
    new Elysia().use(ElysiaAuth(config)).get("/", async ({ auth }) => {
      expectTypeOf((await auth.session())?.plan).toEqualTypeOf<Plan>();
      return "";
    });
  });
  it("in `ctx.state` of Koa", () => {
    type State = KoaAuthState<AppSession>;
    expectTypeOf<NonNullable<State["session"]>["plan"]>().toEqualTypeOf<"free">();
    expectTypeOf<NonNullable<State["user"]>["id"]>().toEqualTypeOf<string>();
    expectTypeOf(KoaAuth).toBeCallableWith(config);
  });
  it("in the context of TanStack Start", () => {
    const { middleware } = TanStackStartAuth(config);
    type Given = Awaited<ReturnType<typeof middleware>>;
    expectTypeOf<Given>().not.toBeAny();
    expectTypeOf<SessionOf<ReturnType<typeof start>>["plan"]>().toEqualTypeOf<"free">();
  });
  it("in `getSession` of Express, of a configuration for each request", () => {
    type Req = Parameters<typeof getSession>[0];
    const read = (req: Req) => getSession(req, () => Promise.resolve(config));
    expectTypeOf<NonNullable<Awaited<ReturnType<typeof read>>>["plan"]>().toEqualTypeOf<"free">();
    expectTypeOf(() => config).toExtend<ExpressAuthSource>();
  });
  it("by the name `SessionOf`, of what integrations return and of a function", () => {
    expectTypeOf<SessionOf<typeof kit>["plan"]>().toEqualTypeOf<"free">();
    expectTypeOf<SessionOf<typeof astro>["plan"]>().toEqualTypeOf<"free">();
    expectTypeOf<SessionOf<typeof router>["plan"]>().toEqualTypeOf<"free">();
    expectTypeOf<ProviderIdsOf<typeof kit>>().toEqualTypeOf<"github">();
    expectTypeOf<SessionOf<() => Promise<typeof config>>["plan"]>().toEqualTypeOf<"free">();
    expectTypeOf<SessionOf<ReturnType<typeof plain>>>().toEqualTypeOf<Session>();
  });
  it("in callbacks that are written where an integration takes them", () => {
    H3Auth({
      providers: [GitHub],
      callbacks: {
        jwt: ({ token }) => ({ ...token, plan: 1 }),
        session: ({ session, token }) => {
          expectTypeOf(token.plan).toEqualTypeOf<number>();
          return session;
        },
      },
    });
  });
});

const start = () => TanStackStartAuth(config);
const plain = () => AstroAuth({ providers: [] });
const kit = SvelteKitAuth(() => config);
const astro = AstroAuth({ ...config });
const router = ReactRouterAuth(config);
