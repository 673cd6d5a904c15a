import { once } from "node:events";
import formbody from "@fastify/formbody";
import fastify5, { type FastifyInstance } from "fastify";
import fastify4 from "fastify4";
import { AuthError, FastifyAuth, requireUser, requireUserOrGuest } from "latchkey/fastify";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { adasForm, world } from "../support/config.js";
import { Visitor } from "../support/visitor.js";
import type { AppPlan, FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

type Form = { Body: Record<string, string> };

async function listen(app: FastifyInstance): Promise<string> {
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: "127.0.0.1" });
}

/** A form parser: that of the application's own handlers is in a scope of theirs, or everywhere. */
function parseForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
}

async function addPages(app: FastifyInstance): Promise<void> {
  app.get("/open", async () => "open");
  app.get("/who", async (request, reply) => {
    await request.auth.session();
    return reply.type("application/json").send(JSON.stringify(await request.auth.session()));
  });
  app.get("/danger", async (request) => request.auth.requireFresh({ within: 60 }));
  app.get("/account", { onRequest: requireUser }, async () => "inside");
  app.get("/cart", { onRequest: requireUserOrGuest }, async () => "cart");
  await app.register(
    async (members) => {
      members.addHook("onRequest", requireUser);
      members.get("/one", async () => "one");
      members.all("/*", async (_request, reply) => reply.callNotFound());
    },
    { prefix: "/members" },
  );
}

function addCalls(app: FastifyInstance): void {
  const to = (location: string) => ({ location });
  app.post<Form>("/login", async (request, reply) => {
    try {
      const url = await request.auth.signIn("credentials", request.body);
      return await reply.code(303).headers(to(url)).send();
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return reply.code(403).send(error.type);
    }
  });
  app.post("/login/op", async (request, reply) => {
    const url = await request.auth.signIn("op", { redirectTo: "/who" });
    return reply.code(303).headers(to(url)).send();
  });
  app.post("/logout", async (request, reply) =>
    reply
      .code(303)
      .headers(to(await request.auth.signOut()))
      .send(),
  );
  app.post<Form>("/rename", async (request) =>
    request.auth.update({ user: { name: request.body["name"] ?? "" } }),
  );
}

/** A prefix goes before the routes, as the framework's users have it. */
function placed({ basePath, ...config }: AppPlan["config"]) {
  if (basePath === undefined) return config;
  const [, prefix = "", ...rest] = basePath.split("/");
  return { ...config, prefix: `/${prefix}`, basePath: `/${rest.join("/")}` };
}

const versions = [
  { name: "Fastify 5", fastify: fastify5 },
  { name: "Fastify 4", fastify: fastify4 },
];

const hosts = versions.map(({ name, fastify }): FrameworkHost => {
  return {
    name,
    calls: true,
    async serve({ config, trustsProxy = false, parsesBodies = false }) {
      const app = fastify({ trustProxy: trustsProxy });
      if (parsesBodies) parseForms(app);
      await app.register(FastifyAuth, placed(config));
      await addPages(app);
      await app.register(async (scope) => {
        if (!parsesBodies) parseForms(scope);
        addCalls(scope);
      });
      return listen(app);
    },
  };
});

await frameworkSuite(hosts);

describe("latchkey/fastify", () => {
  it("follows the prefix of the plugin that registers it", async () => {
    const app = fastify5();
    await app.register(formbody);
    await app.register(
      async (shop) => {
        await shop.register(FastifyAuth, world("jwt").config);
        shop.get("/who", async (request) => ({ session: await request.auth.session() }));
      },
      { prefix: "/shop" },
    );
    const browser = new Visitor(await listen(app), { basePath: "/shop/auth" });
    await browser.signIn(adasForm);
    expect((await browser.get("/shop/who")).json()).toMatchObject({
      session: { user: { name: "Ada" } },
    });
    expect((await browser.get("/auth/session")).status).toBe(404);
  });

  it("refuses a place for the routes that is outside of its prefix", async () => {
    vi.stubEnv("AUTH_URL", "https://app.test/elsewhere");
    const app = fastify5();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      return app.close();
    });
    const { config } = world("jwt");
    app.register(async (scope) => scope.register(FastifyAuth, config), { prefix: "/shop" });
    await expect(app.ready()).rejects.toThrow("The routes are configured at /elsewhere");
  });

  it.each([
    ["127.0.0.1", 200],
    ["192.0.2.0/24", 500],
  ])("in production trusts a proxy at %s alone: %s", async (trustProxy, expected) => {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const { fastify } of versions) {
      const app = fastify({ trustProxy });
      await app.register(FastifyAuth, world("jwt", { trustHost: undefined }).config);
      const headers = { host: "inner.test", "x-forwarded-host": "app.test" };
      const browser = new Visitor(await listen(app), { headers });
      expect((await browser.route("providers")).status).toBe(expected);
    }
  });

  it("takes a configuration made for each request, with its routes at one place", async () => {
    const { config } = world("jwt");
    const app = fastify5();
    const seen: string[] = [];
    await app.register(FastifyAuth, {
      prefix: "/shop",
      config: async (request) => {
        seen.push(request.url);
        return Promise.resolve({ ...config, basePath: "/ignored" });
      },
    });
    app.get("/me", { onRequest: requireUser }, async (request) => request.auth.session());
    const browser = new Visitor(await listen(app), { basePath: "/shop/auth" });
    expect((await browser.get("/me")).status).toBe(401);
    await browser.signIn(adasForm);
    expect((await browser.get("/me")).json()).toMatchObject({ user: { name: "Ada" } });
    expect(seen.at(-1)).toBe("/me");
  });

  it("answers 400 to a request whose host can't be used", async () => {
    const app = fastify5();
    await app.register(FastifyAuth, world("jwt").config);
    const browser = new Visitor(await listen(app), { headers: { host: "a b" } });
    expect((await browser.route("signin")).status).toBe(400);
  });

  it("leaves a response alone that was begun before the session is read", async () => {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    const app = fastify5();
    await app.register(FastifyAuth, config);
    app.get("/", async (request, reply) => {
      reply.hijack();
      reply.raw.write("began, ");
      reply.raw.end((await request.auth.session()) ? "and read" : "and found nobody");
      await once(reply.raw, "finish");
    });
    const browser = new Visitor(await listen(app));
    await browser.signIn(adasForm);
    expect((await browser.get("/")).text).toBe("began, and read");
  });
});
