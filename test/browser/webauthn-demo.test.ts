import { describe, expect, it, onTestFinished, vi } from "vitest";
import { VirtualAuthenticator } from "../support/authenticator-chromium.js";
import { openBrowser } from "../support/browser.js";
import { ada, startDemo } from "../support/demo.js";
import { fillIn, watch } from "../support/demo-page.js";

const browser = await openBrowser();

describe.skipIf(browser.skip)("passkeys in the demo", { timeout: 60_000 }, () => {
  it("are added on the account page, after signing in again if need be, and signed in with", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    const seen = watch(page);
    const device = await VirtualAuthenticator.plugIn(page);
    await page.goto(`${origin}/auth/signin?callbackUrl=/auth/account`);
    await fillIn(page, ada);
    const add = page.getByRole("button", { name: "Add a passkey" });
    await add.waitFor();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await add.click();
    await page.getByText(/sign in again the way you did before/).waitFor();
    await fillIn(page, ada);
    await add.click();
    await page.getByText("Passkey on one device").waitFor();
    expect(await device.credentials()).toHaveLength(1);

    await device.setPresent(false);
    await page.goto(`${origin}/auth/signout`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
    const signIn = page.getByRole("button", { name: "Continue with a passkey" });
    await signIn.waitFor();
    await device.setPresent(true);
    // The suggestion that the page has pending may be faster than the button: either signs in.
    await Promise.race([signIn.click(), page.waitForURL(`${origin}/`)]);
    await page.waitForURL(`${origin}/`);
    expect(await page.getByRole("status").first().textContent()).toContain(ada.name);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
  });

  it("aren't offered to strangers beside an account with a password", async () => {
    const page = await browser.newPage();
    await VirtualAuthenticator.plugIn(page);
    await page.goto(`${await startDemo()}/auth/signin?callbackUrl=/`);
    await page.getByRole("link", { name: "Create an account" }).waitFor();
    expect(await page.getByRole("button", { name: "Create a passkey" }).count()).toBe(0);
  });
});
