import { H3, html, readFormData, redirect, toNodeHandler, type H3Event } from "h3";
import {
  createApp,
  createRouter,
  eventHandler,
  readBody as readBody1,
  readFormData as readFormData1,
  readRawBody,
  sendRedirect,
  setResponseStatus,
  toNodeListener,
  useBase,
  type H3Event as H3Event1,
} from "h3v1";
import { AuthError, getAuth, H3Auth, requireUser } from "latchkey/h3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

const version2: FrameworkHost = {
  name: "h3 2",
  calls: true,
  serve({ config, trustsProxy = false, parsesBodies = false }) {
    const app = new H3();
    // A body can be read once, so that whoever looks at it first takes a copy.
    if (parsesBodies) app.use(async (event) => void (await event.req.clone().text()));
    app.use(H3Auth({ ...config, trustProxy: trustsProxy }));
    app.use("/members/**", requireUser());
    app.get("/open", () => "open");
    app.get("/who", async ({ context: { auth } }) => {
      await auth.session();
      return Response.json(await auth.session());
    });
    app.get("/danger", async ({ context: { auth } }) =>
      Response.json(await auth.requireFresh({ within: 60 })),
    );
    app.get("/account", () => "inside", { middleware: [requireUser()] });
    app.get("/cart", () => "cart", { middleware: [requireUser({ guests: true })] });
    app.get("/members/one", () => "one");
    app.post("/login", (event) =>
      answered(event, async () =>
        redirect(await event.context.auth.signIn("credentials", await readFormData(event))),
      ),
    );
    app.post("/login/op", async ({ context: { auth } }) =>
      redirect(await auth.signIn("op", { redirectTo: "/who" })),
    );
    app.post("/logout", async ({ context: { auth } }) => redirect(await auth.signOut()));
    app.post("/rename", async (event) => {
      const { name = "" } = Object.fromEntries(new URLSearchParams(await event.req.text()));
      return Response.json(await event.context.auth.update({ user: { name } }));
    });
    return serve((...exchange) => void toNodeHandler(app)(...exchange));
  },
};

async function answered(event: H3Event, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    event.res.status = 403;
    return error.type;
  }
}

const version1: FrameworkHost = {
  name: "h3 1",
  calls: true,
  serve({ config, trustsProxy = false, parsesBodies = false }) {
    const app = createApp();
    if (parsesBodies) app.use(eventHandler(parseBody));
    app.use(eventHandler(H3Auth({ ...config, trustProxy: trustsProxy })));
    app.use("/members", eventHandler(requireUser()));
    const router = createRouter();
    router.get(
      "/open",
      eventHandler(() => "open"),
    );
    router.get(
      "/who",
      eventHandler(async (event) => {
        await getAuth(event).session();
        return Response.json(await getAuth(event).session());
      }),
    );
    router.get(
      "/danger",
      eventHandler(async (event) =>
        Response.json(await getAuth(event).requireFresh({ within: 60 })),
      ),
    );
    router.get("/account", eventHandler({ onRequest: [guard], handler: () => "inside" }));
    router.get("/cart", eventHandler({ onRequest: [guestGuard], handler: () => "cart" }));
    router.get(
      "/members/one",
      eventHandler(() => "one"),
    );
    router.post(
      "/login",
      eventHandler(async (event) => {
        try {
          const form = await readFormData1(event);
          return await sendRedirect(event, await getAuth(event).signIn("credentials", form));
        } catch (error) {
          if (!(error instanceof AuthError)) throw error;
          setResponseStatus(event, 403);
          return error.type;
        }
      }),
    );
    router.post(
      "/login/op",
      eventHandler(async (event) =>
        sendRedirect(event, await getAuth(event).signIn("op", { redirectTo: "/who" })),
      ),
    );
    router.post(
      "/logout",
      eventHandler(async (event) => sendRedirect(event, await getAuth(event).signOut())),
    );
    router.post(
      "/rename",
      eventHandler(async (event) => {
        const { name } = await readBody1<{ name: string }>(event);
        return Response.json(await getAuth(event).update({ user: { name } }));
      }),
    );
    app.use(router);
    return serve((...exchange) => void toNodeListener(app)(...exchange));
  },
};

async function guard(event: H3Event1): Promise<void> {
  await requireUser()(event);
}

async function guestGuard(event: H3Event1): Promise<void> {
  await requireUser({ guests: true })(event);
}

async function parseBody(event: H3Event1): Promise<void> {
  if (event.method === "POST") await readRawBody(event);
}

await frameworkSuite([version2, version1]);

describe("latchkey/h3", () => {
  it("takes the environment, and a configuration made for an event", async () => {
    vi.stubEnv("AUTH_SECRET", "from the environment, and long enough: 81");
    onTestFinished(() => void vi.unstubAllEnvs());
    const config = Object.freeze({ providers: world("jwt").config.providers });
    const app = new H3();
    app.use(H3Auth(() => Promise.resolve(config)));
    app.get("/who", async (event) => Response.json(await getAuth(event).session()));
    const browser = new Visitor(await serve((...exchange) => void toNodeHandler(app)(...exchange)));
    await browser.signIn(adasForm);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  it("knows its routes in an application that version 1 mounted below a path", async () => {
    const { config } = world("jwt", { basePath: "/shop/auth" });
    const shop = createApp();
    shop.use(eventHandler(H3Auth(config)));
    shop.use(
      "/who",
      eventHandler(async (event) => Response.json(await getAuth(event).session())),
    );
    const app = createApp();
    app.use("/shop", useBase("/", shop.handler));
    const origin = await serve((...exchange) => void toNodeListener(app)(...exchange));
    const browser = new Visitor(origin, { basePath: "/shop/auth" });
    await browser.signIn(adasForm);
    expect((await browser.get("/shop/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  it("says what is missing where a guard stands without the middleware", async () => {
    const app = new H3({ onError: (error) => html(error.message), silent: true });
    app.get("/", () => "inside", { middleware: [requireUser()] });
    expect(await (await app.request("/")).text()).toContain("H3Auth(config)");
  });
});
