import { AxeBuilder } from "@axe-core/playwright";
import express from "express";
import { getSession, MiddlewareAuth } from "latchkey/express";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { serve } from "../support/express-host.js";
import { openInbox } from "../support/inbox.js";
import { mailWorld, otherCode } from "../support/mail-world.js";

const browser = await openBrowser();
const inbox = await openInbox();
const address = "lin@example.org";

/** An application with a home page that tells who is signed in. */
async function site(maxAge = 900) {
  const { config, store } = mailWorld(inbox, { maxAge });
  const app = express();
  app.use("/auth/{*any}", MiddlewareAuth(config));
  app.get("/", (request, response, next) => {
    const ahead = typeof request.query["ahead"] === "string" ? request.query["ahead"] : undefined;
    const prefetch = ahead === undefined ? "" : `<link rel="prefetch" href="${escape(ahead)}">`;
    getSession(request, config)
      .then((session) => {
        const who = session?.user?.email ?? "nobody";
        response.send(`<!doctype html><title>Home</title>${prefetch}<h1>Hello ${who}</h1>`);
      })
      .catch(next);
  });
  return { origin: await serve(app), store };
}

function escape(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** Asks for a mail on the sign-in page and waits for the page that says to look for it. */
async function askFor(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin`);
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

const greeting = (page: Page) => page.locator("h1").textContent();

/** Landmarks are a matter of pages; a mail is shown inside of one. */
const wcag = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(wcag).analyze();
  return found.map(({ id }) => id);
}

/** What a scanner does with a link: it has no cookies and keeps none. */
async function scan(context: BrowserContext, link: URL): Promise<number[]> {
  const statuses: number[] = [];
  for (const method of ["HEAD", "GET"]) {
    const response = await fetch(link, { method, redirect: "manual" });
    statuses.push(response.status);
  }
  expect(await context.cookies()).not.toEqual([]);
  return statuses;
}

describe.skipIf(browser.skip)("signing in by e-mail, in Chromium", () => {
  it("signs in at once when the link is opened in the browser that asked", async () => {
    const { origin } = await site();
    const page = await browser.newPage();
    await askFor(page, origin);
    expect(await page.getByText(address).count()).toBeGreaterThan(0);
    await page.goto(inbox.newest().link.href);
    expect(page.url()).toBe(`${origin}/`);
    expect(await greeting(page)).toBe(`Hello ${address}`);
  });

  it("asks first in another browser, and signs in there", async () => {
    const { origin } = await site();
    const asking = await browser.newPage();
    await askFor(asking, origin);
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await phone.goto(inbox.newest().link.href);
    expect(await greeting(phone)).toBe("Is this you?");
    expect(await phone.getByText(address).count()).toBe(1);
    expect(await violations(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Yes, sign me in" }).click();
    await phone.waitForURL(`${origin}/`);
    expect(await greeting(phone)).toBe(`Hello ${address}`);
    await asking.goto(origin);
    expect(await greeting(asking)).toBe("Hello nobody");
  });

  it("works although a scanner opened the link before", async () => {
    const { origin, store } = await site();
    const page = await browser.newPage();
    await askFor(page, origin);
    const { link } = inbox.newest();
    expect(await scan(page.context(), link)).toEqual([405, 200]);
    expect(store.verificationTokens.size).toBe(1);
    await page.goto(link.href);
    expect(await greeting(page)).toBe(`Hello ${address}`);
  });

  it("is not used up when the browser itself fetches the link ahead", async () => {
    const { origin, store } = await site();
    const page = await browser.newPage();
    await askFor(page, origin);
    const { link } = inbox.newest();
    const fetched = page.waitForResponse((response) => response.url() === link.href);
    await page.goto(`${origin}/?ahead=${encodeURIComponent(link.href)}`);
    expect((await fetched).status()).toBe(200);
    expect(store.verificationTokens.size).toBe(1);
    await page.goto(link.href);
    if (page.url() !== `${origin}/`) {
      await page.getByRole("button", { name: "Yes, sign me in" }).click();
      await page.waitForURL(`${origin}/`);
    }
    expect(await greeting(page)).toBe(`Hello ${address}`);
  });

  it.each([true, false])(
    "takes the code, after a wrong one, scripts on: %j",
    async (javaScriptEnabled) => {
      const { origin } = await site();
      const page = await browser.newPage({ javaScriptEnabled });
      await askFor(page, origin);
      const { code } = inbox.newest();
      const field = page.getByLabel("Six-digit code");
      // With scripts, a code that is complete is sent by itself.
      const send = async (typed: string) => {
        await field.fill(typed);
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Sign in" }).click();
      };
      await send(otherCode(code));
      await page.getByRole("alert").waitFor();
      expect(await field.inputValue()).toBe("");
      if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
      await send(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.waitForURL(`${origin}/`);
      expect(await greeting(page)).toBe(`Hello ${address}`);
    },
  );

  it("tells what to do after five wrong codes", async () => {
    const { origin } = await site();
    const page = await browser.newPage();
    await askFor(page, origin);
    const { code } = inbox.newest();
    for (const step of [1, 2, 3, 4, 5]) {
      const refused = page.waitForEvent("load");
      await page.getByLabel("Six-digit code").fill(otherCode(code, step));
      await refused;
      expect(page.url()).toContain("error=Verification");
    }
    expect(await greeting(page)).toBe("This link no longer works");
  });

  it("refuses a link that was used, and one that has expired", async () => {
    const { origin } = await site(1);
    const page = await browser.newPage();
    await askFor(page, origin);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await page.goto(inbox.newest().link.href);
    await page.getByRole("button", { name: "Yes, sign me in" }).click();
    await page.waitForURL(/error=Verification/);
    expect(await greeting(page)).toBe("This link no longer works");

    const lasting = await site();
    await askFor(page, lasting.origin);
    const { link } = inbox.newest();
    await page.goto(link.href);
    const other = await browser.newPage();
    await other.goto(link.href);
    await other.getByRole("button", { name: "Yes, sign me in" }).click();
    await other.waitForURL(/error=Verification/);
    expect(await greeting(other)).toBe("This link no longer works");
  });

  it("says at the field that an address is not one to send to", async () => {
    const { origin } = await site();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin`);
    await page.getByLabel("Email address").fill("lin..x@example.test");
    await page.getByRole("button", { name: "Continue with email" }).click();
    await page.getByRole("alert").waitFor();
    expect(page.url()).toBe(`${origin}/auth/signin?error=EmailSignin`);
    expect(inbox.mails).toEqual([]);
  });

  it.each(["light", "dark"] as const)("the mail itself is readable, %s", async (colorScheme) => {
    const { origin } = await site();
    await askFor(await browser.newPage(), origin);
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 800 } });
    await page.setContent(inbox.newest().parsed.html ?? "");
    expect(await violations(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
});
