import express from "express";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { getSession, MiddlewareAuth } from "latchkey/express";
import Apple from "latchkey/providers/apple";
import Discord from "latchkey/providers/discord";
import Facebook from "latchkey/providers/facebook";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import Slack from "latchkey/providers/slack";
import Spotify from "latchkey/providers/spotify";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { recorder, secret, type TestConfig } from "../support/config.js";
import { axeFindings, isTooWide, narrow, usualLooks, watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { openInbox } from "../support/inbox.js";

const browser = await openBrowser();
const inbox = await openInbox();
const email = "lin@example.org";
const password = "violins under the old bridge";
const known = { clientId: "id", clientSecret: "secret" };
const services = [Google, GitHub, Apple, Discord, Facebook, Slack, Spotify];

/** An application with every way in. Its start page tells who is signed in. */
async function start(overrides: Partial<TestConfig> = {}, pause = 0, signUp = false) {
  const mailer = Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
  const config: TestConfig = {
    providers: [
      ...services.map((make) => make(known)),
      mailer,
      Password({ email: mailer, signUp }),
      Passkey(),
    ],
    secret,
    trustHost: true,
    logger: recorder().logger,
    adapter: MemoryAdapter(),
    experimental: { enableWebAuthn: true },
    lastUsedFirst: true,
    ...overrides,
  };
  const app = express();
  app.use((req, _res, next) => {
    if (req.method === "POST" && pause > 0) setTimeout(next, pause);
    else next();
  });
  app.use("/auth", MiddlewareAuth(config));
  app.get("/", (req, res, next) => {
    getSession(req, config)
      .then((session) => res.type("text").send(session?.user?.email ?? "nobody"))
      .catch(next);
  });
  // Passkeys belong to a name.
  return (await serve(app)).replace("127.0.0.1", "localhost");
}

/** Makes an account, and signs out again. */
async function signUp(page: Page, origin: string, hasScripts: boolean): Promise<void> {
  await page.goto(`${origin}/auth/password/sign-up`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create my account" }).click();
  await page.getByLabel("Six-digit code").fill(inbox.newest().code);
  if (!hasScripts) await page.getByRole("button", { name: "Create my account" }).click();
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/auth/signout`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${origin}/`);
}

describe.skipIf(browser.skip)("the sign-in page with every way in", { timeout: 60_000 }, () => {
  it.each(usualLooks)(
    "axe finds nothing to mend on $look, folded and open",
    async ({ options }) => {
      const origin = await start();
      const page = await browser.newPage(options);
      const seen = watch(page);
      await page.goto(`${origin}/auth/signin?error=CredentialsSignin`);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByText("More options").click();
      expect(await axeFindings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      expect([...seen.refused, ...seen.errors]).toEqual([]);
      expect([...seen.origins]).toEqual([origin]);
    },
  );

  it("has no need to scroll sideways, however narrow", async () => {
    const page = await browser.newPage(narrow);
    await page.goto(`${await start()}/auth/signin`);
    await page.getByText("More options").click();
    expect(await isTooWide(page)).toBe(false);
  });

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    "takes an address once, for a password and for a mail: %o",
    async (options) => {
      const origin = await start({}, 0, true);
      const page = await browser.newPage(options);
      await signUp(page, origin, options.javaScriptEnabled);
      await page.goto(`${origin}/auth/signin`);
      expect(await page.locator('input[type="email"]').count()).toBe(1);
      await page.getByLabel("Email address").fill(email);
      await page.getByLabel("Password").fill(password);
      // Enter is the password's button, whichever way was configured first.
      await page.getByLabel("Password").press("Enter");
      await page.waitForURL(`${origin}/`);
      expect(await page.textContent("body")).toBe(email);
      await page.context().clearCookies({ name: /session-token/ });
      await page.goto(`${origin}/auth/signin`);
      const [first] = await page.locator("button[type=submit], button:not([type])").all();
      expect(await first?.textContent()).toContain("Last used");
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("button", { name: "Continue with email" }).click();
      await page.getByLabel("Six-digit code").fill(inbox.newest().code);
      if (!options.javaScriptEnabled) await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${origin}/`);
      expect(await page.textContent("body")).toBe(email);
    },
  );

  it("makes a passkey for the address in the one field, and asks for it first", async () => {
    const origin = await start();
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${origin}/auth/signin`);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    const field = page.getByLabel("Email address");
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill("new@example.org");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.waitForURL(`${origin}/`);
    expect(await page.textContent("body")).toBe("new@example.org");
  });

  it("sends nothing twice: its buttons wait, and work again when one comes back", async () => {
    const origin = await start({}, 500);
    const page = await browser.newPage();
    await page.addInitScript(() => {
      addEventListener("submit", () => {
        setTimeout(() => {
          for (const button of document.querySelectorAll("button")) button.click();
          const left = document.querySelectorAll("button:not(:disabled)").length;
          sessionStorage.setItem("left", String(left));
        }, 100);
      });
    });
    await page.goto(`${origin}/auth/signin`);
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Continue with email" }).click();
    await page.waitForURL(/verify-request/);
    expect(await page.evaluate(() => sessionStorage.getItem("left"))).toBe("0");
    expect(inbox.mails).toHaveLength(1);
    await page.goBack();
    expect(await page.locator("button:disabled").count()).toBe(0);
  });

  it("has the address checked before a mail is asked for", async () => {
    const origin = await start();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin`);
    await page.getByLabel("Email address").fill("lin");
    await page.getByRole("button", { name: "Continue with email" }).click();
    const field = page.getByLabel("Email address");
    expect(await field.evaluate((input) => input.matches(":user-invalid, :invalid"))).toBe(true);
    expect(page.url()).toBe(`${origin}/auth/signin`);
    expect(await page.locator("button:disabled").count()).toBe(0);
  });
});
