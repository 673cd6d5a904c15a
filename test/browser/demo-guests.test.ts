import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { strategies } from "../support/config.js";
import { startDemo } from "../support/demo.js";
import { axeFindings, isTooWide, looks, narrow, watch } from "../support/demo-page.js";

const browser = await openBrowser();
const dee = "Dee Fictional";

/** Begins a list as a guest. */
async function begin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/list`);
  await page.getByRole("link", { name: "Start a list" }).click();
  await page.getByRole("button", { name: "Continue without an account" }).click();
  await page.waitForURL(`${origin}/list`);
}

async function add(page: Page, item: string): Promise<void> {
  await page.getByLabel("Add something").fill(item);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("listitem").filter({ hasText: item }).waitFor();
}

/** Signs up at Local Identity, or signs in there. */
async function keep(page: Page, origin: string): Promise<void> {
  await page.getByRole("link", { name: "Sign up to keep it" }).click();
  await page.getByRole("button", { name: "Continue with Local Identity" }).click();
  await page.getByRole("button", { name: dee }).click();
  await page.waitForURL(`${origin}/list`);
}

const items = (page: Page) => page.getByRole("main").getByRole("listitem").allTextContents();

describe.skipIf(browser.skip)("the demo's guests", { timeout: 60_000 }, () => {
  it.each(strategies)("keep their list when they sign up, with %s sessions", async (strategy) => {
    const origin = await startDemo(strategy);
    const page = await (await browser.newContext()).newPage();
    const seen = watch(page);
    await begin(page, origin);
    await add(page, "Tea");
    expect(await page.getByRole("banner").textContent()).toContain("Guest");
    await page.goto(`${origin}/protected`);
    expect(page.url()).toContain("/auth/signin");
    await page.goto(`${origin}/list`);
    await keep(page, origin);
    expect(await items(page)).toEqual(["Tea"]);
    expect(await page.getByRole("banner").textContent()).toContain(dee);

    const other = await (await browser.newContext()).newPage();
    await begin(other, origin);
    await add(other, "<b>Jam</b>");
    await keep(other, origin);
    expect(await items(other)).toEqual(["Tea", "<b>Jam</b>"]);
    await page.goto(`${origin}/what-happened`);
    const told = await page.locator("#trail").textContent();
    for (const type of ["guest.began", "guest.signed-up", "guest.moved"]) {
      expect(told).toContain(type);
    }
    expect([...seen.refused, ...seen.errors]).toEqual([]);
  });

  it.each([...looks, { look: "a page at 400 %", options: narrow }])(
    "have a page without findings on $look",
    async ({ options }) => {
      const origin = await startDemo();
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(`${origin}/list`);
      expect([await axeFindings(page), await isTooWide(page)]).toEqual([[], false]);
      await begin(page, origin);
      await add(page, "Tea");
      expect([await axeFindings(page), await isTooWide(page)]).toEqual([[], false]);
    },
  );
});
