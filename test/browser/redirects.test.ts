import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { adasForm, world, type TestConfig } from "../support/config.js";
import { watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";

const browser = await openBrowser();

async function start(overrides: Partial<TestConfig> = {}): Promise<string> {
  const app = express();
  app.use("/auth", MiddlewareAuth(world("jwt", overrides).config));
  app.use((req, res) => {
    res.type("text").send(`arrived at ${req.originalUrl}`);
  });
  return serve(app);
}

async function signInWith(site: string, target: string) {
  const page = await browser.newPage();
  const seen = watch(page);
  const query = new URLSearchParams({ callbackUrl: target }).toString();
  await page.goto(`${site}/auth/signin?${query}`);
  await page.getByLabel("Username").fill(adasForm.username);
  await page.getByLabel("Password").fill(adasForm.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("arrived at").waitFor();
  return { page, seen };
}

describe.skipIf(browser.skip)("the redirect after a form", { timeout: 60_000 }, () => {
  it("decision 36: leads to another origin where the redirect callback allows it", async () => {
    const site = await start({ callbacks: { redirect: ({ url }) => url } });
    const other = await start();
    const { page, seen } = await signInWith(site, `${other}/landed?x=1`);
    expect(page.url()).toBe(`${other}/landed?x=1`);
    expect(seen.refused).toEqual([]);

    const query = new URLSearchParams({ callbackUrl: `${other}/out` }).toString();
    await page.goto(`${site}/auth/signout?${query}`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${other}/out`);
    expect(seen.refused).toEqual([]);
  });

  it("[CBK-6] stays on the site by default", async () => {
    const site = await start();
    const other = await start();
    const { page, seen } = await signInWith(site, `${other}/landed`);
    expect(page.url()).toBe(`${site}/`);
    expect([...seen.origins]).toEqual([site]);
    expect(seen.refused).toEqual([]);
  });

  it("decision 36: a page of a site that never leaves itself forbids its forms to", async () => {
    const site = await start();
    const other = await start();
    const page = await browser.newPage();
    const seen = watch(page);
    await page.goto(`${site}/auth/signin`);
    await page.evaluate((action) => {
      const form = document.createElement("form");
      Object.assign(form, { action, method: "post" });
      document.body.append(form);
      form.submit();
    }, `${other}/stolen`);
    await expect.poll(() => seen.refused.length).toBeGreaterThan(0);
    expect([...seen.origins]).toEqual([site]);
  });
});
