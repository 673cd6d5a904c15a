import express from "express";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { MiddlewareAuth } from "latchkey/express";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Discord from "latchkey/providers/discord";
import Figma from "latchkey/providers/figma";
import MicrosoftEntraId from "latchkey/providers/microsoft-entra-id";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import Slack from "latchkey/providers/slack";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { recorder, secret, type TestConfig } from "../support/config.js";
import { axeFindings, looks } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { openInbox } from "../support/inbox.js";
import { everyLanguage, languages, look, pictures } from "../support/texts-fit.js";

const browser = await openBrowser();
const inbox = await openInbox();
const known = { clientId: "id", clientSecret: "secret" };
const [, , phone] = looks;

async function start(): Promise<string> {
  const mailer = Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
  const services = [Google, MicrosoftEntraId, GitHub, Discord, Figma, Slack];
  const config: TestConfig = {
    providers: [
      ...services.map((make) => make(known)),
      mailer,
      Password({ email: mailer }),
      Passkey(),
    ],
    secret,
    trustHost: true,
    logger: recorder().logger,
    adapter: MemoryAdapter(),
    experimental: { enableWebAuthn: true },
    languages: everyLanguage,
    lastUsedFirst: true,
    theme: { name: "Acme" },
  };
  const app = express();
  app.use("/auth", MiddlewareAuth(config));
  return (await serve(app)).replace("127.0.0.1", "localhost");
}

/** The pages with the longest texts. */
const longest = [
  "signin?error=FreshSignInRequired",
  "signout",
  "error?error=SessionTooLarge",
  "password/sign-up",
];

/** All others, which take longer: for those who want pictures. */
const others = [
  "signin",
  "signin?error=OAuthAccountNotLinked",
  "error",
  ...[
    "Configuration",
    "AccessDenied",
    "Verification",
    "InvalidCheck",
    "Unavailable",
    "SignedInElsewhere",
  ].map((error) => `error?error=${error}`),
  "password/forgot",
];

const addresses = [...longest, ...(pictures === undefined ? [] : others)];

describe.skipIf(browser.skip)("the pages on a phone", { timeout: 60_000 }, () => {
  it.each(languages)("have room for every text in %s", async (language) => {
    const origin = await start();
    const cookie = { name: "latchkey.last", value: "microsoft-entra-id", url: origin };
    const context = await browser.newContext({ ...phone.options, locale: language });
    await context.addCookies([cookie]);
    const page = await context.newPage();
    for (const address of addresses) {
      await page.goto(`${origin}/auth/${address}`);
      await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""));
      await look(page, language, address);
    }
    await page.goto(`${origin}/auth/signin`);
    if (language === "ar" || language === "de") expect(await axeFindings(page)).toEqual([]);
    await page.locator('input[type="email"]').fill("lin@example.org");
    await page.locator("button[formaction]").click();
    await page.waitForURL(/verify-request/);
    await look(page, language, "verify-request");
    const other = await browser.newPage({ ...phone.options, locale: language });
    await other.goto(inbox.newest().link.href);
    await look(other, language, "confirm");
    // A page of its own: that of the site allows no styles but its own.
    const letter = await browser.newPage(phone.options);
    await letter.setContent(inbox.newest().parsed.html ?? "");
    await look(letter, language, "mail");
  });
});
