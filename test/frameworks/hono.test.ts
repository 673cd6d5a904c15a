import { getRequestListener } from "@hono/node-server";
import { Hono, type Context } from "hono";
import {
  authHandler,
  AuthError,
  getAuthUser,
  HonoAuth,
  initAuthConfig,
  requireUser,
  verifyAuth,
  type AuthConfig,
  type AuthEnv,
  type ConfigHandler,
} from "latchkey/hono";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

const hono: FrameworkHost = {
  name: "Hono 4",
  calls: true,
  serve({ config, trustsProxy = false, parsesBodies = false }) {
    const app = new Hono<AuthEnv>();
    if (parsesBodies) app.use(parseBody);
    app.use(HonoAuth({ ...config, trustProxy: trustsProxy }));
    app.get("/open", (c) => c.text("open"));
    app.get("/who", async (c) => {
      await c.var.auth.session();
      return Response.json(await c.var.auth.session());
    });
    app.get("/danger", async (c) => Response.json(await c.var.auth.requireFresh({ within: 60 })));
    app.get("/account", requireUser(), (c) => c.text(c.var.user.name === "" ? "" : "inside"));
    app.route("/members", members());
    app.post("/login", async (c) => {
      try {
        return c.redirect(await c.var.auth.signIn("credentials", await c.req.formData()));
      } catch (error) {
        if (error instanceof AuthError) return c.text(error.type, 403);
        throw error;
      }
    });
    app.post("/login/op", async (c) =>
      c.redirect(await c.var.auth.signIn("op", { redirectTo: "/who" })),
    );
    app.post("/logout", async (c) => c.redirect(await c.var.auth.signOut()));
    app.post("/rename", async (c) => {
      const { name } = await c.req.parseBody<{ name: string }>();
      return Response.json(await c.var.auth.update({ user: { name } }));
    });
    return serve((...exchange) => void getRequestListener(app.fetch)(...exchange));
  },
};

function members(): Hono<AuthEnv> {
  const router = new Hono<AuthEnv>();
  router.use(requireUser());
  router.get("/one", (c) => c.text("one"));
  return router;
}

async function parseBody(c: Context, next: () => Promise<void>): Promise<void> {
  const type = c.req.header("content-type") ?? "";
  if (type.includes("json")) await c.req.json();
  else if (type.includes("form")) await c.req.parseBody();
  await next();
}

await frameworkSuite([hono]);

describe("latchkey/hono", () => {
  /** An application that was written for @hono/auth-js. */
  function moved(config: AuthConfig) {
    const app = new Hono();
    const configure: ConfigHandler = () => config;
    app.use(initAuthConfig(configure));
    app.use("/api/auth/*", authHandler());
    app.use("/api/*", verifyAuth());
    app.get("/api/me", (c) => Response.json(c.get("authUser").session));
    app.get("/maybe", async (c) => Response.json(await getAuthUser(c)));
    return serve((...exchange) => void getRequestListener(app.fetch)(...exchange));
  }

  it("has the names of @hono/auth-js", async () => {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    const browser = new Visitor(await moved(config), { basePath: "/api/auth" });
    expect((await browser.get("/api/me")).status).toBe(401);
    expect((await browser.get("/maybe")).text).toBe("null");
    await browser.signIn(adasForm);
    const me = await browser.get("/api/me");
    expect(me.json()).toMatchObject({ user: { name: ada.name } });
    expect(me.setCookies).toHaveLength(1);
    expect((await browser.get("/maybe")).json()).toMatchObject({
      session: { user: { name: ada.name } },
    });
    await browser.signOut();
    expect((await browser.get("/api/me")).status).toBe(401);
  });

  it("takes the environment of the request, and a configuration made for it", async () => {
    vi.stubEnv("AUTH_SECRET", "from the environment, and long enough: 81");
    onTestFinished(() => void vi.unstubAllEnvs());
    const config = Object.freeze({ providers: world("jwt").config.providers });
    const app = new Hono<AuthEnv>();
    app.use(HonoAuth(() => Promise.resolve(config)));
    app.get("/who", async (c) => Response.json(await c.var.auth.session()));
    const listener = getRequestListener(app.fetch);
    const browser = new Visitor(await serve((...exchange) => void listener(...exchange)));
    await browser.signIn(adasForm);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  it("says what is missing where a guard stands without the middleware", async () => {
    const app = new Hono();
    app.onError((error, c) => c.text(error.message, 500));
    app.get("/", requireUser(), (c) => c.text("inside"));
    expect(await (await app.request("/")).text()).toContain("app.use(HonoAuth(config))");
  });
});
