import { Elysia } from "elysia";
import express from "express";
import { H3 } from "h3";
import { createApp, eventHandler, toNodeListener } from "h3v1";
import { Hono } from "hono";
import Koa from "koa";
import mount from "koa-mount";
import { MiddlewareAuth } from "latchkey/express";
import { ElysiaAuth, type ElysiaAuthConfig as ProxiedConfig } from "latchkey/elysia";
import { H3Auth } from "latchkey/h3";
import { authHandler, HonoAuth, initAuthConfig } from "latchkey/hono";
import { KoaAuth, type KoaAuthState } from "latchkey/koa";
import NextAuth from "latchkey/next";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Auth } from "latchkey";
import {
  adasForm,
  people,
  recorder,
  secret,
  world,
  type Recorder,
  type TestConfig,
} from "../support/config.js";
import { location } from "../support/client.js";
import { serve } from "../support/express-host.js";
import { nextRequest } from "../support/next/requests.js";
import { oidc, signIn as signInAtProvider } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { Visitor } from "../support/visitor.js";

const provider = {
  id: "op",
  name: "Op",
  type: "oidc" as const,
  issuer: "https://op.example",
  clientId: "client",
  clientSecret: "client secret",
};

/** Warnings, each as its code and text. */
const warnings = ({ entries }: Recorder) =>
  entries.flatMap(({ level, code, message }) =>
    level === "warn" ? [`${code}: ${message.map(String).join(" ")}`] : [],
  );

const lostForm = new URLSearchParams({ ...adasForm, csrfToken: "any" }).toString();

const inChunks = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

