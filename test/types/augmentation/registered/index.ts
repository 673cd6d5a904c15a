import { Hono } from "hono";
import Koa from "koa";
import type { FastifyRequest } from "fastify";
import type { H3EventContext } from "h3";
import { defineConfig } from "latchkey";
import type { LocalsAuth } from "latchkey/astro";
import { FastifyAuth, requireUser as fastifyGuard } from "latchkey/fastify";
import { getAuth, type AuthEvent } from "latchkey/h3";
import { getAuthUser, HonoAuth, requireUser, type AuthEnv } from "latchkey/hono";
import { KoaAuth, requireUser as koaGuard, type KoaAuthState } from "latchkey/koa";
import { AuthModule, type RequestAuth } from "latchkey/nest";
import GitHub from "latchkey/providers/github";
import { authContext } from "latchkey/react-router";
import type {} from "latchkey/sveltekit";
import type { AuthContext } from "latchkey/tanstack-start";

// The configuration is registered once, and every integration knows the session by it.
export const config = defineConfig({
  providers: [GitHub],
  callbacks: { session: ({ session }) => ({ ...session, plan: "free" as const }) },
});

declare module "latchkey/types" {
  interface Register {
    config: typeof config;
  }
}

type Plan = "free" | undefined;

export const hono = new Hono<AuthEnv>();
hono.use(HonoAuth(config));
hono.get("/", async (c) => {
  const plan: Plan = (await c.var.auth.session())?.plan;
  const same: Plan = (await getAuthUser(c))?.session.plan;
  return c.json({ plan, same });
});
hono.get("/account", requireUser(), (c) => {
  const plan: "free" = c.var.session.plan;
  const id: string = c.var.user.id;
  return c.json({ plan, id, same: c.var.session.user.id === id });
});

export const koa = new Koa<KoaAuthState>();
koa.use(KoaAuth(config));
koa.use(koaGuard);
koa.use(async (ctx) => {
  const plan: Plan = (await ctx.state.auth.session())?.plan;
  const same: Plan = ctx.state.session?.plan;
  const id: string | undefined = ctx.state.user?.id;
  ctx.body = { plan, same, id };
});

export async function fastify(request: FastifyRequest): Promise<Plan> {
  return (await request.auth.session())?.plan;
}
export const plugin = { FastifyAuth, fastifyGuard };

export async function h3(event: AuthEvent, context: H3EventContext): Promise<readonly Plan[]> {
  return [(await getAuth(event).session())?.plan, (await context.auth.session())?.plan];
}

export async function locals(given: App.Locals, data: App.PageData): Promise<readonly Plan[]> {
  const auth: LocalsAuth = given.auth;
  return [(await auth())?.plan, data.session?.plan, (await auth.update({ plan: "free" }))?.plan];
}

export const nest = AuthModule.forRoot(config);
export async function handler(auth: RequestAuth): Promise<Plan> {
  return (await auth.session())?.plan;
}

export async function loader(context: { get<T>(key: { defaultValue?: T }): T }): Promise<Plan> {
  return (await context.get(authContext).session())?.plan;
}

export async function start({ auth }: AuthContext): Promise<Plan> {
  return (await auth.session())?.plan;
}
