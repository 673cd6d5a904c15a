import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { strategies } from "../support/config.js";
import { ada, cy, startDemo } from "../support/demo.js";
import { axeFindings, fillIn, isTooWide, looks, narrow, watch } from "../support/demo-page.js";

const browser = await openBrowser();

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/`);
  await fillIn(page, ada);
  await page.waitForURL(`${origin}/`);
}

function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element === document.activeElement);
}

/** Presses Tab until the focus is where it should be; every stop on the way must be visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    const { label, ring } = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (!element) return { label: "", ring: "none" };
      const label = element.textContent.trim();
      return { label, ring: getComputedStyle(element).outlineStyle };
    });
    expect([label, ring]).toEqual([label, "solid"]);
    if (label === name) return;
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

describe.skipIf(browser.skip)("the demo in a browser", { timeout: 60_000 }, () => {
  it.each(strategies)("is used from start to end with %s sessions", async (strategy) => {
    const origin = await startDemo(strategy);
    const page = await browser.newPage();
    const seen = watch(page);

    await page.goto(origin);
    await expectHeading(page, "Sign-in that already works");
    expect(await page.getByLabel("The session as JSON").textContent()).toBe("null");
    await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();

    await fillIn(page, { ...ada, password: "not it" });
    expect(await page.getByRole("alert").textContent()).toContain("Wrong email or password");
    expect(page.url()).toContain("error=CredentialsSignin");
    await fillIn(page, ada);
    await page.waitForURL(`${origin}/`);
    expect(await page.getByRole("status").textContent()).toContain(ada.name);

    await page.getByRole("link", { name: "A protected page" }).click();
    await expectHeading(page, `Hello, ${ada.name}`);
    await page.goto(`${origin}/members`);
    await page.getByRole("link", { name: cy.name }).click();
    await expectHeading(page, cy.name);

    await page.goto(origin);
    const shown: unknown = JSON.parse(
      (await page.getByLabel("The session as JSON").textContent()) ?? "",
    );
    expect(shown).toMatchObject({ user: { name: ada.name, email: ada.email } });
    await page.getByRole("link", { name: "The same from /auth/session" }).click();
    // The browser isn't told the user's id unless the `session` callback says so.
    expect(shown).toMatchObject(JSON.parse((await page.locator("body").textContent()) ?? ""));

    await page.goto(`${origin}/auth/signout`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/`);
    expect(await page.getByLabel("The session as JSON").textContent()).toBe("null");
    const left = (await page.context().cookies()).map(({ name }) => name);
    expect(left).toContain("latchkey.csrf-token");
    expect(left.filter((name) => name.includes("session-token"))).toEqual([]);
    expect([...seen.refused, ...seen.errors]).toEqual([]);
    expect([...seen.origins]).toEqual([origin]);
  });

  it("[SVC-11] brings people back to the protected page they came for", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    for (const path of ["/protected", "/members/ben?from=link"]) {
      await page.context().clearCookies();
      await page.goto(origin + path);
      expect(await page.getByRole("status").textContent()).toContain("Sign in to see that page");
      await fillIn(page, ada);
      await page.waitForURL(origin + path);
    }
  });

  it("[SIG-2] shows the error page to those whom the signIn callback turns away", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin`);
    await fillIn(page, cy);
    await expectHeading(page, "You don’t have access");
    await page.getByRole("link", { name: "Back to the site" }).click();
    expect(await page.getByLabel("The session as JSON").textContent()).toBe("null");
  });

  it("has pages of its own for what is missing and what fails", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    expect((await page.goto(`${origin}/nowhere`))?.status()).toBe(404);
    await expectHeading(page, "There is nothing here");
    expect((await page.goto(`${origin}/%`))?.status()).toBe(404);
    expect((await page.goto(`${origin}/members/%`))?.status()).toBeLessThan(500);
    expect((await page.goto(`${origin}/oops`))?.status()).toBe(500);
    await expectHeading(page, "Something went wrong");
    expect(await page.content()).not.toContain("on purpose");
  });

  it("is used with the keyboard alone", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await page.goto(origin);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Skip to the content",
    );
    await tabTo(page, "Sign in");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/auth/signin?*`);
    const form = page.locator("form", { has: page.getByLabel("Password") });
    const email = form.getByLabel("Email address");
    for (let presses = 0; presses < 10 && !(await isFocused(email)); presses++) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type(ada.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(ada.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/`);
    await tabTo(page, "Sign out");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/auth/signout`);
    await tabTo(page, "Sign out");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/`);
    expect(await page.getByLabel("The session as JSON").textContent()).toBe("null");
  });

  it("decision 36: works without JavaScript", async () => {
    const origin = await startDemo();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/protected`);
    await fillIn(page, ada);
    await page.waitForURL(`${origin}/protected`);
    await page.getByRole("link", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/`);
    expect(await page.getByLabel("The session as JSON").textContent()).toBe("null");
  });

  it.each([looks[0], looks[3]])("axe finds nothing to mend on $look", async ({ options }) => {
    const origin = await startDemo();
    const page = await browser.newPage(options);
    await page.goto(origin);
    expect(await axeFindings(page)).toEqual([]);
    await signIn(page, origin);
    for (const path of ["/", "/protected", "/members", "/nowhere"]) {
      await page.goto(origin + path);
      expect([path, await axeFindings(page)]).toEqual([path, []]);
    }
  });

  it("needs no scrolling sideways, however narrow", async () => {
    const origin = await startDemo();
    const page = await browser.newPage(narrow);
    await signIn(page, origin);
    for (const path of ["/", "/protected", "/members", "/members/cy", "/nowhere", "/oops"]) {
      await page.goto(origin + path);
      expect([path, await isTooWide(page)]).toEqual([path, false]);
    }
  });
});

async function expectHeading(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe(text);
}
