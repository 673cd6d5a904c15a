/** What Nuxt built of e2e/nuxt/app and examples/nuxt. Run by e2e/nuxt/run.mjs, which builds them before. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openBrowser } from "../support/browser.js";
import { ada, adasForm, world, type TestConfig } from "../support/config.js";
import { freePort } from "../support/services/ports.js";
import { Visitor } from "../support/visitor.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";
import { renaming } from "./suite/sign-in.js";
import { hushConsole } from "./suite/world.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = `${root}.cache/nuxt/app/.output/`;
const site = "http://app.test";
const html = { accept: "text/html" };

async function answers(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(`${origin}/open`).catch(() => undefined);
    if (answer) return;
    await pause(50);
  }
  throw new Error(`Nothing listens at ${origin}.`);
}

/**
 * The built server listens as soon as it is loaded, here in this process, so that it finds the plans of the suite.
 * It holds the parts of Vue for production alone, which are loaded with the first page.
 */
async function listen(): Promise<string> {
  const port = String(await freePort());
  Object.assign(process.env, { NITRO_PORT: port, NITRO_HOST: "127.0.0.1" });
  await import(pathToFileURL(`${built}server/index.mjs`).href);
  const address = `http://127.0.0.1:${port}`;
  await answers(address);
  Reflect.set(globalThis, "latchkeySuitePlan", { config: world("jwt").config });
  await fetch(`${address}/page`);
  Object.assign(process.env, { NODE_ENV: "test" });
  return address;
}

const origin = await listen();

const host: FrameworkHost = {
  name: "Nuxt 4",
  calls: true,
  serve(plan) {
    Reflect.set(globalThis, "latchkeySuitePlan", plan);
    return Promise.resolve(origin);
  },
};

await frameworkSuite([host]);

async function visit(config: Partial<TestConfig> = {}): Promise<Visitor> {
  const made = world("jwt", { session: { strategy: "jwt", updateAge: 0 }, ...config });
  await host.serve({ config: made.config });
  return new Visitor(origin, { headers: { host: "app.test", origin: site } });
}

