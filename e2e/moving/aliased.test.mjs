// Published packages that build on @auth/core, unmodified, with latchkey under that name.
import { once } from "node:events";
import { createServer } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { load, prepare } from "./aliased.mjs";

beforeAll(prepare);

const config = `{
  secret: "a secret of the tests that is long enough for everybody",
  trustHost: true,
  basePath: "/api/auth",
  providers: [Credentials({
    credentials: { username: {}, password: {} },
    authorize: ({ password }) => (password === "right" ? { id: "1", name: "Ada", email: "ada@example.org" } : null),
  })],
  logger: { error() {}, warn() {} },
}`;

/** Signs in and out by what answers requests, as a browser does. */
async function visit(
  answer,
  { base = "/api/auth", checksCsrf = true, origin = "https://app.test" } = {},
) {
  const cookies = new Map();
  const ask = async (path, body) => {
    const headers = { cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join("; "), origin };
    const init = body ? { method: "POST", body: new URLSearchParams(body) } : {};
    const response = await answer(new Request(origin + path, { headers, ...init }));
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const csrfToken = async () =>
    checksCsrf ? (await (await ask(`${base}/csrf`)).json()).csrfToken : "";
  const signIn = async (password) =>
    ask(`${base}/callback/credentials`, {
      csrfToken: await csrfToken(),
      username: "ada",
      password,
    });
  const session = async () => (await ask(`${base}/session`)).json();

  await signIn("wrong");
  expect(await session()).toBeNull();
  await signIn("right");
  expect(await session()).toMatchObject({ user: { name: "Ada", email: "ada@example.org" } });
  return {
    ask,
    session,
    signOut: async () => ask(`${base}/signout`, { csrfToken: await csrfToken() }),
  };
}

/** A cookie as frameworks write it that got it taken apart. */
function lineOf(name, value, { maxAge, expires, path }) {
  const ends = maxAge === 0 || (expires && expires <= new Date()) ? "; Max-Age=0" : "";
  return `${name}=${encodeURIComponent(value)}; Path=${path}${ends}`;
}

describe("@auth/core is latchkey", () => {
  it("@hono/auth-js signs in, protects and signs out", async () => {
    const { app } = await load(
      "hono",
      `
      import { Hono } from "hono";
      import { authHandler, initAuthConfig, verifyAuth } from "@hono/auth-js";
      import Credentials from "@auth/core/providers/credentials";
      const config = ${config};
      export const app = new Hono();
      app.use("*", initAuthConfig(() => config));
      app.use("/api/auth/*", authHandler());
      app.use("/members", verifyAuth());
      app.get("/members", (c) => c.json(c.get("authUser").session.user));
    `,
    );
    const { ask, session, signOut } = await visit((request) => app.request(request));
    expect(await (await ask("/members")).json()).toMatchObject({ name: "Ada" });
    await signOut();
    expect(await session()).toBeNull();
    expect((await ask("/members")).status).toBe(401);
  });

  it("next-auth 5 signs in, protects and signs out", async () => {
    const { GET, POST, guard, NextRequest } = await load(
      "next-auth",
      `
      import NextAuth from "next-auth";
      import Credentials from "next-auth/providers/credentials";
      export { NextRequest } from "next/server";
      const { handlers, auth } = NextAuth(${config});
      export const { GET, POST } = handlers;
      export const guard = auth((request) => Response.json(request.auth?.user ?? null));
    `,
    );
    const { ask, session, signOut } = await visit((request) => {
      const asked = new NextRequest(request);
      if (!asked.nextUrl.pathname.startsWith("/api/auth")) return guard(asked, { params: {} });
      return request.method === "POST" ? POST(asked) : GET(asked);
    });
    expect(await (await ask("/members")).json()).toMatchObject({ name: "Ada" });
    await signOut();
    expect(await session()).toBeNull();
    expect(await (await ask("/members")).json()).toBeNull();
  });

  it("@auth/sveltekit signs in, tells the session and signs out", async () => {
    const { handle } = await load(
      "sveltekit",
      `
      import { SvelteKitAuth } from "@auth/sveltekit";
      import Credentials from "@auth/core/providers/credentials";
      export const { handle } = SvelteKitAuth(${config});
    `,
    );
    const { ask, session, signOut } = await visit(
      (request) => {
        const event = { request, url: new URL(request.url), locals: {}, cookies: { set() {} } };
        const resolve = async () => Response.json((await event.locals.auth())?.user ?? null);
        return handle({ event, resolve });
        // SvelteKit checks where forms come from, so that this package leaves the token out.
      },
      { base: "/auth", checksCsrf: false },
    );
    expect(await (await ask("/members")).json()).toMatchObject({ name: "Ada" });
    await signOut();
    expect(await session()).toBeNull();
  });

  it("@auth/solid-start signs in, tells the session and signs out", async () => {
    const { GET, POST, who } = await load(
      "solid-start",
      `
      import { getSession, SolidAuth } from "@auth/solid-start";
      import Credentials from "@auth/core/providers/credentials";
      const config = ${config};
      export const { GET, POST } = SolidAuth(config);
      export const who = (request) => getSession(request, config);
    `,
    );
    const { ask, session, signOut } = await visit(async (request) => {
      if (new URL(request.url).pathname === "/members") return Response.json(await who(request));
      return request.method === "POST" ? POST({ request }) : GET({ request });
    });
    expect(await (await ask("/members")).json()).toMatchObject({ user: { name: "Ada" } });
    await signOut();
    expect(await session()).toBeNull();
    expect(await (await ask("/members")).json()).toBeNull();
  });

  it("auth-astro signs in, tells the session and signs out", async () => {
    const { GET, POST, getSession } = await load(
      "astro",
      `
      export { GET, POST } from "auth-astro/src/api/[...auth].ts";
      export { getSession } from "auth-astro/server.ts";
    `,
      {
        application: `
        import Credentials from "@auth/core/providers/credentials";
        export const config = { prefix: "/api/auth", ...${config} };
      `,
      },
    );
    const { ask, session, signOut } = await visit(async (request) => {
      const path = new URL(request.url).pathname;
      if (path === "/members") return Response.json(await getSession(request));
      // Astro sends the cookies that were set on the way.
      const lines = [];
      const cookies = { set: (name, value, options) => lines.push(lineOf(name, value, options)) };
      const response = await (request.method === "POST" ? POST : GET)({ request, cookies });
      for (const line of lines) response.headers.append("set-cookie", line);
      return response;
    });
    expect(await (await ask("/members")).json()).toMatchObject({ user: { name: "Ada" } });
    await signOut();
    expect(await session()).toBeNull();
    expect(await (await ask("/members")).json()).toBeNull();
  });

  it("the request handler of @auth/qwik signs in, tells the session and signs out", async () => {
    const { onRequest } = await load(
      "qwik",
      `
      import { QwikAuth$ } from "@auth/qwik";
      import Credentials from "@auth/core/providers/credentials";
      export const { onRequest } = QwikAuth$(() => (${config}));
    `,
    );
    const { ask, session, signOut } = await visit(
      async (request) => {
        const lines = [];
        let sent;
        const sharedMap = new Map();
        const event = {
          request,
          url: new URL(request.url),
          env: { get: (name) => process.env[name] },
          headers: new Headers(),
          cookie: { set: (...args) => lines.push(lineOf(...args)) },
          sharedMap,
          send(response) {
            sent = response;
            return new Error("sent");
          },
        };
        await onRequest(event).catch((error) => {
          if (sent === undefined) throw error;
        });
        const response = sent ?? Response.json(sharedMap.get("session"));
        for (const line of lines) response.headers.append("set-cookie", line);
        return response;
      },
      // Qwik checks where forms come from, so that this package leaves the token out.
      { base: "/auth", checksCsrf: false },
    );
    expect(await (await ask("/members")).json()).toMatchObject({ user: { name: "Ada" } });
    await signOut();
    expect(await session()).toBeNull();
    expect(await (await ask("/members")).json()).toBeNull();
  });

  it("@auth/express signs in and tells the session", async () => {
    const { default: express } = await import("express4");
    const { ExpressAuth, getSession, own } = await load(
      "express",
      `
      import Credentials from "@auth/core/providers/credentials";
      export { ExpressAuth, getSession } from "@auth/express";
      export const own = ${config};
    `,
    );
    const app = express();
    app.set("trust proxy", true);
    app.use("/api/auth/*", ExpressAuth(own));
    app.get("/members", async (req, res) => res.json((await getSession(req, own))?.user ?? null));
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const inner = `http://127.0.0.1:${server.address().port}`;
    const follow = (request) => fetch(request, { redirect: "manual" });
    const { ask } = await visit(follow, { origin: inner });
    expect(await (await ask("/members")).json()).toMatchObject({ name: "Ada" });
  });
});
