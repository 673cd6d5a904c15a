import express from "express";
import { Hono } from "hono";
import { MiddlewareAuth } from "latchkey/express";
import { authHandler, initAuthConfig } from "latchkey/hono";
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
import { nextRequest } from "../support/next/requests.js";
import { oidc, signIn as signInAtProvider } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

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
  ])("a `basePath` other than where the handler is mounted, with %s: once", async (_, mounted) => {
    const { config, log } = world("jwt", { basePath: "/elsewhere" });
    const send = mounted(config);
    for (const path of ["/login/logo.png", "/elsewhere/session", "/elsewhere/nothing"]) {
      await send(path);
    }
    expect(warnings(log)).toEqual([]);
    for (const path of ["/login/session", "/login/callback/github"]) await send(path);
    expect(warnings(log)).toHaveLength(1);
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

  it("a body that was read before: isn't blamed on cookies", async () => {
    const app = express();
    app.use((req, _, next) => {
      req.resume();
      req.on("end", next);
    });
    app.use("/auth", MiddlewareAuth({ providers: [people], secret, trustHost: true }));
    const server = app.listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const body = new URLSearchParams({ ...adasForm, csrfToken: "any" });
    const url = `http://127.0.0.1:${port}/auth/callback/credentials`;
    const response = await fetch(url, { method: "POST", body, redirect: "manual" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("was already read");
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
