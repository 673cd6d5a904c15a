import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { ada, startDemo } from "../support/demo.js";
import { axeFindings, isTooWide, narrow, watch } from "../support/demo-page.js";

const browser = await openBrowser();

describe.skipIf(browser.skip)("the demo's page What happened", { timeout: 90_000 }, () => {
  it("shows a refused sign-in and one that worked as they happen, and axe finds nothing to mend", async () => {
    const origin = await startDemo();
    const context = await browser.newContext();
    const [trail, page] = [await context.newPage(), await context.newPage()];
    const seen = watch(trail);
    await trail.goto(origin);
    await trail.getByRole("navigation").getByRole("link", { name: "What happened" }).click();
    await trail.getByText("Nothing yet.").waitFor();
    for (const password of ["wrong", ada.password]) {
      await page.goto(`${origin}/auth/signin?callbackUrl=/`);
      const form = page.locator("form", { has: page.getByLabel("Password") });
      await form.getByLabel("Email address").fill(ada.email);
      await form.getByLabel("Password").fill(password);
      await form.locator("button:not([type=button])").first().click();
      await page.waitForLoadState();
    }
    await trail.getByText("A sign-in was refused").first().waitFor();
    await trail.getByText("CredentialsSignin").first().waitFor();
    await trail.getByText("Signed in", { exact: true }).first().waitFor();
    expect(await trail.getByText("Nothing yet.").count()).toBe(0);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
    expect(await axeFindings(trail)).toEqual([]);
    if (process.env["SCREENSHOT"]) await trail.screenshot({ path: process.env["SCREENSHOT"] });
    await trail.setViewportSize(narrow.viewport ?? { width: 320, height: 640 });
    expect(await isTooWide(trail)).toBe(false);
    await trail.close();
  });
});
