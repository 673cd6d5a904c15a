import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { adasForm, password, world, type TestConfig } from "../support/config.js";
import { axeFindings, isTooWide, looks, narrow, usualLooks, watch } from "../support/demo-page.js";
import { serve } from "../support/express-host.js";

const browser = await openBrowser();

/** An application with nothing but the built-in pages. Its start page is plain text. */
async function start(overrides: Partial<TestConfig> = {}): Promise<string> {
  const app = express();
  app.use("/auth", MiddlewareAuth(world("jwt", overrides).config));
  app.get("/", (_req, res) => {
    res.type("text").send("start");
  });
  return serve(app);
}

const longName = "Bundesgesundheitsministerium ".repeat(6).trim();
const themes = [
  { name: "Yellow", brandColor: "#ffd400", buttonText: "#ffffff" },
  { name: longName, brandColor: "#663399" },
];

const addresses = [
  "signin",
  "signin?error=CredentialsSignin&code=credentials",
  "signin?error=SessionRequired",
  "signout",
  "verify-request",
  "error",
  "error?error=AccessDenied",
] as const;

describe.skipIf(browser.skip)("the built-in pages", { timeout: 60_000 }, () => {
  it.each(usualLooks)(
    "decision 36: axe finds nothing to mend on $look, and they keep to their own rules",
    async ({ options }) => {
      const origin = await start();
      const page = await browser.newPage(options);
      const seen = watch(page);
      for (const address of addresses) {
        await page.goto(`${origin}/auth/${address}`);
        expect([address, await axeFindings(page)]).toEqual([address, []]);
      }
      expect([...seen.refused, ...seen.errors]).toEqual([]);
      expect([...seen.origins]).toEqual([origin]);
    },
  );

  it.each(themes)(
    "decision 36: axe finds nothing to mend with the theme $brandColor",
    async (theme) => {
      const origin = await start({ theme });
      for (const { options } of [looks[0], looks[3]]) {
        const page = await browser.newPage(options);
        for (const address of ["signin?error=CredentialsSignin", "signout"]) {
          await page.goto(`${origin}/auth/${address}`);
          expect([address, await axeFindings(page)]).toEqual([address, []]);
        }
      }
    },
  );

  it.each(addresses)("%s needs no scrolling sideways, however narrow", async (address) => {
    const origin = await start({ theme: { name: longName } });
    const page = await browser.newPage(narrow);
    await page.goto(`${origin}/auth/${address}`);
    expect(await isTooWide(page)).toBe(false);
  });

  it("decision 36: follow the colors the system asks for", async () => {
    const origin = await start();
    const background = async (colorScheme: "light" | "dark"): Promise<string> => {
      const page = await browser.newPage({ colorScheme });
      await page.goto(`${origin}/auth/signin`);
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    };
    expect(await background("light")).toBe("rgb(244, 245, 247)");
    expect(await background("dark")).toBe("rgb(13, 15, 19)");
  });

  it.each(["signin", "signout", "verify-request", "error?error=AccessDenied"])(
    "N01 decision 36: a script that got into %s does not run",
    async (address) => {
      const origin = await start();
      const page = await browser.newPage();
      const seen = watch(page);
      await page.goto(`${origin}/auth/${address}`);
      const ran = await page.evaluate(() => {
        const inline = document.createElement("script");
        inline.textContent = "window.ran = true";
        const image = document.createElement("img");
        image.setAttribute("onerror", "window.ran = true");
        image.src = "/missing.png";
        const link = document.createElement("a");
        link.href = "javascript:window.ran=true";
        document.body.append(inline, image, link);
        link.click();
        return new Promise((resolve) => {
          setTimeout(() => resolve(Reflect.get(window, "ran")), 100);
        });
      });
      expect(ran).toBeUndefined();
      expect(seen.refused.length).toBeGreaterThanOrEqual(2);
    },
  );

  it("decision 36: send nothing elsewhere, even when made to try", async () => {
    const origin = await start();
    const other = await start();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin`);
    const outcome = await page.evaluate(
      (url) =>
        fetch(url, { mode: "no-cors" }).then(
          () => "sent",
          () => "refused",
        ),
      other,
    );
    expect(outcome).toBe("refused");
  });

  it("decision 36: can't be framed", async () => {
    const origin = await start();
    const app = express();
    app.get("/", (_req, res) => {
      res.type("html").send(`<iframe src="${origin}/auth/signin"></iframe>`);
    });
    const page = await browser.newPage();
    await page.goto(await serve(app), { waitUntil: "networkidle" });
    const [frame] = page.frames().slice(1);
    expect(frame?.url()).toMatch(/^chrome-error:/);
  });

  it.each([
    ["Configuration", 500, "Sign-in isn’t available"],
    ["AccessDenied", 403, "You don’t have access"],
    ["Verification", 403, "This link no longer works"],
    ["Default", 200, "Something went wrong"],
    ["__proto__", 200, "Something went wrong"],
    ["<script>window.ran=1</script>", 200, "Something went wrong"],
    ["", 200, "Something went wrong"],
  ])("N08 the error %j has status %i and says: %s", async (error, status, heading) => {
    const origin = await start();
    const page = await browser.newPage();
    const query = new URLSearchParams({ error }).toString();
    const response = await page.goto(`${origin}/auth/error?${query}`);
    expect(response?.status()).toBe(status);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
    expect(await page.evaluate((): unknown => Reflect.get(window, "ran"))).toBeUndefined();
    await page.getByRole("link", { name: "Back to the site" }).click();
    await page.waitForURL(`${origin}/`);
  });

  it("lead from the error page to the sign-in page", async () => {
    const origin = await start();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/error?error=AccessDenied`);
    await page.getByRole("link", { name: "Use a different account" }).click();
    await page.waitForURL(`${origin}/auth/signin`);
  });

  it("tie the message of a failed sign-in to the fields it is about", async () => {
    const origin = await start();
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/signin`);
    await submit(page, { ...adasForm, password: "wrong" });
    const field = page.getByLabel("Password");
    const described = (await field.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`#${described}`).textContent()).toContain("don’t match");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.inputValue()).toBe("");
  });

  it("decision 36: work without JavaScript", async () => {
    const origin = await start();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/auth/signin?callbackUrl=/auth/signin`);
    await submit(page, adasForm);
    const cookies = (await page.context().cookies()).map(({ name }) => name).sort();
    expect(cookies).toContain("authjs.session-token");
    await page.goto(`${origin}/auth/signout`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/`);
    const left = (await page.context().cookies()).map(({ name }) => name);
    expect(left.sort()).toEqual(["latchkey.csrf-token", "latchkey.device"]);
  });

  it("a form that was open while the person signed in elsewhere asks to try once more", async () => {
    const origin = await start();
    const context = await browser.newContext();
    const [stale, fresh] = [await context.newPage(), await context.newPage()];
    await stale.goto(`${origin}/auth/signin`);
    await fresh.goto(`${origin}/auth/signin`);
    await submit(fresh, adasForm);
    await fresh.waitForURL(`${origin}/`);
    await submit(stale, { username: "grace", password });
    expect(await stale.getByRole("alert").textContent()).toContain("Try again");
    await submit(stale, { username: "grace", password });
    await stale.waitForURL(`${origin}/`);
  });
});

async function submit(
  page: Page,
  fields: { readonly username: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("Username").fill(fields.username);
  await page.getByLabel("Password").fill(fields.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
