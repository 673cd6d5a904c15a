import { describe, expect, it } from "vitest";
import { VirtualAuthenticator } from "../support/authenticator-chromium.js";
import { openBrowser } from "../support/browser.js";
import { strategies } from "../support/config.js";
import { ada, startDemo } from "../support/demo.js";
import { axeFindings, fillIn, watch } from "../support/demo-page.js";

const browser = await openBrowser();

describe.skipIf(browser.skip)("passkeys in the demo", { timeout: 60_000 }, () => {
  it.each(strategies)("are added, listed and signed in with, %s sessions", async (strategy) => {
    const origin = await startDemo(strategy);
    const page = await browser.newPage();
    const seen = watch(page);
    const device = await VirtualAuthenticator.plugIn(page);
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await fillIn(page, ada);
    await page.waitForURL(`${origin}/`);
    expect(await page.getByText("You have none yet.").isVisible()).toBe(true);

    const add = page.getByRole("button", { name: "Add a passkey" });
    await add.click();
    await page.getByRole("list", { name: "Your passkeys" }).waitFor();
    expect(await device.credentials()).toHaveLength(1);
    await add.click();
    await page.getByText("This device has a passkey for you already.").waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await device.setPresent(false);
    await page.getByRole("main").getByRole("link", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole("link", { name: "Sign in with a passkey" }).click();
    const signIn = page.getByRole("button", { name: "Continue with a passkey" });
    await signIn.waitFor();
    await device.setPresent(true);
    // The suggestion that the page has pending may be faster than the button: either signs in.
    await Promise.race([signIn.click(), page.waitForURL(`${origin}/`)]);
    await page.waitForURL(`${origin}/`);
    expect(await page.getByRole("status").first().textContent()).toContain(ada.name);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
  });

  it("are added after signing in again when the last sign-in was long ago", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await VirtualAuthenticator.plugIn(page);
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await fillIn(page, ada);
    await page.waitForURL(`${origin}/`);
    // As the browser does when its time has come.
    await page.context().clearCookies({ name: "latchkey.proof" });
    const add = page.getByRole("button", { name: "Add a passkey" });
    await add.click();
    await page.getByText(/sign in again the way you did before/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fillIn(page, ada);
    await page.waitForURL(`${origin}/`);
    await add.click();
    await page.getByRole("list", { name: "Your passkeys" }).waitFor();
  });

  it("make an account of their own", async () => {
    const origin = await startDemo();
    const page = await browser.newPage();
    await VirtualAuthenticator.plugIn(page);
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await page.getByLabel("Email address").first().fill("new@example.com");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.waitForURL(`${origin}/`);
    expect(await page.getByRole("status").first().textContent()).toContain("new@example.com");
  });
});
