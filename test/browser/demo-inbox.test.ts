import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { strategies } from "../support/config.js";
import { startDemo } from "../support/demo.js";
import { axeFindings, isTooWide, looks, narrow, watch } from "../support/demo-page.js";

const browser = await openBrowser();
const address = "lin@example.org";

/** Asks for a mail on the sign-in page. */
async function askForMail(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/protected`);
  const button = page.getByRole("button", { name: "Continue with email" });
  const form = page.locator("form", { has: button });
  await form.getByLabel("Email address").fill(address);
  await button.click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

/** Opens the newest mail as someone finds it: by the menu. */
async function openMail(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("navigation").getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("heading", { name: "The mail" }).waitFor();
}

async function expectSignedIn(page: Page, origin: string): Promise<void> {
  await page.waitForURL(`${origin}/protected`);
  await page.goto(origin);
  expect(await page.getByRole("status").first().textContent()).toContain(address);
}

describe.skipIf(browser.skip)("the demo's inbox", { timeout: 90_000 }, () => {
  it.each(strategies)("has the mail with the link to sign in, %s sessions", async (strategy) => {
    const origin = await startDemo(strategy);
    const page = await browser.newPage();
    const seen = watch(page);
    await page.goto(`${origin}/inbox`);
    await page.getByText("There are none yet.").waitFor();
    await askForMail(page, origin);
    await openMail(page, origin);
    await page.frameLocator("iframe").getByRole("link").first().click();
    await expectSignedIn(page, origin);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
    expect([...seen.origins]).toEqual([origin]);
  });

  it("shows the code, which signs in as well", async () => {
    const origin = await startDemo();
    const context = await browser.newContext();
    const [page, reader] = [await context.newPage(), await context.newPage()];
    await askForMail(page, origin);
    await openMail(reader, origin);
    const code = (await reader.locator("dd code").textContent()) ?? "";
    expect(code).toMatch(/^\d{6}$/);
    await reader.getByText("As plain text").click();
    expect(await reader.getByLabel("The mail as plain text").textContent()).toContain(code);
    await page.getByLabel("Six-digit code").fill(code);
    await expectSignedIn(page, origin);
  });

  it.each([looks[0], looks[3]])("axe finds nothing to mend on $look", async ({ options }) => {
    const origin = await startDemo();
    const page = await browser.newPage(options);
    await askForMail(page, origin);
    await openMail(page, origin);
    for (const url of [page.url(), `${origin}/inbox`]) {
      await page.goto(url);
      expect([url, await axeFindings(page)]).toEqual([url, []]);
      await page.setViewportSize(narrow.viewport ?? { width: 320, height: 640 });
      expect(await isTooWide(page)).toBe(false);
    }
  });
});