describe("latchkey/nuxt", () => {
  const signedIn = async (config?: Partial<TestConfig>): Promise<Visitor> => {
    const browser = await visit(config);
    await browser.signIn(adasForm);
    return browser;
  };
  const see = (browser: Visitor, path: string) => browser.send({ path, headers: html });

  it("a page is rendered with the session, which goes to the browser with it, and renews the cookie", async () => {
    const browser = await visit();
    const nobody = await see(browser, "/page");
    expect(nobody.text).toContain("Hello nobody");
    expect(nobody.text).toContain("unauthenticated");
    await browser.signIn(adasForm);
    const page = await see(browser, "/page");
    expect(page.text).toContain(`Hello ${ada.name}`);
    expect(page.setCookies).toHaveLength(1);
    expect(page.headers["cache-control"]).toBe("private, no-store");
  });

  it("a page with the session in it is not kept, also where no cookie is due", async () => {
    const browser = await signedIn({ session: { strategy: "jwt" } });
    const page = await see(browser, "/page");
    expect([page.setCookies, page.headers["cache-control"]]).toEqual([[], "private, no-store"]);
  });

  it("a page that is kept for everybody holds nobody's session", async () => {
    const browser = await signedIn();
    for (const path of ["/kept", "/kept", "/printed"]) {
      const page = await see(browser, path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain("Hello nobody, loading");
      expect(page.text).not.toContain(ada.name);
    }
  });

  it("a page that is both protected and kept is not shown to anybody", async () => {
    hushConsole();
    const browser = await signedIn();
    const page = await see(browser, "/kept-inner");
    expect([page.status, page.text.includes("kept secret")]).toEqual([500, false]);
  });

  it("a page with the route middleware leads people to the sign-in page and back, and programs get 401", async () => {
    const browser = await visit();
    const refused = await see(browser, "/inner?a=1");
    const target = `${site}/auth/signin?callbackUrl=${encodeURIComponent(`${site}/inner?a=1`)}`;
    expect([refused.status, refused.headers.location]).toEqual([302, target]);
    expect(refused.text).not.toContain("secret of");
    expect((await browser.get("/inner")).status).toBe(401);
    await browser.signIn(adasForm);
    expect((await see(browser, "/inner?a=1")).text).toContain(`The secret of ${ada.name}`);
  });

  it("a page of a protected tree is protected, and a part of it that is opened is not", async () => {
    const browser = await visit();
    const refused = await see(browser, "/members/club");
    expect([refused.status, refused.text.includes("page of members")]).toEqual([302, false]);
    expect((await see(browser, "/members/lobby")).text).toContain("The lobby");
    await browser.signIn(adasForm);
    expect((await see(browser, "/members/club")).text).toContain("A page of members");
  });

  it.each([
    "/%61ccount",
    "/account/",
    "//account",
    "/ACCOUNT",
    "/inner/",
    "/INNER",
    "/%69nner",
    "/members/%6fne",
    "/members//one",
    "/MEMBERS/club",
    "/%6dembers/club",
    "/open/../members/club",
    "/members/lobby/../club",
    "/members/club/_payload.json",
    "/inner/_payload.json",
  ])("%s is as protected as the path it is a spelling of", async (path) => {
    hushConsole();
    const browser = await visit();
    for (const headers of [html, {}]) {
      const answer = await browser.send({ path, headers });
      expect(answer.text).not.toMatch(/inside|^one$|secret of|page of members/);
    }
  });

  it("the application's own sign-in page stays open where it stands in a protected tree", async () => {
    const browser = await visit({ pages: { signIn: "/members/club" } });
    expect((await see(browser, "/members/club")).text).toContain("A page of members");
    expect((await see(browser, "/inner")).headers.location).toContain("/members/club?callbackUrl=");
  });

  it("middleware of the application finds who is there", async () => {
    const browser = await visit();
    expect((await browser.get("/noticed")).text).toBe("null");
    await browser.signIn(adasForm);
    const answer = await browser.get("/noticed");
    expect(answer.json()).toMatchObject({ user: { name: ada.name } });
    expect(answer.setCookies).toHaveLength(1);
  });

  it("while the store is away public pages are shown, and protected ones are 503", async () => {
    hushConsole();
    const { adapter, config } = world("database");
    const getSessionAndUser = () => Promise.reject(new Error("connection lost"));
    await host.serve({ config: { ...config, adapter: { ...adapter, getSessionAndUser } } });
    const headers = { host: "app.test", cookie: "authjs.session-token=something" };
    const browser = new Visitor(origin, { headers });
    const open = await see(browser, "/page");
    expect([open.status, open.text.includes("loading")]).toEqual([200, true]);
    for (const path of ["/inner", "/members/club"]) {
      const closed = await see(browser, path);
      expect([path, closed.status]).toEqual([path, 503]);
      expect(closed.text).not.toMatch(/connection lost|secret of|page of members/);
    }
  });

  it("nothing of the server is sent to browsers", () => {
    const assets = `${built}public/_nuxt/`;
    const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
    const texts = scripts.map((file) => readFileSync(assets + file, "utf8")).join("\n");
    expect(texts).toContain("signin");
    expect(texts).not.toMatch(/latchkeySuitePlan|session-token|csrf-token/);
  });
});

const chromium = await openBrowser();

describe.skipIf(chromium.skip)("a Nuxt application in Chromium", () => {
  /** A page, and whatever it complained about. */
  async function open(config: Partial<TestConfig> = {}): Promise<{ page: Page; said: string[] }> {
    await host.serve({ config: world("jwt", config).config });
    const page = await chromium.newPage({ baseURL: origin });
    const said: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") said.push(message.text());
    });
    page.on("pageerror", (error) => said.push(String(error)));
    return { page, said };
  }
  const text = (page: Page, selector: string) => page.locator(selector).textContent();
  const asked = (page: Page): string[] => {
    const paths: string[] = [];
    page.on("request", (request) => paths.push(new URL(request.url()).pathname));
    return paths;
  };

  it("signs in and out by clicks, and hydrates what the server rendered without a word or a request", async () => {
    const { page, said } = await open();
    const paths = asked(page);
    await page.goto("/page", { waitUntil: "networkidle" });
    expect([await text(page, "#who"), await text(page, "#status")]).toEqual([
      "Hello nobody",
      "unauthenticated",
    ]);
    expect(paths).not.toContain("/auth/session");
    await page.click("#in");
    await page.locator("#who", { hasText: ada.name }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await text(page, "#status")).toBe("authenticated");
    await page.click("#out");
    await page.locator("#who", { hasText: "nobody" }).waitFor();
    await page.reload({ waitUntil: "networkidle" });
    expect(await text(page, "#who")).toBe("Hello nobody");
    expect(paths.filter((path) => path === "/auth/session")).toEqual([]);
    expect(said).toEqual([]);
  });

  it("goes to a protected page within the application when somebody is signed in, else to the sign-in page", async () => {
    const { page, said } = await open();
    await page.goto("/page", { waitUntil: "networkidle" });
    await page.click("a#inner");
    await page.waitForURL(/\/auth\/signin\?callbackUrl=/);
    await page.fill("input[name=username]", adasForm.username);
    await page.fill("input[name=password]", adasForm.password);
    await page.click("button[type=submit]");
    await page.waitForURL(/\/inner\?a=1$/);
    expect(await text(page, "#secret")).toBe(`The secret of ${ada.name}`);
    await page.goto("/page", { waitUntil: "networkidle" });
    await page.click("a#inner");
    await page.locator("#secret", { hasText: ada.name }).waitFor();
    expect(said).toEqual([]);
  });

  it("is led to the sign-in page from a link into a protected tree", async () => {
    const { page } = await open();
    await page.goto("/page", { waitUntil: "networkidle" });
    await page.click("a#club");
    await page.waitForURL(/\/auth\/signin\?callbackUrl=/);
  });

  it.each(["/kept", "/printed", "/alone"])(
    "%s asks for the session in the browser",
    async (path) => {
      const { page, said } = await open();
      await page.goto("/page", { waitUntil: "networkidle" });
      await page.click("#in");
      await page.locator("#who", { hasText: ada.name }).waitFor();
      await page.goto(path);
      await page.locator("#who", { hasText: `${ada.name}, authenticated` }).waitFor();
      expect(said).toEqual([]);
    },
  );

  it("changes the session, and shows it", async () => {
    const { page } = await open({ callbacks: renaming });
    await page.goto("/page", { waitUntil: "networkidle" });
    await page.click("#in");
    await page.locator("#who", { hasText: ada.name }).waitFor();
    await page.click("#rename");
    await page.locator("#who", { hasText: "Countess" }).waitFor();
  });
});

