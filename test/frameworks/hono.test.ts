import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import {
  authHandler,
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
import { honoHost } from "./hono-app/host.js";
import { frameworkSuite } from "./suite/index.js";

await frameworkSuite([honoHost("Hono 4")]);

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
