import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { strategies } from "../support/config.js";
import { ada, startDemo } from "../support/demo.js";
import { axeFindings, fillIn, isTooWide, looks, narrow, watch } from "../support/demo-page.js";

const browser = await openBrowser();
const dee = "Dee Fictional";

/** From the sign-in page to the provider's. */
async function goToProvider(page: Page, origin: string, callbackUrl = "/"): Promise<void> {
  await page.goto(`${origin}/auth/signin?${new URLSearchParams({ callbackUrl }).toString()}`);
  await page.getByRole("button", { name: "Continue with Local Identity" }).click();
  await page.getByRole("heading", { name: "Who are you today?" }).waitFor();
}

const person = (page: Page, name: string) => page.getByRole("button", { name });

async function expectSignedIn(page: Page, origin: string, name: string): Promise<void> {
  await page.waitForURL(`${origin}/`);
  expect(await page.getByRole("status").first().textContent()).toContain(name);
}

async function sessionCookies(context: BrowserContext): Promise<number> {
  const cookies = await context.cookies();
  return cookies.filter(({ name }) => name.includes("session-token")).length;
}

describe.skipIf(browser.skip)("signing in at a provider", { timeout: 90_000 }, () => {
  it.each(strategies)("leads there and back, with %s sessions", async (strategy) => {
    const origin = await startDemo(strategy);
    const page = await browser.newPage();
    const seen = watch(page);
    await goToProvider(page, origin, "/protected");
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
    await person(page, dee).click();
    await page.waitForURL(`${origin}/protected`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(`Hello, ${dee}`);
    await page.goto(`${origin}/auth/account`);
    expect(await page.locator("#ways + ul").textContent()).toContain("Local Identity");
    const left = (await page.context().cookies(origin)).map(({ name }) => name);
    expect(left.filter((name) => name.includes("flow"))).toEqual([]);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
  });

  it("comes back to the sign-in page, with words, when the person cancels", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    const seen = watch(page);
    await goToProvider(page, origin, "/protected");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`${origin}/auth/signin?*`);
    expect(await page.getByRole("alert").first().textContent()).toContain(
      "didn’t finish the sign-in",
    );
    expect(await sessionCookies(page.context())).toBe(0);
    expect(seen.refused).toEqual([]);
    await page.getByRole("button", { name: "Continue with Local Identity" }).click();
    await person(page, dee).click();
    await page.waitForURL((url) => url.origin === origin && !url.pathname.startsWith("/auth"));
    expect(await sessionCookies(page.context())).toBe(1);
  });

  it("works in two tabs at once", async () => {
    const origin = await startDemo();
    const context = await browser.newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await goToProvider(first, origin);
    await goToProvider(second, origin);
    await person(first, dee).click();
    await expectSignedIn(first, origin, dee);
    await person(second, dee).click();
    await expectSignedIn(second, origin, dee);
  });

  it("is not harmed by the back button or a double click", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin?callbackUrl=%2F`);
    await page.getByRole("button", { name: "Continue with Local Identity" }).dblclick();
    await page.getByRole("heading", { name: "Who are you today?" }).waitFor();
    await person(page, dee).click();
    await expectSignedIn(page, origin, dee);
    await page.goBack();
    await page.goto(origin);
    await expectSignedIn(page, origin, dee);

    // The answer of the provider, once more: it is refused, and whoever is signed in stays so.
    const answers: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/auth/callback/local?")) answers.push(request.url());
    });
    await page.goto(`${origin}/auth/signin?callbackUrl=%2F`);
    await page.getByRole("button", { name: "Continue with Local Identity" }).click();
    await expectSignedIn(page, origin, dee);
    expect(answers).toHaveLength(1);
    await page.goto(answers[0] ?? "");
    expect(page.url()).toContain("/auth/error");
    await page.goto(origin);
    await expectSignedIn(page, origin, dee);
  });

  it("ends well when the person clicks twice at the provider, and the first answer is lost", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await goToProvider(page, origin);
    const click = () => page.request.post(page.url(), { form: { person: "dee" }, maxRedirects: 0 });
    const resume = (await click()).headers()["location"] ?? "";
    const lost = (await page.request.get(resume, { maxRedirects: 0 })).headers()["location"];
    expect(lost).toContain("/auth/callback/local?code=");
    expect((await click()).headers()["location"]).toBe(lost);
    await page.goto(lost ?? "");
    await expectSignedIn(page, origin, dee);
  });

  it("does not take over an account with the same address, but asks its owner whether to add it", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await goToProvider(page, origin);
    await person(page, ada.name).click();
    await page.waitForURL(`${origin}/auth/signin?*`);
    expect(await page.getByRole("alert").first().textContent()).toContain(
      "already have an account",
    );
    await fillIn(page, ada);
    await page.getByRole("heading", { name: "Is this you too?" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Yes, add Local Identity" }).click();
    await expectSignedIn(page, origin, ada.name);

    await page.context().clearCookies();
    await goToProvider(page, origin);
    await person(page, ada.name).click();
    await expectSignedIn(page, origin, ada.name);
  });

  it("is linked by whoever is signed in", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await fillIn(page, ada);
    await page.getByRole("link", { name: "Open your account page" }).click();
    await page.getByRole("button", { name: "Add Local Identity" }).click();
    await person(page, ada.name).click();
    await page.getByRole("button", { name: "Remove Local Identity" }).waitFor();
  });

  it.each([looks[0], looks[3]])("axe finds nothing to mend there on $look", async ({ options }) => {
    const origin = await startDemo();
    const page = await browser.newPage(options);
    await goToProvider(page, origin);
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize(narrow.viewport ?? { width: 320, height: 640 });
    expect(await isTooWide(page)).toBe(false);
    await page.goto(new URL("/login/gone", page.url()).href);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      "This sign-in has expired",
    );
  });
});
