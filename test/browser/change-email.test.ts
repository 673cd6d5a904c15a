import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import { german, arabic } from "latchkey/languages";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { changeEmailWorld, newAddress } from "../support/change-email-world.js";
import { adasForm, ada } from "../support/config.js";
import { axeFindings, isTooWide, usualLooks } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { openInbox } from "../support/inbox.js";

const inbox = await openInbox();
const browser = await openBrowser();

async function start(page: Page): Promise<string> {
  const { config } = changeEmailWorld(inbox, {
    strategy: "jwt",
    overrides: { languages: [german, arabic] },
  });
  const server = express();
  server.use("/auth", MiddlewareAuth(config));
  const origin = await serve(server);
  await page.goto(`${origin}/auth/signin`);
  await page.fill("input[name=username]", adasForm.username);
  await page.fill("input[name=password]", adasForm.password);
  await page.click("form[action*=credentials] button[type=submit]");
  return origin;
}

it.each([
  ...usualLooks.map(({ look, options }) => ["en-US", look, options] as const),
  ["ar", "a phone", { viewport: { width: 390, height: 844 } }] as const,
])(
  "the address is changed and brought back by clicks, without findings, in %s on %s",
  { timeout: 60_000 },
  async (locale, _look, options) => {
    const page = await browser.newPage({ locale, ...options });
    const findings: unknown[] = [];
    const inspect = async () => {
      findings.push(...(await axeFindings(page)));
      if (await isTooWide(page)) findings.push(`${page.url()} is too wide`);
    };
    const origin = await start(page);
    await page.goto(`${origin}/auth/account`);
    await inspect();
    await page.click('a[href*="/change-email"]');
    await inspect();
    await page.fill("input[name=email]", ada.email);
    await page.click("button.primary");
    await page.getByRole("alert").waitFor();
    await inspect();
    await page.fill("input[name=email]", newAddress);
    await page.click("button.primary");
    await page.getByText(newAddress).waitFor();
    await inspect();
    await page.goto(`${origin}/auth/account`);
    await inspect();
    const { link } = inbox.newest();
    await page.goto(link.href);
    await inspect();
    await page.click("button.primary");
    await page.locator("a.primary").waitFor();
    await inspect();
    await page.goto(inbox.newest().link.href);
    await inspect();
    await page.click("button.primary");
    await page.locator("a.primary").waitFor();
    await inspect();
    await page.goto(link.href);
    await inspect();
    expect(findings).toEqual([]);
    await page.context().close();
  },
);
