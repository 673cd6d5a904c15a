/** The parts of the module, without Nuxt. What Nuxt builds with it is tried by `npm run test:long -- --only nuxt`. */
import { createApp, createEvent, eventHandler, toNodeListener, type H3Event } from "h3v1";
import { getAuth } from "latchkey/h3";
import latchkey from "latchkey/nuxt";
import { askPassage, readKnownSession } from "latchkey/nuxt/app";
import { NuxtServerAuth } from "latchkey/nuxt/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import Guest from "latchkey/providers/guest";
import { ada, adasForm, people, world, type TestConfig } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";
import { hushConsole } from "./suite/world.js";

const site = "http://app.test";
const html = { accept: "text/html" };

/** Routes that answer with what a page would be told. */
const pages: Record<string, (event: H3Event) => Promise<unknown>> = {
  "/page": (event) => readKnownSession(event, "/auth"),
  "/inner": (event) => askPassage(event, "/inner"),
  "/cart-page": (event) => askPassage(event, "/cart-page", { guests: true }),
  "/kept": (event) => readKnownSession(asKept(event), "/auth"),
  "/inside-kept": (event) => askPassage(asKept(event), "/inside-kept").catch(String),
  "/printed": (event) => {
    event.node.req.headers["x-nitro-prerender"] = "/printed";
    return readKnownSession(event, "/auth");
  },
  "/members/one": () => Promise.resolve("one"),
  "/members/cart": () => Promise.resolve("cart"),
};

/** As Nitro renders what it keeps for everybody: another request, the same context. */
function asKept({ node, context }: H3Event): H3Event {
  const kept = createEvent(new Proxy(node.req, {}), node.res);
  kept.context = context;
  return kept;
}

/** What Nitro makes of the module: a hook before all middleware, and a middleware. */
async function open(config: TestConfig): Promise<Visitor> {
  const routeRules = {
    "/members/**": { requireUser: true },
    "/members/cart": { requireUser: { guests: true } },
  };
  const auth = NuxtServerAuth(() => config, { basePath: "/auth", routeRules });
  const app = createApp({ onRequest: auth.begin });
  const noticed = async (event: H3Event) => Response.json(await getAuth(event).session());
  app.use("/noticed", eventHandler(noticed));
  app.use(eventHandler(auth.handler));
  for (const [path, work] of Object.entries(pages)) {
    app.use(
      path,
      eventHandler(async (event) => Response.json(await work(event))),
    );
  }
  const origin = await serve((...exchange) => void toNodeListener(app)(...exchange));
  return new Visitor(origin, { headers: { host: "app.test", origin: site } });
}

const always = { session: { strategy: "jwt", updateAge: 0 } } as const;

describe("latchkey/nuxt", () => {
  it("tells a page who is signed in, where the routes are, and that no cache may keep it", async () => {
    const browser = await open(world("jwt", { ...always, basePath: "/login" }).config);
    const nobody = await browser.get("/page");
    expect(nobody.json()).toEqual({ basePath: "/login", session: null });
    expect(nobody.headers["cache-control"]).toBeUndefined();
  });

  it("tells a page of the session, and renews its cookie", async () => {
    const browser = await open(world("jwt", always).config);
    await browser.signIn(adasForm);
    for (const path of ["/page", "/noticed"]) {
      const answer = await browser.get(path);
      expect([path, answer.text.includes(ada.name), answer.setCookies.length]).toEqual([
        path,
        true,
        1,
      ]);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
    }
  });

  it("tells the log, and no visitor, what is wrong with a configuration", async () => {
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv("AUTH_SECRET", undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { config } = world("jwt", { secret: undefined });
    const logged: string[] = [];
    const logger = { error: (code: string) => void logged.push(code) };
    const browser = await open({ ...config, logger });
    for (const path of ["/page", "/inner"]) {
      const answer = await browser.get(path);
      expect([answer.status, /secret/i.test(answer.text)]).toEqual([500, false]);
    }
    await vi.waitFor(() => expect(logged).toContain("MissingSecret"));
  });

  it("puts nobody's session into what is kept for everybody, and shows nothing that is protected there", async () => {
    const logged: string[] = [];
    const logger = { error: (code: string) => void logged.push(code) };
    const browser = await open(world("jwt", { ...always, logger }).config);
    await browser.signIn(adasForm);
    for (const path of ["/kept", "/printed"]) {
      expect((await browser.get(path)).json()).toEqual({ basePath: "/auth" });
    }
    expect((await browser.get("/inside-kept")).text).toContain(
      "unknown whether the user is signed in",
    );
    await vi.waitFor(() => expect(logged).toEqual(["Error"]));
  });

  it("says who may go to a page, and where the others go", async () => {
    const browser = await open(world("jwt").config);
    const asked = () => browser.send({ path: "/inner?a=1", headers: html });
    const location = `${site}/auth/signin?callbackUrl=${encodeURIComponent(`${site}/inner?a=1`)}`;
    expect((await asked()).json()).toEqual({ status: 302, location });
    expect((await browser.get("/inner")).json()).toMatchObject({ status: 401 });
    await browser.signIn(adasForm);
    expect((await asked()).json()).toEqual({ status: 200 });
  });

  it("closes what route rules say", async () => {
    const browser = await open(world("jwt").config);
    expect((await browser.send({ path: "/members/one", headers: html })).status).toBe(302);
    expect((await browser.get("/members/one")).status).toBe(401);
    expect((await browser.get("/MEMBERS/%6fne")).status).toBe(401);
    await browser.signIn(adasForm);
    expect((await browser.get("/members/one")).json()).toBe("one");
  });

  it("lets guests in where a route rule or a page says so, and nowhere else", async () => {
    const { adapter, config } = world("jwt", { providers: [people, Guest()] });
    const browser = await open({ ...config, adapter });
    expect((await browser.get("/members/cart")).status).toBe(401);
    expect((await browser.get("/cart-page")).json()).toMatchObject({ status: 401 });
    await browser.submit("callback/guest", {});
    expect((await browser.get("/members/cart")).json()).toBe("cart");
    expect((await browser.get("/cart-page")).json()).toEqual({ status: 200 });
    expect((await browser.get("/members/one")).status).toBe(401);
    expect((await browser.get("/inner")).json()).toMatchObject({ status: 401 });
  });

  it("leaves it to the browser while the store is away, and lets nobody to what is protected", async () => {
    hushConsole();
    const { adapter, config } = world("database");
    const getSessionAndUser = () => Promise.reject(new Error("connection lost"));
    const browser = await open({ ...config, adapter: { ...adapter, getSessionAndUser } });
    browser.cookies.set("authjs.session-token", "something");
    expect((await browser.get("/page")).json()).toEqual({ basePath: "/auth" });
    expect((await browser.get("/inner")).json()).toMatchObject({ status: 503 });
    expect((await browser.get("/members/one")).status).toBe(503);
  });

  it("is a module that Nuxt can name", async () => {
    expect(await latchkey.getMeta()).toMatchObject({
      name: "latchkey/nuxt",
      configKey: "latchkey",
    });
  });
});
