import { once } from "node:events";
import { Server } from "node:http";
import { node } from "@elysiajs/node";
import { Elysia } from "elysia";
import { AuthError, ElysiaAuth } from "latchkey/elysia";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { Visitor } from "../support/visitor.js";
import type { AppPlan, FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

/** What stands between Elysia and Node.js. */
function nodeServerOf(server: unknown): Server {
  const found = ["raw", "node", "server"].reduce(
    (value: unknown, name) =>
      (typeof value === "object" && value && Reflect.get(value, name)) || null,
    server,
  );
  if (isServer(found)) return found;
  throw new Error("This server is not of Node.js.");
}

function isServer(value: unknown): value is Server {
  return value instanceof Server;
}

type Listening = { listen(options: object, then: (server: unknown) => void): unknown };

async function listen(app: Listening): Promise<string> {
  const started = await new Promise<unknown>((resolve) => {
    app.listen({ port: 0, hostname: "127.0.0.1" }, resolve);
  });
  const server = nodeServerOf(started);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  if (!server.listening) await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body ? { ...body } : {};

function appFor({ config, trustsProxy = false, parsesBodies = false }: AppPlan) {
  return (
    new Elysia({ adapter: node() })
      // A body can be read once, so that whoever looks at it first takes a copy.
      .onRequest(async ({ request }) => {
        if (parsesBodies) await request.clone().text();
      })
      .use(ElysiaAuth({ ...config, trustProxy: trustsProxy }))
      .get("/open", () => "open")
      .get("/who", async ({ auth }) => {
        await auth.session();
        return Response.json(await auth.session());
      })
      .get("/danger", ({ auth }) => auth.requireFresh({ within: 60 }))
      .get("/account", () => "inside", { requireUser: true })
      .get("/cart", () => "cart", { requireUser: { guests: true } })
      .group("/members", { requireUser: true }, (members) =>
        members
          .get("/one", () => "one")
          .all("/*", ({ status }) => status(404, "There is nothing.")),
      )
      .post("/login", async ({ auth, body, redirect, status }) => {
        try {
          return redirect(await auth.signIn("credentials", fieldsOf(body)), 303);
        } catch (error) {
          if (error instanceof AuthError) return status(403, error.type);
          throw error;
        }
      })
      .post("/login/op", async ({ auth, redirect }) =>
        redirect(await auth.signIn("op", { redirectTo: "/who" }), 303),
      )
      .post("/logout", async ({ auth, redirect }) => redirect(await auth.signOut(), 303))
      .post("/rename", ({ auth, body }) => {
        const { name } = fieldsOf(body);
        return auth.update({ user: { name: typeof name === "string" ? name : "" } });
      })
  );
}

const host: FrameworkHost = {
  name: "Elysia 1 on Node.js",
  calls: true,
  serve: (plan) => listen(appFor(plan)),
};

await frameworkSuite([host]);

describe("latchkey/elysia", () => {
  it("takes the environment, and a configuration made for a request", async () => {
    vi.stubEnv("AUTH_SECRET", "from the environment, and long enough: 81");
    onTestFinished(() => void vi.unstubAllEnvs());
    const config = Object.freeze({ providers: world("jwt").config.providers });
    const app = new Elysia({ adapter: node() })
      .use(ElysiaAuth(() => Promise.resolve(config)))
      .get("/who", async ({ auth }) => Response.json(await auth.session()));
    const browser = new Visitor(await listen(app));
    await browser.signIn(adasForm);
    expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
  });

  it("its cookies come beside those of the application, of a refusal and of an error", async () => {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    const app = new Elysia({ adapter: node() })
      .use(ElysiaAuth(config))
      .get("/set", async ({ auth, set }) => {
        set.headers["set-cookie"] = "mine=1";
        return (await auth.session())?.user?.name;
      })
      .get("/answer", async ({ auth }) => {
        await auth.session();
        return new Response("", { headers: { "set-cookie": "mine=1" } });
      })
      .get("/fail", async ({ auth }) => {
        await auth.session();
        throw new Error("of the application");
      });
    const browser = new Visitor(await listen(app));
    await browser.signIn(adasForm);
    const names = async (path: string) =>
      (await browser.get(path)).setCookies.map((line) => line.split("=", 1)[0]).sort();
    expect(await names("/set")).toEqual(["authjs.session-token", "mine"]);
    expect(await names("/answer")).toEqual(["authjs.session-token", "mine"]);
    expect(await names("/fail")).toEqual(["authjs.session-token"]);
  });

  it("a plugin of the application has a guard of its own", async () => {
    const { config } = world("jwt");
    const inner = new Elysia()
      .use(ElysiaAuth(config))
      .guard({ requireUser: true })
      .get("/inner", () => "inside");
    const app = new Elysia({ adapter: node() }).get("/outer", () => "outside").use(inner);
    const browser = new Visitor(await listen(app));
    expect((await browser.get("/outer")).text).toBe("outside");
    expect((await browser.get("/inner")).status).toBe(401);
    await browser.signIn(adasForm);
    expect((await browser.get("/inner")).text).toBe("inside");
  });

  it("a path in another spelling is as protected", async () => {
    const { config } = world("jwt");
    const browser = new Visitor(await host.serve({ config }));
    for (const path of [
      "/%61ccount",
      "/account/",
      "//account",
      "/members/%6fne",
      "/members//one",
    ]) {
      expect((await browser.get(path)).text).not.toMatch(/inside|^one$/);
    }
  });
});
