import { sessionRegistry } from "latchkey/plugins/session-registry";
import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import { accountPage } from "latchkey/plugins/account-page";
import { memoryState } from "latchkey/state/memory";
import Passkey from "latchkey/providers/passkey";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { ada, adasForm, people, world, type TestConfig } from "../support/config.js";
import { axeFindings, isTooWide, narrow, usualLooks, watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { oauth, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { bundlePage, serveReact } from "../support/react/site.js";
import { listen, toldIn } from "../support/signals.js";

const browser = await openBrowser();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => rogue.reset());

const secondName = "Second provider with a name that is long enough for two lines of a phone";

function app(overrides: Partial<TestConfig> = {}) {
  return world("database", {
    session: { strategy: "jwt" },
    sharedState: memoryState(),
    providers: [people, oidc(rogue), { ...oauth(rogue), id: "second", name: secondName }, Passkey],
    plugins: [accountPage(), sessionRegistry({ within: 0 })],
    callbacks: { deleteUser: () => true },
    ...overrides,
  });
}

/** A site where Ada has two ways to sign in, and a page on which she is signed in. */
async function start(options: BrowserContextOptions = {}) {
  const shop = app();
  const type = "oidc";
  await shop.adapter.linkAccount({
    provider: "rogue",
    providerAccountId: "x1",
    type,
    userId: ada.id,
  });
  await shop.adapter.linkAccount({
    provider: "second",
    providerAccountId: "y1",
    type: "oauth",
    userId: ada.id,
  });
  const server = express();
  server.use("/auth", MiddlewareAuth(shop.config));
  server.get("/", (_req, res) => {
    res.type("text").send("start");
  });
  // Passkeys need a host with a name.
  const origin = (await serve(server)).replace("127.0.0.1", "localhost");
  const page = await browser.newPage(options);
  await signIn(page, origin);
  return { shop, origin, page };
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=${encodeURIComponent("/auth/account")}`);
  await page.locator('input[name="username"]').fill(adasForm.username);
  await page.locator('input[name="password"]').fill(adasForm.password);
  await page.locator('form[action$="callback/credentials"] button').click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
}

describe.skipIf(browser.skip)("the account page in a browser", { timeout: 60_000 }, () => {
  it.each(usualLooks)("axe finds nothing to mend on $look", async ({ options }) => {
    const { origin, page } = await start(options);
    const seen = watch(page);
    for (const query of ["", "?error=LastWay", "?done=unlink"]) {
      await page.goto(`${origin}/auth/account${query}`);
      await page.locator("details").evaluate((details) => details.setAttribute("open", ""));
      expect([query, await axeFindings(page)]).toEqual([query, []]);
    }
    expect([...seen.refused, ...seen.errors]).toEqual([]);
  });

  it("needs no scrolling sideways, however narrow", async () => {
    const { page } = await start(narrow);
    expect(await isTooWide(page)).toBe(false);
  });

  it.each([true, false])(
    "opens the providers that can be added with the keyboard, scripts: %s",
    async (javaScriptEnabled) => {
      const third = { ...oauth(rogue), id: "third", name: "Third" };
      const fourth = { ...oauth(rogue), id: "fourth", name: "Fourth" };
      const providers = [people, oidc(rogue), third, fourth];
      const server = express();
      server.use("/auth", MiddlewareAuth(app({ providers }).config));
      const origin = await serve(server);
      const page = await browser.newPage({ javaScriptEnabled });
      await signIn(page, origin);
      const add = page.getByRole("button", { name: /^Add / });
      expect(await add.filter({ visible: true }).count()).toBe(0);
      await page.locator("summary", { hasText: "Add a sign-in method" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Add Third" }).waitFor();
      expect(await add.filter({ visible: true }).count()).toBe(3);
      if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${rogue.issuer}/**`);
    },
  );

  it("leads to devices and the danger zone from the list beside the sections", async () => {
    const { page } = await start({ viewport: { width: 1280, height: 860 } });
    const beside = page.getByRole("navigation");
    for (const name of ["Devices", "Danger zone"]) {
      const href = await beside.getByRole("link", { name, exact: true }).getAttribute("href");
      const heading = page.getByRole("heading", { level: 2, name, exact: true });
      expect(href).toBe(`#${await heading.getAttribute("id")}`);
    }
  });

  it.each([true, false])(
    "removes a way, ends devices and deletes, scripts: %s",
    async (javaScriptEnabled) => {
      const { shop, origin, page } = await start({ javaScriptEnabled });
      const other = await browser.newPage({});
      await signIn(other, origin);
      await page.reload();
      await page.getByRole("button", { name: "Remove", exact: false }).first().click();
      await page.getByRole("status").getByText("Removed.").waitFor();
      expect(shop.store.accounts.size).toBe(1);
      await page.getByText("Your only sign-in method").waitFor();
      await page.getByRole("button", { name: "Sign out everywhere else" }).click();
      await page.getByText("All other devices are signed out.").waitFor();
      await other.reload();
      await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      await page.getByText("Delete my account").first().click();
      await page.getByLabel("Yes, delete my account").check();
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByText("start", { exact: true }).waitFor();
      expect(shop.store.users.has(ada.id)).toBe(false);
    },
  );

  it("makes a passkey with the button, names it and removes it", async () => {
    const { shop, page } = await start();
    await listen(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkey on one device").waitFor();
    const [{ credentialID = "" } = {}] = shop.store.authenticators.values();
    await page.getByText("Rename", { exact: true }).click();
    await page.getByLabel("Name, such as the device it’s on").fill("Ada's desk");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").waitFor();
    await page.getByText("Ada's desk", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove Ada's desk" }).click();
    await page.getByText("Passkey removed.").waitFor();
    expect(shop.store.authenticators.size).toBe(0);
    // Authenticators hear of the new name, and that the passkey is gone.
    const credentialId = Buffer.from(credentialID, "base64").toString("base64url");
    await expect
      .poll(async () => toldIn(page))
      .toContainEqual(["signalUnknownCredential", { rpId: "localhost", credentialId }]);
    expect(await toldIn(page)).toContainEqual([
      "signalCurrentUserDetails",
      expect.objectContaining({ rpId: "localhost", displayName: ada.name }),
    ]);
  });

  it("useAccount reads it, changes it and reads it again", async () => {
    const shop = app({ basePath: "/api/auth" });
    await shop.adapter.linkAccount({
      provider: "rogue",
      providerAccountId: "x1",
      type: "oidc",
      userId: ada.id,
    });
    await shop.adapter.linkAccount({
      provider: "second",
      providerAccountId: "y1",
      type: "oauth",
      userId: ada.id,
    });
    const site = await serveReact(await bundlePage(), shop.config);
    const page = await browser.newPage({ baseURL: site.origin });
    await page.goto("/?account");
    await page.getByText("unauthenticated", { exact: true }).last().waitFor();
    const form = { ...adasForm, redirect: false, redirectTo: "/" };
    await page.evaluate(`client.signIn("credentials", ${JSON.stringify(form)})`);
    await page.goto("/?account");
    await page.locator("#account", { hasText: "authenticated rogue second" }).waitFor();
    const change = (account: string) =>
      page.evaluate(`account.change("unlink", { provider: "rogue", account: "${account}" })`);
    expect(await change("of another")).toEqual({ ok: false, error: "NotFound" });
    expect(await change("x1")).toEqual({ ok: true });
    await page.locator("#account", { hasText: "authenticated second" }).waitFor();
    const last = `account.change("unlink", { provider: "second", account: "y1" })`;
    expect(await page.evaluate(last)).toEqual({ ok: false, error: "LastWay" });
  });
});
