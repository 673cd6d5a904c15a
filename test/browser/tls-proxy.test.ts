import { MiddlewareAuth } from "latchkey/express";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { password, world } from "../support/config.js";
import { expressVersions, serve, type ExpressVersion } from "../support/express-host.js";
import { serveTls } from "../support/tls-proxy.js";

const browser = await openBrowser();

interface Setting {
  readonly forwards: boolean;
  readonly trust?: number;
}

/** A site behind a proxy that ends TLS, a browser on its sign-in page, and all the browser asks for. */
async function visit(express: ExpressVersion["express"], setting: Setting) {
  const { config, log } = world("jwt");
  const app = express();
  if (setting.trust !== undefined) app.set("trust proxy", setting.trust);
  app.use("/auth", MiddlewareAuth(config));
  app.get("/", (_, res) => {
    res.send("<!doctype html><title>Home</title><h1>Home</h1>");
  });
  const origin = await serveTls(await serve(app), setting);
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  await page.goto(`${origin}/auth/signin`);
  return { origin, page, sent, log };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("ada");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.waitForLoadState("networkidle");
}

describe.skipIf(browser.skip)("behind a proxy that ends TLS", { timeout: 90_000 }, () => {
  it.each([{ forwards: true }, { forwards: false }])(
    "Y10 that nobody trusts, no password goes over http and the log says what to set: %o",
    async ({ forwards }) => {
      const [{ express }] = expressVersions;
      const { origin, page, sent, log } = await visit(express, { forwards });
      for (let attempt = 0; attempt < 2; attempt++) {
        await signIn(page);
        expect(page.url()).toBe(`${origin}/auth/signin?error=MissingCSRF`);
      }
      await page.goto(`${origin}/auth/signout`);
      await page.getByRole("link").first().click();
      await page.waitForURL(`${origin}/`);
      expect(sent.filter((line) => line.startsWith("POST"))).toHaveLength(2);
      for (const line of sent) expect(line.split(" ")[1]).toMatch(/^https:/);
      const told = log.entries
        .filter(({ level }) => level !== "debug")
        .map((entry) => String(entry.message));
      expect(told.some((text) => text.includes("AUTH_URL") && text.includes('"trust proxy"'))).toBe(
        true,
      );
      const warned = log.codes("warn").filter((code) => code === "proxy-not-trusted");
      expect(warned).toHaveLength(forwards ? 1 : 0);
    },
  );

  it.each(expressVersions)("Y10 that $version trusts, people sign in", async ({ express }) => {
    const { origin, page, sent, log } = await visit(express, { forwards: true, trust: 1 });
    await signIn(page);
    expect(page.url()).toBe(`${origin}/`);
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names).toContain("__Secure-authjs.session-token");
    for (const line of sent) expect(line.split(" ")[1]).toMatch(/^https:/);
    expect(log.codes("warn")).toEqual([]);
  });
});
