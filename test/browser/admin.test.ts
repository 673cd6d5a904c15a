import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import { adminPages } from "latchkey/plugins/admin";
import Passkey from "latchkey/providers/passkey";
import GitHub from "latchkey/providers/github";
import Nodemailer from "latchkey/providers/nodemailer";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { adminPagesWorld } from "../support/admin-pages-world.js";
import { openBrowser } from "../support/browser.js";
import { ada, adasForm, grace, people, type Strategy } from "../support/config.js";
import { axeFindings, isTooWide, looks, narrow, usualLooks, watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { openInbox } from "../support/inbox.js";
import { turnOn } from "../support/second-step-world.js";
import { everyLanguage, languages, look, pictures } from "../support/texts-fit.js";

const inbox = await openInbox();
const browser = await openBrowser();

const long = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh";
const time = "2026-11-05T10:00:00.000Z";
const event = { requestId: "r", time, userId: grace.id, personal: {} };
const trail = () => [
  { ...event, id: "1", type: "admin.banned", adminId: ada.id },
  { ...event, id: "2", type: "sign-in.refused", reason: "CredentialsSignin" },
  { ...event, id: "3", type: "shop.ordered" },
];

/** A site with all that there is to show. */
async function start(strategy: Strategy = "jwt"): Promise<string> {
  const mailer = Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
  const shop = adminPagesWorld(inbox, strategy, {
    plugin: { pages: adminPages({ trail }) },
    overrides: {
      url: undefined,
      languages: everyLanguage,
      theme: { name: "Acme" },
      providers: [people, mailer, GitHub({ clientId: "a", clientSecret: "b" }), Passkey],
    },
  });
  const { adapter } = shop;
  for (let at = 10; at < 40; at++) {
    const name = at === 11 ? long : `User ${at}`;
    const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.org`;
    await adapter.createUser({ id: `u${at}`, name, email, emailVerified: new Date() });
  }
  await adapter.createUser({ id: "u09", email: "invited@example.org", emailVerified: null });
  const account = { provider: "github", providerAccountId: "1815", type: "oauth" } as const;
  await adapter.linkAccount({ ...account, userId: grace.id });
  await shop.acts.ban("u11", { reason: `Spam, ${long}`, until: new Date("2099-01-31") });
  await turnOn(await shop.grace());
  const server = express();
  server.use("/auth", MiddlewareAuth(shop.config));
  return (await serve(server)).replace("127.0.0.1", "localhost");
}

async function open(options: BrowserContextOptions) {
  const origin = await start();
  const page = await browser.newPage(options);
  page.setDefaultTimeout(20_000);
  const seen = watch(page);
  await page.goto(`${origin}/auth/signin?callbackUrl=/auth/admin`);
  await page.fill("input[name=username]", adasForm.username);
  await page.fill("input[name=password]", adasForm.password);
  await page.click("form[action*=credentials] button[type=submit]");
  await page.locator(".card.admin").waitFor();
  return { origin, page, seen };
}

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll("details")) one.setAttribute("open", "");
  });

const routes = {
  list: "admin",
  "list at its end": "admin?after=u35",
  found: "admin?search=nobody",
  "banned users": "admin?banned=true",
  user: `admin/user?id=${grace.id}&done=end-sessions`,
  banned: "admin/user?id=u11",
  invited: "admin/user?id=u09",
  self: `admin/user?id=${ada.id}`,
} as const;

describe.skipIf(browser.skip)("the pages for administrators", { timeout: 150_000 }, () => {
  it.each(usualLooks)("give axe nothing to mend on $look", async ({ look: name, options }) => {
    const { origin, page, seen } = await open(options);
    for (const [what, route] of Object.entries(routes)) {
      await page.goto(`${origin}/auth/${route}`);
      await unfold(page);
      expect([what, await axeFindings(page)]).toEqual([what, []]);
      await look(page, "en", `admin ${what} on ${name}`);
    }
    expect([seen.refused, seen.errors]).toEqual([[], []]);
    await page.context().close();
  });

  it("need no scrolling sideways, however narrow", async () => {
    const { origin, page } = await open(narrow);
    for (const [what, route] of Object.entries(routes)) {
      await page.goto(`${origin}/auth/${route}`);
      await unfold(page);
      expect([what, await isTooWide(page)]).toEqual([what, false]);
    }
    await page.context().close();
  });

  it("have room for their texts in every language, on a phone", async () => {
    const [, , phone] = looks;
    const { origin, page } = await open(phone.options);
    for (const language of languages) {
      await page.setExtraHTTPHeaders({ "accept-language": language });
      for (const [what, route] of Object.entries(routes)) {
        if (!pictures && !["list", "user"].includes(what)) continue;
        await page.goto(`${origin}/auth/${route}`);
        await unfold(page);
        await look(page, language, `admin ${what}`);
      }
      if (language === "ar") expect(await axeFindings(page)).toEqual([]);
    }
    await page.context().close();
  });

  it("work without JavaScript: invite, accept, ban and lift", async () => {
    const { origin, page } = await open({ javaScriptEnabled: false });
    await page.getByText("Invite a user").click();
    await page.getByLabel("Email address", { exact: true }).fill("new@example.org");
    await page.getByLabel("Language of the email").selectOption("de");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByText("The invitation is on its way").waitFor();
    const { link, parsed } = inbox.newest();
    expect(parsed.subject).toBe("Sie sind zu Acme eingeladen");
    await page.goto(`${origin}/auth/admin/user?id=${grace.id}`);
    await page.locator("summary", { hasText: "Ban this user" }).click();
    await page.getByLabel("Reason").fill("Spam");
    await page.getByLabel("End of the ban").fill("2099-01-31");
    await page.getByRole("button", { name: "Ban this user" }).click();
    await page.getByText("Until Jan 31, 2099").waitFor();
    await page.getByRole("button", { name: "Lift the ban" }).click();
    await page.getByText("The ban is lifted").waitFor();
    const other = await browser.newPage();
    await other.goto(link.href);
    expect(await axeFindings(other)).toEqual([]);
    await look(other, "en", "admin invitation");
    await other.getByRole("button", { name: "Accept the invitation" }).click();
    await other.goto(`${origin}/auth/account`);
    await other.getByText("new@example.org").first().waitFor();
    await other.goto(link.href);
    await other.getByText("This invitation doesn’t work anymore").waitFor();
    await look(other, "en", "admin invitation gone");
    await other.context().close();
    await page.context().close();
  });
});