describe("mistakes that weren't told", () => {
  it("no client id: when the application starts", async () => {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    const log = recorder();
    const providers = [{ ...provider, clientId: undefined }];
    const app = express();
    app.use("/auth", MiddlewareAuth({ providers, secret, trustHost: true, logger: log.logger }));
    await expect.poll(() => warnings(log).join()).toContain("client-id-missing");
    expect(warnings(log).join()).toContain("AUTH_OP_ID");
  });

  it.each([
    ["clientId", "AUTH_OP_ID", { clientId: "client\n" }],
    ["clientSecret", "AUTH_OP_SECRET", { clientSecret: " client secret" }],
  ])("a blank at an end of `%s`: names the variable", async (option, variable, given) => {
    const { browser, log } = world("jwt", { providers: [{ ...provider, ...given }] });
    await browser().get("providers");
    expect(warnings(log)).toHaveLength(1);
    expect(warnings(log).join()).toMatch(/^client-blank/);
    expect(warnings(log).join()).toContain(option);
    expect(warnings(log).join()).toContain(variable);
  });

  it.each<[string, (config: TestConfig) => (path: string) => unknown]>([
    ["Auth()", (config) => (path) => Auth(new Request(`https://app.test${path}`), config)],
    ["Next.js", (config) => (path) => NextAuth(config).handlers.GET(nextRequest(path))],
    [
      "Hono",
      (config) => {
        const app = new Hono();
        app.use(initAuthConfig(() => config));
        app.use(authHandler());
        return (path) => app.request(path);
      },
    ],
    [
      "Koa",
      (config) => async (path) => {
        const app = new Koa<KoaAuthState>();
        app.use(mount("/login", KoaAuth(config)));
        const handle = app.callback();
        const site = await serve((...exchange) => void handle(...exchange));
        return new Visitor(site).get(path);
      },
    ],
    [
      "HonoAuth()",
      (config) => {
        const app = new Hono();
        app.use("/login/*", HonoAuth(config));
        return (path) => app.request(path);
      },
    ],
    [
      "h3",
      (config) => {
        const app = new H3();
        app.use("/login/**", H3Auth(config));
        return (path) => app.request(path);
      },
    ],
    [
      "h3 1",
      (config) => async (path) => {
        const app = createApp();
        app.use("/login", eventHandler(H3Auth(config)));
        return new Visitor(await serve(toNodeListener(app))).get(path);
      },
    ],
  ])("a `basePath` other than where the handler is mounted, with %s: once", async (_, mounted) => {
    const { config, log } = world("jwt", { basePath: "/elsewhere" });
    const send = mounted(config);
    for (const path of ["/login/logo.png", "/elsewhere/session", "/elsewhere/nothing"]) {
      await send(path);
    }
    expect(warnings(log)).toEqual([]);
    for (const path of ["/login/session", "/login/callback/github"]) await send(path);
    await expect.poll(() => warnings(log)).toHaveLength(1);
    expect(warnings(log)[0]).toMatch(/^env-url-basepath-mismatch: .*"\/login".*"\/elsewhere"/);
  });

  it("no email address from a provider: says how to get one, during development", async () => {
    const rogue = await RogueProvider.start();
    onTestFinished(() => rogue.stop());
    const given = {
      providers: [oidc(rogue, { profile: () => ({ id: rogue.person.sub, name: "Pat" }) })],
    };
    const stored = world("database", given);
    await signInAtProvider(stored.browser(), rogue);
    expect(warnings(stored.log).join()).toMatch(/^email-missing.*"rogue".*scope/);
    const unstored = world("jwt", given);
    await signInAtProvider(unstored.browser(), rogue);
    expect(warnings(unstored.log)).toEqual([]);
  });

  it.each<[string, (RequestInit & { duplex?: "half" }) | undefined, number, string]>([
    ["with its length", { body: lostForm }, 400, "was already read"],
    ["in chunks", { body: inChunks(lostForm), duplex: "half" }, 400, "was already read"],
    ["that is empty", undefined, 303, ""],
  ])("a body that was read before, %s: isn't blamed on cookies", async (_, init, status, told) => {
    const app = express();
    app.use((req, __, next) => {
      req.resume();
      req.on("end", next);
    });
    app.use("/auth", MiddlewareAuth({ providers: [people], secret, trustHost: true }));
    const site = await serve(app);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const given: RequestInit = { method: "POST", headers, redirect: "manual", ...init };
    const response = await fetch(`${site}/auth/callback/credentials`, given);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(told);
  });

  it("the same for a web request", async () => {
    const body = new URLSearchParams({ ...adasForm, csrfToken: "any" });
    const request = new Request("https://app.test/auth/callback/credentials", {
      method: "POST",
      body,
    });
    await request.text();
    const response = await Auth(request, { providers: [people], secret, trustHost: true });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Mount Latchkey's handler before it");
  });

  /** Behind a proxy, the request has to be copied. */
  const proxied = { "x-forwarded-proto": "https", "x-forwarded-host": "app.test" };

  it.each<[string, (config: ProxiedConfig) => (request: Request) => Promise<Response>]>([
    [
      "Hono",
      (config) => {
        const app = new Hono();
        app.use(async (c, next) => {
          await c.req.raw.text();
          await next();
        });
        app.use(HonoAuth(config));
        return async (request) => app.request(request);
      },
    ],
    [
      "h3",
      (config) => {
        const app = new H3();
        app.use(async (event, next) => {
          await event.req.text();
          return next();
        });
        app.use(H3Auth(config));
        return async (request) => app.request(request);
      },
    ],
    [
      "Elysia",
      (config) => {
        const app = new Elysia()
          .onRequest(async ({ request }) => void (await request.text()))
          .use(ElysiaAuth(config));
        return (request) => app.handle(request);
      },
    ],
    [
      "Next.js",
      ({ trustProxy: _, ...config }) =>
        async (request) => {
          const init = { method: "POST", headers: request.headers, body: await request.text() };
          const arrived = nextRequest("/auth/callback/credentials", init);
          await arrived.text();
          return NextAuth({ ...config, basePath: "/auth" }).handlers.POST(arrived);
        },
    ],
  ])("a body that an application on %s has read: isn't blamed on cookies", async (_, mounted) => {
    const { config } = world("jwt");
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const withLength = { ...type, "content-length": String(lostForm.length) };
    const variants = [type, withLength].flatMap((headers) => [
      [false, headers] as const,
      [true, { ...headers, ...proxied }] as const,
    ]);
    for (const [trustProxy, headers] of variants) {
      const init = { method: "POST", body: lostForm, headers };
      const request = new Request("http://app.test/auth/callback/credentials", init);
      const response = await mounted({ ...config, trustProxy })(request);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("was already read");
    }
  });

  it("a callbackUrl of another site: says why it was dropped, once", async () => {
    const { browser, log } = world("jwt");
    const callbackUrl = "https://elsewhere.test/page";
    const ours = browser();
    for (let time = 0; time < 2; time++) {
      await ours.submit("callback/credentials", { ...adasForm, callbackUrl });
    }
    expect(warnings(log)).toHaveLength(1);
    expect(warnings(log).join()).toMatch(/callback-url.*elsewhere\.test.*callbacks\.redirect/);
    const own = world("jwt");
    await own.browser().submit("callback/credentials", {
      ...adasForm,
      callbackUrl: "https://app.test/page",
    });
    expect(warnings(own.log)).toEqual([]);
  });

  it("a form of another origin: the advice isn't to reload", async () => {
    const { browser, log } = world("jwt");
    const headers = { origin: "https://www.app.test", "sec-fetch-site": null };
    const response = await browser().submit("callback/credentials", adasForm, { headers });
    expect(location(response)).toContain("error=MissingCSRF");
    const told = JSON.stringify(log.entries);
    expect(told).not.toContain("Reload");
    expect(told).toContain("set AUTH_URL to it");
  });
});
