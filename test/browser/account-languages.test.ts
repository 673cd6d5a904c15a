import { sessionRegistry } from "latchkey/plugins/session-registry";
import { accountPage } from "latchkey/plugins/account-page";
import { twoFactor } from "latchkey/plugins/two-factor";
import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { ada, adasForm, people, world } from "../support/config.js";
import { axeFindings, looks } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { backWithCode, oauth, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { codeOf } from "../support/second-step-world.js";
import { everyLanguage, languages, look, pictures } from "../support/texts-fit.js";
import { storeNotes } from "../support/user-rows.js";

const browser = await openBrowser();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
rogue.idToken = { claims: { sub: "x1", email: ada.email, name: "Ada at Rogue" } };

const [, , phone] = looks;
const name = "Microsoft Entra ID";

/** A site where Ada has all that there is to show. */
async function start(): Promise<string> {
  const shop = world("database", {
    session: { strategy: "jwt" },
    sharedState: memoryState(),
    providers: [
      ...[people, oidc(rogue), { ...oauth(rogue), id: "second", name }],
      ...[{ ...oauth(rogue), id: "third", name: "Third" }, Passkey],
    ],
    experimental: { enableWebAuthn: true },
    plugins: [
      accountPage(),
      twoFactor({ remember: 30 * 24 * 60 * 60 }),
      sessionRegistry({ within: 0 }),
    ],
    callbacks: { deleteUser: () => true },
    languages: everyLanguage,
    theme: { name: "Acme" },
  });
  const userId = ada.id;
  const passkey = { provider: "passkey", providerAccountId: "k1", userId };
  await shop.adapter.linkAccount({ ...passkey, type: "webauthn" });
  await shop.adapter.createAuthenticator({
    providerAccountId: passkey.providerAccountId,
    userId,
    credentialID: "k1",
    credentialPublicKey: "",
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    counter: 0,
    transports: "internal,hybrid",
  });
  const time = "2026-11-05T10:00:00.000Z";
  const note = { name: "Ada’s phone", createdAt: time, lastUsedAt: time };
  await storeNotes(shop.adapter, userId, JSON.stringify({ k1: note }));
  await shop.browser().signIn(adasForm);
  const server = express();
  server.use("/auth", MiddlewareAuth(shop.config));
  return (await serve(server)).replace("127.0.0.1", "localhost");
}

async function signIn(page: Page): Promise<void> {
  await page.locator('input[name="username"]').fill(adasForm.username);
  await page.locator('input[name="password"]').fill(adasForm.password);
  await page.locator('form[action$="callback/credentials"] button').click();
}

async function sendCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name="code"]').fill(code);
}

/** Looks at a page in every language; `show` opens it. Those with short texts only where pictures are wanted. */
async function lookAtAll(page: Page, name: string, show: () => Promise<unknown>): Promise<void> {
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language });
    await show();
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.setAttribute("open", "");
    });
    await look(page, language, name);
  }
  if (name === "account") expect(await axeFindings(page)).toEqual([]);
}

describe.skipIf(browser.skip)("on a phone", { timeout: 150_000 }, () => {
  it("the account and the second step have room for their texts in every language", async () => {
    const origin = await start();
    const context = await browser.newContext(phone.options);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const open = (route: string) => () => page.goto(`${origin}/auth/${route}`);
    await open("signin?callbackUrl=/auth/account")();
    await page.locator('form[action$="signin/rogue"] button').click();
    await page.waitForURL(`${rogue.issuer}/**`);
    await open(backWithCode(rogue, new URL(page.url())))();
    await signIn(page);
    await page.waitForURL(/account\/pending/);
    await lookAtAll(page, "account question", () => page.reload());
    if (pictures) {
      const question = page.url();
      await lookAtAll(page, "account that is asked", open("account"));
      await page.goto(question);
    }
    await page.locator("button.primary").click();
    await page.waitForURL(/auth\/account$/);
    await lookAtAll(page, "account", open("account?error=LastWay"));
    if (pictures) await lookAtAll(page, "second step off", open("second-step/settings"));
    await lookAtAll(page, "second step set up", open("second-step/set-up"));
    const secret = ((await page.locator(".key").textContent()) ?? "").replaceAll(/\s/g, "");
    await sendCode(page, codeOf(secret));
    await page.locator(".codes").waitFor();
    if (pictures) await lookAtAll(page, "second step on", open("second-step/settings"));
    await lookAtAll(page, "second step codes", async () => {
      await open("second-step/settings")();
      await page.locator('form[action$="second-step/codes"] button').click();
      await page.locator(".codes").waitFor();
    });
    await context.clearCookies();
    await open("signin")();
    await signIn(page);
    await page.locator('input[name="code"]').waitFor();
    await lookAtAll(page, "second step asked", open("second-step"));
    if (pictures) await lookAtAll(page, "recovery", open("second-step?way=recovery"));
    await context.close();
  });
});