describe("examples/nuxt, as its server runs", () => {
  const run: { origin: string } = { origin: "" };

  beforeAll(async () => {
    const port = String(await freePort());
    const entry = `${root}examples/nuxt/.output/server/index.mjs`;
    const { PATH } = process.env;
    const env = {
      PATH,
      PORT: port,
      HOST: "127.0.0.1",
      AUTH_SECRET: "kX0pW3vN8rT5yB2mQ9sL6dF1gH4jZ7cA",
      // Nothing else says which host is the site's, and in production that is needed.
      AUTH_TRUST_HOST: "true",
    };
    const child = spawn(process.execPath, [entry], { env, stdio: "ignore" });
    run.origin = `http://127.0.0.1:${port}`;
    await answers(run.origin);
    return () => void child.kill();
  });

  it("signs in, protects its page and signs out", async () => {
    const { host: name } = new URL(run.origin);
    const headers = { host: name, accept: "text/html", origin: run.origin };
    const browser = new Visitor(run.origin, { headers });
    onTestFinished(() => browser.cookies.clear());
    expect((await browser.get("/")).text).toContain("Sign in");
    expect((await browser.get("/account")).headers.location).toContain("/auth/signin");
    await browser.signIn({ name: "Ada" });
    expect((await browser.get("/")).text).toContain("Hello Ada");
    expect((await browser.get("/account")).text).toContain("Only Ada sees this.");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    await browser.send({ method: "POST", path: "/leave", headers: form, body: "redirectTo=/" });
    expect((await browser.get("/")).text).toContain("Sign in");
  });
});
