import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../test/support/browser.ts";
import { buildApp, names, startApp } from "./app.mjs";

/** What comes with scripts of its own, and goes from page to page without loading a document. */
const hydrated = new Set(["sveltekit", "react-router", "tanstack-start"]);

/** SvelteKit looks for a page of the application where it is led to, and then loads the document. */
const searched = /^\S+: Not found: \/auth\/signin\n/;

const browser = await openBrowser();

/** A page, and what was wrong on it: in the console, in scripts, and in answers of the server. */
async function openPage(origin) {
  const page = await browser.newPage({ baseURL: origin });
  const wrong = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return { page, wrong };
}

/** Fills in the sign-in page, where the browser is led to. */
async function signIn(page, name = "Ada") {
  await page.waitForURL(/\/auth\/signin/);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: /sign in/i }).click();
}

describe.skipIf(browser.skip).each(names)("%s, built for production, in Chromium", (name) => {
  let server;
  beforeAll(async () => {
    buildApp(name);
    server = await startApp(name);
  });
  afterAll(() => server?.stop());

  it("who clicks through is signed in, sees so, and signs out", async () => {
    const { page, wrong } = await openPage(server.origin);
    await page.goto("/");
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page);
    await page.getByText("Only Ada sees this.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.goto("/");
    await page.getByText("Hello Ada.").waitFor();
    const link = page.getByRole("link", { name: "Sign out" });
    if ((await link.count()) > 0) await link.click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect(await (await page.request.get("/auth/session")).json()).toBeNull();
    expect(wrong).toEqual([]);
  });

  it("a protected page leads to the sign-in page, and that back to it", async () => {
    const { page, wrong } = await openPage(server.origin);
    await page.goto("/account?from=mail");
    await signIn(page, "Grace");
    await page.getByText("Only Grace sees this.").waitFor();
    expect(new URL(page.url()).search).toBe("?from=mail");
    expect(wrong).toEqual([]);
  });

  it("the client knows the session that the server rendered, and signs out", async () => {
    const { page, wrong } = await openPage(server.origin);
    await page.goto("/account");
    await signIn(page);
    await page.getByText("Only Ada sees this.").waitFor();
    await page.goto("/client");
    expect(await page.textContent("#server")).toBe("Ada");
    await page.locator("#client", { hasText: /^authenticated Ada$/ }).waitFor();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.goto("/client");
    await page.locator("#client", { hasText: /^unauthenticated nobody$/ }).waitFor();
    expect(wrong).toEqual([]);
  });

  if (hydrated.has(name)) {
    it("a link to a protected page loads no document", async () => {
      const { page, wrong } = await openPage(server.origin);
      await page.goto("/account");
      await signIn(page);
      await page.getByText("Only Ada sees this.").waitFor();
      await page.goto("/");
      await page.waitForLoadState("networkidle");
      const documents = [];
      page.on("request", (request) => {
        if (request.isNavigationRequest()) documents.push(request.url());
      });
      await page.getByRole("link", { name: "Your account" }).click();
      await page.getByText("Only Ada sees this.").waitFor();
      expect(documents).toEqual([]);
      expect(wrong).toEqual([]);
    });
  }

  it("a link to a protected page leads to the sign-in page when the session is over", async () => {
    const { page, wrong } = await openPage(server.origin);
    await page.goto("/account");
    await signIn(page);
    await page.getByText("Only Ada sees this.").waitFor();
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Your account" }).click();
    await signIn(page, "Grace");
    await page.getByText("Only Grace sees this.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/account");
    const unexpected = wrong.filter((line) => name !== "sveltekit" || !searched.test(line));
    expect(unexpected).toEqual([]);
  });
});
