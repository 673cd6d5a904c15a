import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import type { TwoFactorOptions } from "latchkey/plugins/two-factor";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { adasForm } from "../support/config.js";
import { axeFindings, watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";
import { nextCodeOf, secondStepWorld, withPhone } from "../support/second-step-world.js";

const browser = await openBrowser();

/** A page that asks Ada for a code of her app, and the code. */
async function start(secondStep: TwoFactorOptions = {}, options: BrowserContextOptions = {}) {
  const made = secondStepWorld({ secondStep });
  const { secret } = await withPhone(made);
  const server = express();
  server.use("/auth", MiddlewareAuth(made.config));
  server.get("/", (_req, res) => void res.type("text").send("start"));
  const origin = await serve(server);
  const page = await browser.newPage(options);
  await page.goto(`${origin}/auth/signin`);
  await page.fill("input[name=username]", adasForm.username);
  await page.fill("input[name=password]", adasForm.password);
  await page.click("form[action*=credentials] button[type=submit]");
  const field = page.getByRole("textbox");
  await field.waitFor();
  return { page, origin, field, code: nextCodeOf(secret) };
}

const promise = "The code is submitted automatically after the sixth digit.";

/** The forms that a page sends from now on. */
function posts(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  return sent;
}

describe.skipIf(browser.skip)("a code", { timeout: 60_000 }, () => {
  it("is sent once, as soon as its last digit is typed", async () => {
    const { page, origin, field, code } = await start();
    const [sent, seen] = [posts(page), watch(page)];
    await field.pressSequentially(code.slice(0, 5));
    expect(sent).toEqual([]);
    await field.press("End");
    await field.pressSequentially(code.slice(5));
    await page.waitForURL(`${origin}/`);
    expect(sent).toEqual([`${origin}/auth/second-step`]);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
  });

  it("is sent when it's pasted, with blanks", async () => {
    const { page, origin, field, code } = await start();
    await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await page.waitForURL(`${origin}/`);
  });

  it("says below its field that it's submitted by itself, also to screen readers", async () => {
    const { page } = await start();
    await page.getByText(promise).waitFor();
    const described = page.getByRole("textbox", {
      description: `changes every 30 seconds. ${promise}`,
    });
    expect(await described.count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it("promises nothing where scripts are off, and is sent with the button", async () => {
    const { page, origin, field, code } = await start({}, { javaScriptEnabled: false });
    const described = page.getByRole("textbox", { description: promise });
    expect([await described.count(), await page.getByText(promise).isVisible()]).toEqual([
      0,
      false,
    ]);
    await field.fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${origin}/`);
  });

  it("waits for the button where there is a choice to make, and promises nothing else", async () => {
    const { page, origin, field, code } = await start({ remember: 3600 });
    expect(await page.getByText(promise).count()).toBe(0);
    const sent = posts(page);
    await field.fill(code);
    await page.getByLabel("ask again").check();
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${origin}/`);
  });
});
