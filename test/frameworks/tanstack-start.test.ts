import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor, type Message } from "../support/visitor.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";
import { hushConsole } from "./suite/world.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const output = `${root}.cache/tanstack-start/`;

interface Entry {
  readonly default: { fetch(request: Request): Response | Promise<Response> };
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "default" in value;
}

/** Builds the application for production. Its server takes a Request, and gives a Response. */
async function build(): Promise<Entry["default"]> {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const cwd = `${root}test/frameworks/tanstack-start-app`;
  await promisify(execFile)(process.execPath, [vite, "build"], { cwd });
  const entry: unknown = await import(pathToFileURL(`${output}server/server.js`).href);
  if (!isEntry(entry)) throw new Error("TanStack Start built something else.");
  return entry.default;
}

const app = await build();

const host: FrameworkHost = {
  name: "TanStack Start 1",
  calls: true,
  // Its development server does; the build is served by another server here.
  tellsPeer: false,
  serve(plan) {
    Reflect.set(globalThis, "latchkeySuitePlan", plan);
    const listener = getRequestListener((request) => app.fetch(request));
    return serve((...exchange) => void listener(...exchange));
  },
};

await frameworkSuite([host]);

describe("latchkey/tanstack-start", () => {
  const site = "http://app.test";
  const html = { accept: "text/html" };

  async function visit(): Promise<Visitor> {
    const { config } = world("jwt", { session: { strategy: "jwt", updateAge: 0 } });
    return new Visitor(await host.serve({ config }), {
      headers: { host: "app.test", origin: site },
    });
  }

  /** Calls a server function as the client does. */
  const call = (browser: Visitor, name: string, more: Partial<Message> = {}) =>
    browser.send({
      path: `/_serverFn/${name}`,
      ...more,
      headers: { "x-tsr-serverfn": "true", "sec-fetch-site": "same-origin", ...more.headers },
    });

  it("a page knows the session by its loader, and its response renews the cookie", async () => {
    const browser = await visit();
    expect((await browser.send({ path: "/page", headers: html })).text).toContain("Hello nobody");
    await browser.signIn(adasForm);
    const page = await browser.send({ path: "/page", headers: html });
    expect(page.text).toContain(`Hello ${ada.name}`);
    expect(page.setCookies).toHaveLength(1);
  });

  it("a server function knows the session, and its answer renews the cookie", async () => {
    const browser = await visit();
    await browser.signIn(adasForm);
    const answer = await call(browser, "whoAmI");
    expect([answer.status, answer.text.includes(ada.name)]).toEqual([200, true]);
    expect(answer.setCookies).toHaveLength(1);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });

  it("a protected server function leads its caller to the sign-in page, and back to the page", async () => {
    const browser = await visit();
    const referer = { referer: `${site}/inner?a=1` };
    const refused = await call(browser, "secretOf", { headers: referer });
    const href = `/auth/signin?callbackUrl=${encodeURIComponent(`${site}/inner?a=1`)}`;
    expect(refused.json()).toMatchObject({
      href,
      statusCode: 302,
      reloadDocument: true,
      isSerializedRedirect: true,
    });
    const page = await browser.send({ path: "/inner?a=1", headers: html });
    expect([page.status, page.headers.location]).toEqual([302, href]);
    const program = await browser.get("/_serverFn/secretOf");
    expect([program.status, program.text.includes("secret")]).toEqual([401, false]);
    await browser.signIn(adasForm);
    expect((await call(browser, "secretOf")).text).toContain(`The secret of ${ada.name}`);
    const inner = await browser.send({ path: "/inner", headers: html });
    expect(inner.text).toContain(`The secret of ${ada.name}`);
  });

  it("a protected server function stays closed to the application's own sign-in page", async () => {
    const { config } = world("jwt", { pages: { signIn: "/inner" } });
    const origin = await host.serve({ config });
    const browser = new Visitor(origin, { headers: { host: "app.test" } });
    const page = await browser.send({ path: "/inner", headers: html });
    expect([page.status, page.text.includes("The secret of")]).toEqual([302, false]);
  });

  it("server functions sign in and out", async () => {
    const browser = await visit();
    const sending = {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...adasForm, redirectTo: "/page" }).toString(),
    };
    expect((await call(browser, "enter", sending)).text).toContain(`${site}/page`);
    expect((await call(browser, "whoAmI")).text).toContain(ada.name);
    const left = await call(browser, "leave", { method: "POST" });
    expect(left.text).toContain(`${site}/open`);
    expect(browser.sessionCookies()).toEqual([]);
    expect((await call(browser, "whoAmI")).text).toContain("nobody");
  });

  it("a server function that redirects keeps its cookies", async () => {
    const browser = await visit();
    await browser.signIn(adasForm);
    const left = await call(browser, "leaveAndGo", { method: "POST" });
    expect(left.json()).toMatchObject({ href: "/open", isSerializedRedirect: true });
    expect(browser.sessionCookies()).toEqual([]);
  });

  it("a page of a protected tree is protected", async () => {
    const browser = await visit();
    const refused = await browser.send({ path: "/members/page", headers: html });
    expect([refused.status, refused.text.includes("members' page")]).toEqual([302, false]);
    await browser.signIn(adasForm);
    const page = await browser.send({ path: "/members/page", headers: html });
    expect(page.text).toContain("A members&#x27; page");
  });

  it("while the store is away a page that asks is 503", async () => {
    hushConsole();
    const { adapter, config } = world("database");
    const getSessionAndUser = () => Promise.reject(new Error("connection lost"));
    const away = { ...config, adapter: { ...adapter, getSessionAndUser } };
    const browser = new Visitor(await host.serve({ config: away }), {
      headers: { host: "app.test", cookie: "authjs.session-token=something" },
    });
    for (const path of ["/page", "/inner", "/members/page"]) {
      const answer = await browser.send({ path, headers: html });
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.text).not.toMatch(/connection lost|Hello|secret of|members'/);
    }
    expect((await call(browser, "whoAmI")).status).toBe(503);
  });

  it("a path in another spelling is as protected", async () => {
    const browser = await visit();
    for (const path of [
      "/%61ccount",
      "/account/",
      "/members/%6fne",
      "//account",
      "/members//one",
    ]) {
      expect((await browser.get(path)).text).not.toMatch(/inside|^one$/);
    }
  });

  it("nothing of the configuration is sent to browsers", () => {
    const assets = `${output}client/assets/`;
    const texts = readdirSync(assets).map((file) => readFileSync(assets + file, "utf8"));
    expect(texts.join("\n")).not.toMatch(/latchkeySuitePlan|callbackUrl|session-token/);
  });
});
