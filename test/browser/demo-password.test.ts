import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openBrowser } from "../support/browser.js";
import { startDemo } from "../support/demo.js";
import { axeFindings, fillIn, isTooWide, narrow, watch } from "../support/demo-page.js";

const browser = await openBrowser();
const email = "lin@example.org";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The newest mail with this subject, as someone finds it. */
async function openMail(page: Page, origin: string, subject: string): Promise<void> {
  await page.goto(`${origin}/inbox`);
  await page.getByRole("main").getByRole("link", { name: subject }).first().click();
  await page.getByRole("heading", { name: "The mail" }).waitFor();
}

async function expectSignedIn(page: Page, origin: string): Promise<void> {
  await page.waitForURL(`${origin}/`);
  expect(await page.getByRole("status").first().textContent()).toContain(email);
}

async function signOut(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signout`);
  await press(page, "Sign out");
  await page.waitForURL(`${origin}/`);
}

/** What the demo's own authenticator shows, after half a minute: a code that was used doesn't count again. */
async function nextCode(app: Page, origin: string): Promise<string> {
  vi.setSystemTime(Date.now() + 30_000);
  await app.goto(`${origin}/authenticator`);
  return (await app.getByLabel("Codes of now").locator("code").textContent()) ?? "";
}

/** Makes an account with the code of the mail. */
async function signUp(page: Page, origin: string, password: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill("password123456789");
  await press(page, "Create my account");
  expect(await page.getByRole("alert").textContent()).toContain("Choose another one");
  await page.getByLabel("Password").fill(password);
  await press(page, "Create my account");
  const reader = await page.context().newPage();
  await openMail(reader, origin, "Confirm your address");
  const code = (await reader.locator("dd code").textContent()) ?? "";
  await reader.close();
  await page.getByLabel("Six-digit code").fill(code);
  await expectSignedIn(page, origin);
}

/** Chooses another password by the link of a mail. */
async function reset(page: Page, origin: string, password: string): Promise<void> {
  await page.getByRole("link", { name: "Choose another password by mail" }).click();
  await page.getByLabel("Email address").fill(email);
  await press(page, "Send me an email");
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await openMail(page, origin, "A new password");
  await page.frameLocator("iframe").getByRole("link").first().click();
  await page.getByLabel("New password").fill(password);
  await press(page, "Save and sign in");
}

/** Turns the second step on with the demo's authenticator. Answers a recovery code. */
async function turnOn(page: Page, app: Page, origin: string): Promise<string> {
  await page.getByRole("link", { name: "Your two-factor settings" }).click();
  await page.getByRole("link", { name: "Set up an app" }).click();
  const key = (await page.locator(".key").textContent()) ?? "";
  await app.goto(`${origin}/authenticator`);
  await app.getByLabel("Key from the page").fill(key);
  await press(app, "Add the key");
  await app.getByLabel("Key from the page").fill("not a key");
  await press(app, "Add the key");
  expect(await app.getByRole("alert").textContent()).toContain("That is no key.");
  expect(await axeFindings(app)).toEqual([]);
  await page.getByLabel("Code from the app").fill(await nextCode(app, origin));
  const recovery = page.getByLabel("Recovery codes").getByRole("listitem").first();
  const code = (await recovery.textContent()) ?? "";
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await page.getByText("Two-factor authentication is on.").waitFor();
  return code;
}

describe.skipIf(browser.skip)("passwords and the second step in the demo", () => {
  it("an account is made, lost, won back and secured", { timeout: 180_000 }, async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const origin = await startDemo();
    const context = await browser.newContext();
    const [page, app] = [await context.newPage(), await browser.newPage()];
    const seen = watch(page);
    await signUp(page, origin, "seven quiet lanterns");
    await signOut(page, origin);
    await reset(page, origin, "seven loud lanterns");
    await expectSignedIn(page, origin);
    const recovery = await turnOn(page, app, origin);
    await openMail(page, origin, "Two-factor authentication is on");
    await signOut(page, origin);

    for (const password of ["seven quiet lanterns", "seven loud lanterns"]) {
      await page.goto(`${origin}/auth/signin?callbackUrl=/`);
      await fillIn(page, { email, password });
    }
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    expect(await (await page.request.get(`${origin}/auth/session`)).json()).toBeNull();
    await page.getByLabel("Code").fill(await nextCode(app, origin));
    await press(page, "Continue");
    await expectSignedIn(page, origin);
    await signOut(page, origin);

    // The phone is lost: the mailbox alone isn't enough, a recovery code is.
    await reset(page, origin, "seven lost lanterns");
    await page.getByRole("link", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill(recovery);
    await press(page, "Continue");
    await expectSignedIn(page, origin);
    await openMail(page, origin, "was changed");
    await press(app, "Forget all keys");
    await app.getByText("There is no key yet.").waitFor();
    await app.setViewportSize(narrow.viewport ?? { width: 320, height: 640 });
    expect(await isTooWide(app)).toBe(false);
    expect([seen.refused, seen.errors, [...seen.origins]]).toEqual([[], [], [origin]]);
  });
});
