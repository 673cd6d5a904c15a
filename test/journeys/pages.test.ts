import Credentials from "latchkey/providers/credentials";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, people, world } from "../support/config.js";

const page = async (route: string, overrides = {}) => {
  const response = await world("jwt", overrides).browser().get(route);
  return { response, html: await response.text() };
};

describe("the built-in pages", () => {
  it("sign-in: a form that signs in when it is sent as it is", async () => {
    const browser = world("jwt").browser();
    const html = await (await browser.get("signin?callbackUrl=/inbox")).text();
    const action = /<form[^>]+action="([^"]+)"/.exec(html)?.[1];
    const value = (name: string) =>
      new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";
    expect(action).toBe("/auth/callback/credentials");
    const response = await browser.post("callback/credentials", {
      ...adasForm,
      csrfToken: value("csrfToken"),
      callbackUrl: value("callbackUrl"),
    });
    expect(location(response)).toBe("https://app.test/inbox");
    expect(await browser.session()).not.toBeNull();
  });

  it("[PRV-2] sign-in: the name of the provider is on its button", async () => {
    const staff = Credentials({ id: "staff", name: "Staff & guests" });
    const { html } = await page("signin", { providers: [people, staff] });
    const buttons = [...html.matchAll(/<button[^]*?<\/button>/g)].map(([button]) => button);
    expect(buttons).toHaveLength(2);
    expect(buttons[0]).toContain("Credentials");
    expect(buttons[1]).toContain("Staff &amp; guests");
  });

  it("sign-in: remembers where to go for a sign-in page that does not carry it along", async () => {
    const browser = world("jwt", { pages: { signIn: "/login" } }).browser();
    const response = await browser.get("signin?callbackUrl=/inbox");
    expect(location(response)).toBe(
      "https://app.test/login?callbackUrl=https%3A%2F%2Fapp.test%2Finbox",
    );
    expect(location(await browser.signIn(adasForm))).toBe("https://app.test/inbox");
    expect(browser.cookieNames()).not.toContain("__Host-latchkey.callback-url");
  });

  it("sign-out: asks first, and its form signs out", async () => {
    const browser = world("jwt").browser();
    await browser.signIn(adasForm);
    const response = await browser.get("signout?callbackUrl=/bye");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(await browser.session()).not.toBeNull();
    const csrfToken = /name="csrfToken"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(/<form[^>]+action="([^"]+)"/.exec(html)?.[1]).toBe("/auth/signout");
    await browser.post("signout", { csrfToken });
    expect(await browser.session()).toBeNull();
  });

  it.each([
    ["error", 200],
    ["error?error=Configuration", 500],
    ["error?error=AccessDenied", 403],
    ["error?error=Verification", 403],
    ["error?error=Whatever", 200],
    ["verify-request", 200],
    ["signin?error=CredentialsSignin&code=credentials", 200],
  ])("GET %s is a page with status %i", async (route, status) => {
    const { response, html } = await page(route);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toMatch(/^<!doctype html>/i);
  });

  it("decision 36: no page asks a third party for anything, may be framed or kept", async () => {
    for (const route of ["signin", "signout", "error", "verify-request"]) {
      const { response, html } = await page(route);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe-inline");
      expect(response.headers.get("cache-control")).toContain("no-store");
      const hosts = [...html.matchAll(/(?:src|href|action)="(https?:\/\/[^/"]+)/g)];
      expect(new Set(hosts.map((match) => match[1])).size).toBeLessThanOrEqual(1);
      for (const [, host] of hosts) expect(host).toBe("https://app.test");
    }
  });

  it("decision 36: query values are data, never properties of the page", async () => {
    const { html } = await page("signin?csrfToken=forged&providers=x&theme=y&forms=z");
    expect(html).not.toContain("forged");
    expect(html).toContain("/auth/callback/credentials");
  });

  it("shows the theme's name, and the host where there is none", async () => {
    expect((await page("signin", { theme: { name: "Lovelace Ltd" } })).html).toContain(
      "Lovelace Ltd",
    );
    expect((await page("signin")).html).toContain("app.test");
  });
});

describe("[RTE-6] the application's own pages", () => {
  it.each([
    ["signin", { signIn: "/login" }, "/login?callbackUrl=https%3A%2F%2Fapp.test"],
    [
      "signin?error=CredentialsSignin&code=locked",
      { signIn: "/login" },
      "/login?callbackUrl=https%3A%2F%2Fapp.test&error=CredentialsSignin&code=locked",
    ],
    ["signout", { signOut: "/leave" }, "/leave"],
    ["error?error=AccessDenied", { error: "/oops" }, "/oops?error=AccessDenied"],
    ["error", { error: "/oops" }, "/oops"],
    [
      "verify-request?provider=x&type=email",
      { verifyRequest: "/sent" },
      "/sent?provider=x&type=email",
    ],
  ])("[RTE-6] GET %s with %o goes to %s", async (route, pages, target) => {
    const { response } = await page(route, { pages });
    expect(location(response)).toBe(`https://app.test${target}`);
  });

  it("decision 18: a page with a query of its own, or at another site, is joined correctly", async () => {
    const cases = [
      ["/err?x=1", "https://app.test/err?x=1&error=a%26b%3Dc"],
      ["/err#top", "https://app.test/err?error=a%26b%3Dc#top"],
      ["https://id.test/err?x=1", "https://id.test/err?x=1&error=a%26b%3Dc"],
    ] as const;
    for (const [error, expected] of cases) {
      const { response } = await page("error?error=a%26b%3Dc", { pages: { error } });
      expect(location(response)).toBe(expected);
    }
  });

  it("decision 18: a failure goes to the application's pages, encoded", async () => {
    const pages = { signIn: "https://id.test/login?tenant=1" };
    const browser = world("jwt", { pages }).browser();
    expect(location(await browser.signIn({ username: "x" }))).toBe(
      "https://id.test/login?tenant=1&error=CredentialsSignin&code=credentials",
    );
  });

  it("decision 18: an error keeps the cookies that were set before it", async () => {
    const provider = Credentials({ authorize: () => null });
    const browser = world("jwt", { providers: [provider] }).browser();
    browser.plant("__Secure-authjs.session-token", "x".repeat(10));
    await browser.signIn({});
    expect(browser.cookieNames()).toContain("__Host-latchkey.csrf-token");
  });

  it("a sign-in page that is the built-in address shows the built-in page", async () => {
    const { response } = await page("signin", { pages: { signIn: "/auth/signin" } });
    expect(response.status).toBe(200);
  });

  it("providers without a form of their own still work below an own page", async () => {
    const browser = world("jwt", { providers: [people], pages: { signIn: "/login" } }).browser();
    await browser.signIn(adasForm);
    expect(await browser.session()).not.toBeNull();
  });
});
