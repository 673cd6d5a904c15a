import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openBrowser } from "../support/browser.js";
import { strategies } from "../support/config.js";
import { startDemo } from "../support/demo.js";
import { axeFindings, watch } from "../support/demo-page.js";

const browser = await openBrowser();
const dee = "Dee Fictional";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

async function goToProvider(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/calendar`);
  await press(page, "Continue with Local Identity");
}

/** Which token the API was called with; fails unless it told what Dee has planned. */
async function tokenOf(page: Page, origin: string): Promise<unknown> {
  await page.goto(`${origin}/calendar`);
  const text = await page.getByLabel("The answer as JSON").textContent();
  const answer: unknown = JSON.parse(text ?? "");
  expect(answer).toMatchObject({ name: dee });
  const begins: unknown = Reflect.get(Object(Reflect.get(Object(answer), "token")), "begins");
  expect(begins).toMatch(/^.{6}$/);
  return begins;
}

/** Who is signed in to the demo, as it tells the browser. */
async function session(context: BrowserContext, origin: string): Promise<unknown> {
  return (await context.request.get(`${origin}/auth/session`)).json();
}

describe.skipIf(browser.skip)("the demo and its provider", { timeout: 180_000 }, () => {
  it.each(strategies)(
    "calls go on working, and signing out signs out of both, with %s sessions",
    async (strategy) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      onTestFinished(() => void vi.useRealTimers());
      const origin = await startDemo(strategy);
      const context = await browser.newContext();
      const page = await context.newPage();
      const seen = watch(page);
      await goToProvider(page, origin);
      const provider = new URL(page.url()).origin;
      await page.getByRole("button", { name: dee }).click();
      await page.waitForURL(`${origin}/calendar`);
      expect(await axeFindings(page)).toEqual([]);

      // Half a minute later, three times: the refresh token is another one each time.
      const tokens = [await tokenOf(page, origin)];
      expect(await tokenOf(page, origin)).toBe(tokens[0]);
      for (let times = 0; times < 3; times++) {
        pass(31);
        tokens.push(await tokenOf(page, origin));
      }
      expect(new Set(tokens).size).toBe(4);
      const api = await fetch(`${provider}/api/calendar`, {
        headers: { authorization: "Bearer x" },
      });
      expect(api.status).toBe(401);

      // Signing out here asks there, and comes back.
      await page.goto(`${origin}/auth/signout?callbackUrl=/`);
      await press(page, "Sign out");
      await page.getByRole("heading", { name: "Sign out here, too?" }).waitFor();
      expect(new URL(page.url()).origin).toBe(provider);
      expect(await session(context, origin)).toBeNull();
      expect(await axeFindings(page)).toEqual([]);
      await press(page, "No, stay signed in here");
      await page.waitForURL(`${origin}/`);

      // Still signed in there: no question is asked.
      await goToProvider(page, origin);
      await page.waitForURL(`${origin}/calendar`);
      await page.goto(`${origin}/auth/signout?callbackUrl=/`);
      await press(page, "Sign out");
      await press(page, "Yes, sign me out");
      await page.waitForURL(`${origin}/`);
      expect(await session(context, origin)).toBeNull();

      // Signed out of both: now one is asked. Signing out there ends it here.
      await goToProvider(page, origin);
      await page.getByRole("button", { name: dee }).click();
      await page.waitForURL(`${origin}/calendar`);
      await page.goto(origin);
      await page.getByRole("link", { name: "Local Identity", exact: true }).click();
      await page.getByRole("heading", { name: `Hello, ${dee}` }).waitFor();
      await page.getByRole("link", { name: "Sign out" }).click();
      await press(page, "Yes, sign me out");
      await page.getByRole("heading", { name: "You are signed out" }).waitFor();
      pass(6);
      expect(await session(context, origin)).toBeNull();
      await page.goto(provider);
      await page.getByRole("heading", { name: "Nobody is signed in here" }).waitFor();
      expect([seen.refused, seen.errors]).toEqual([[], []]);
    },
  );
});
