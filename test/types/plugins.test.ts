import { Elysia } from "elysia";
import { Hono } from "hono";
import { defineConfig, type AuthConfig, type SessionOf } from "latchkey";
import { AstroAuth } from "latchkey/astro";
import { ElysiaAuth } from "latchkey/elysia";
import { getSession, type ExpressAuthConfig } from "latchkey/express";
import { HonoAuth } from "latchkey/hono";
import type { KoaAuthState } from "latchkey/koa";
import { FullstackAuth } from "latchkey/next";
import { definePlugin, type Plugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import GitHub from "latchkey/providers/github";
import { authClient } from "latchkey/react";
import { ReactRouterAuth } from "latchkey/react-router";
import { SvelteKitAuth } from "latchkey/sveltekit";
import { TanStackStartAuth } from "latchkey/tanstack-start";
import type { Session } from "latchkey/types";
import { describe, expect, expectTypeOf, it } from "vitest";

interface Plan {
  readonly plan: "free" | "paid";
}
interface Team {
  readonly team?: { readonly id: string; readonly since: Date };
}

const plans = (): Plugin<"plans", Plan> =>
  definePlugin({
    name: "plans",
    create: () => ({ session: { read: () => ({ plan: "free" }) } }),
  });
const teams = (): Plugin<"teams", Team> => definePlugin({ name: "teams", create: () => ({}) });
const quiet: Plugin = definePlugin({ name: "quiet", create: () => ({}) });

const config = defineConfig({
  providers: [GitHub],
  plugins: [plans(), accountPage(), quiet, teams(), sessionRegistry()],
});
type AppSession = SessionOf<typeof config>;
type Added = Session & Plan & Team;
type SessionIn<T extends { auth: unknown }> = SessionOf<T["auth"]>;

describe("what plugins add to a session", () => {
  it("is known of a configuration, beside what every session has", () => {
    expectTypeOf<AppSession>().toEqualTypeOf<Added>();
    expectTypeOf<AppSession["expires"]>().toEqualTypeOf<string>();
    expectTypeOf<AppSession["plan"]>().toEqualTypeOf<"free" | "paid">();
    // @ts-expect-error no plugin adds it
    expectTypeOf<AppSession["plans"]>().toBeAny();
  });
  it("is nothing where plugins add nothing, or aren't known", () => {
    const plain = defineConfig({ providers: [], plugins: [accountPage(), quiet] });
    expectTypeOf<SessionOf<typeof plain>>().toEqualTypeOf<Session>();
    const list: readonly Plugin[] = [plans()];
    const wide = defineConfig({ providers: [], plugins: list });
    expectTypeOf<SessionOf<typeof wide>>().toEqualTypeOf<Session>();
    const empty = defineConfig({ providers: [], plugins: [] });
    expectTypeOf<SessionOf<typeof empty>>().toEqualTypeOf<Session>();
    expectTypeOf<SessionOf<AuthConfig>>().toEqualTypeOf<Session>();
  });
  it("is known to the `session` callback, wherever `plugins` stands, and it has the last word", () => {
    const made = FullstackAuth({
      callbacks: {
        session: ({ session }) => {
          expectTypeOf(session.plan).toEqualTypeOf<"free" | "paid">();
          // @ts-expect-error no plugin adds it
          expectTypeOf(session.plann).toBeAny();
          return { user: session.user, expires: "", isPaid: session.plan === "paid" };
        },
      },
      providers: [GitHub],
      plugins: [plans(), teams()],
    });
    expectTypeOf<SessionIn<typeof made>["isPaid"]>().toEqualTypeOf<boolean>();
    expectTypeOf<SessionIn<typeof made>>().not.toHaveProperty("plan");
    const kept = defineConfig({
      providers: [],
      plugins: [plans()],
      callbacks: { session: ({ session }) => ({ ...session, level: 1 }) },
    });
    expectTypeOf<SessionOf<typeof kept>["plan"]>().toEqualTypeOf<"free" | "paid">();
    expectTypeOf<SessionOf<typeof kept>["level"]>().toEqualTypeOf<number>();
  });
  it("is known of a configuration that satisfies its type", () => {
    const given = { providers: [], plugins: [plans(), teams()] } satisfies ExpressAuthConfig;
    expectTypeOf<SessionOf<typeof given>>().toEqualTypeOf<Added>();
  });
});

type Req = Parameters<typeof getSession>[0];

describe("the type of the session follows the plugins", () => {
  it("in Next.js", () => {
    const next = FullstackAuth(config);
    expectTypeOf<SessionIn<typeof next>>().toEqualTypeOf<Added>();
    const lazy = FullstackAuth(() => config);
    expectTypeOf<SessionIn<typeof lazy>>().toEqualTypeOf<Added>();
    const written = FullstackAuth({ providers: [GitHub], plugins: [quiet, plans()] });
    written.auth((request) => {
      expectTypeOf(request.auth?.plan).toEqualTypeOf<"free" | "paid" | undefined>();
      return undefined;
    });
  });
  it("in Express", () => {
    const read = (req: Req) => getSession(req, config);
    expectTypeOf(read).returns.resolves.toEqualTypeOf<Added | null>();
    const readLater = (req: Req) => getSession(req, () => Promise.resolve(config));
    expectTypeOf(readLater).returns.resolves.toEqualTypeOf<Added | null>();
  });
  it("in Hono, Elysia and Koa", () => {
    new Hono().use(HonoAuth(config)).get("/", async (c) => {
      expectTypeOf(await c.var.auth.session()).toEqualTypeOf<Added | null>();
      return c.text("");
    });
    new Elysia().use(ElysiaAuth(config)).get("/", async ({ auth }) => {
      expectTypeOf((await auth.session())?.plan).toEqualTypeOf<"free" | "paid" | undefined>();
      return "";
    });
    expectTypeOf<NonNullable<KoaAuthState<AppSession>["session"]>["plan"]>().toEqualTypeOf<
      "free" | "paid"
    >();
  });
  it("in SvelteKit, Astro, React Router and TanStack Start", () => {
    const made = {
      kit: SvelteKitAuth(() => config),
      astro: AstroAuth({ ...config }),
      router: ReactRouterAuth(config),
      start: TanStackStartAuth(config),
    };
    expectTypeOf<SessionOf<typeof made.kit>>().toEqualTypeOf<Added>();
    expectTypeOf<SessionOf<typeof made.astro>>().toEqualTypeOf<Added>();
    expectTypeOf<SessionOf<typeof made.router>>().toEqualTypeOf<Added>();
    expectTypeOf<SessionOf<typeof made.start>>().toEqualTypeOf<Added>();
  });
  it("in the browser, where dates are texts", () => {
    const client = authClient<typeof config>();
    type Shown = NonNullable<ReturnType<typeof client.useSession>["data"]>;
    expectTypeOf<Shown["plan"]>().toEqualTypeOf<"free" | "paid">();
    expectTypeOf<NonNullable<Shown["team"]>["since"]>().toEqualTypeOf<string>();
  });
});

describe("a plugin", () => {
  it("must return what it says it adds", () => {
    const odd = definePlugin({
      name: "plans",
      create: () => ({ session: { read: () => ({ plan: "gold" }) } }),
    });
    // @ts-expect-error there is no such plan
    const wrong: Plugin<"plans", Plan> = odd;
    expect(wrong.name).toBe("plans");
  });
  it("needs no annotation", () => {
    const inferred = definePlugin({
      name: "level",
      create: () => ({ session: { read: () => ({ level: 1 }) } }),
    });
    const levels = defineConfig({ providers: [], plugins: [inferred] });
    expectTypeOf<SessionOf<typeof levels>["level"]>().toEqualTypeOf<number>();
  });
  it("is not plain options, and not a function that wasn't called", () => {
    // @ts-expect-error plain options
    defineConfig({ providers: [], plugins: [{ manage: true }] });
    // @ts-expect-error a function that wasn't called
    defineConfig({ providers: [], plugins: [accountPage] });
  });
});
