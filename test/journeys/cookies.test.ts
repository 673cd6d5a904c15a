import { parseSetCookie } from "cookie";
import { describe, expect, it } from "vitest";
import { useClock } from "../support/clock.js";
import { adasForm, strategies, world, type TestConfig } from "../support/config.js";

useClock();
const sessionName = "__Secure-authjs.session-token";

/** A token too large for one cookie. */
const large = (size: number): Pick<TestConfig, "callbacks"> => ({
  callbacks: { jwt: ({ token }) => ({ ...token, blob: "x".repeat(size) }) },
});

describe.each(strategies)("cookies, strategy %s", (strategy) => {
  const cookiesOf = async (origin: string, overrides: Partial<TestConfig> = {}) => {
    const browser = world(strategy, overrides).browser({ origin });
    const page = await browser.get("signin?callbackUrl=/x");
    const signedIn = await browser.signIn(adasForm);
    return [...page.headers.getSetCookie(), ...signedIn.headers.getSetCookie()].map((line) =>
      parseSetCookie(line),
    );
  };

  it("[AUT-8] are secure on https and not on http, unless useSecureCookies says otherwise", async () => {
    for (const [origin, useSecureCookies, expected] of [
      ["https://app.test", undefined, true],
      ["http://localhost:3000", undefined, undefined],
      ["https://app.test", false, undefined],
      ["http://localhost:3000", true, true],
    ] as const) {
      const cookies = await cookiesOf(origin, { useSecureCookies });
      expect(cookies.length).toBeGreaterThan(1);
      for (const cookie of cookies) expect(cookie.secure).toBe(expected);
    }
  });

  it("[AUT-8] take other names and options from the cookies option", async () => {
    const cookies = await cookiesOf("https://app.test", {
      cookies: {
        sessionToken: { name: "my.session", options: { domain: "app.test", sameSite: "strict" } },
        csrfToken: { options: { path: "/auth" } },
        callbackUrl: { name: "my.target" },
      },
    });
    const byName = new Map(cookies.map((cookie) => [cookie.name, cookie]));
    expect(byName.get("my.session")).toMatchObject({
      domain: "app.test",
      sameSite: "strict",
      httpOnly: true,
      secure: true,
    });
    // A cookie that isn't for the whole host can't have the prefix that says so.
    expect(byName.get("__Secure-latchkey.csrf-token")).toMatchObject({ path: "/auth" });
    expect(byName.get("my.target")).toMatchObject({ path: "/", httpOnly: true });
  });

  it("[AUT-8] a renamed session cookie is read by its new name", async () => {
    const browser = world(strategy, {
      cookies: { sessionToken: { name: "my.session" } },
    }).browser();
    await browser.signIn(adasForm);
    expect(browser.cookieNames()).toContain("my.session");
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    await browser.signOut();
    expect(browser.cookieNames()).not.toContain("my.session");
  });
});

describe("a target that no cookie can hold", () => {
  // Each slash of a query is sent as three characters.
  const target = `/a?b=${"/".repeat(1400)}`;

  it("is in the form, and an older target is not kept in its place", async () => {
    const browser = world("jwt").browser();
    await browser.get("signin?callbackUrl=/older");
    expect(browser.cookieNames()).toContain("__Host-latchkey.callback-url");
    const page = await browser.get(`signin?callbackUrl=${encodeURIComponent(target)}`);
    expect(browser.cookieNames()).not.toContain("__Host-latchkey.callback-url");
    expect(await page.text()).toContain(target);
    const answer = await browser.signIn({ ...adasForm, callbackUrl: target });
    expect(answer.headers.get("location")).toBe(`https://app.test${target}`);
  });
});

describe("decision 32: a session too large for one cookie", () => {
  it("decision 32: is spread over name.0, name.1 and so on, and read again", async () => {
    const browser = world("jwt", large(8000)).browser();
    await browser.signIn(adasForm);
    expect(browser.sessionCookies()).toEqual([0, 1, 2].map((index) => `${sessionName}.${index}`));
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("decision 32: each chunk with its attributes fits what browsers keep", async () => {
    const response = await world("jwt", large(8000)).browser().signIn(adasForm);
    const lines = response.headers.getSetCookie().filter((line) => line.startsWith(sessionName));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(4096);
  });

  it("decision 32: growing clears the single cookie, shrinking clears the chunks, signing out all", async () => {
    let size = 10;
    const { browser } = world("jwt", {
      callbacks: { jwt: ({ token }) => ({ ...token, blob: "x".repeat(size) }) },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    expect(ours.sessionCookies()).toEqual([sessionName]);
    size = 8000;
    await ours.session();
    expect(ours.sessionCookies()).toEqual([0, 1, 2].map((index) => `${sessionName}.${index}`));
    size = 4000;
    await ours.session();
    expect(ours.sessionCookies()).toEqual([`${sessionName}.0`, `${sessionName}.1`]);
    size = 10;
    await ours.session();
    expect(ours.sessionCookies()).toEqual([sessionName]);
    size = 8000;
    await ours.session();
    await ours.signOut();
    expect(ours.sessionCookies()).toEqual([]);
  });

  it("decision 32: names that only look alike are left alone", async () => {
    const browser = world("jwt").browser();
    await browser.signIn(adasForm);
    const foreign = [
      `${sessionName}-x`,
      `${sessionName}.x`,
      `${sessionName}.00`,
      `${sessionName}x`,
    ];
    for (const name of foreign) browser.plant(name, "junk");
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    await browser.signOut();
    expect(browser.sessionCookies().sort()).toEqual(foreign.sort());
  });

  it("decision 32: more than 32 chunks are refused with a clear error, and nobody is signed in", async () => {
    const session = { maxCookieSize: 1_000_000 };
    const { browser, log } = world("jwt", { ...large(130_000), session });
    const ours = browser();
    await ours.signIn(adasForm);
    expect(ours.sessionCookies()).toEqual([]);
    const [error] = log.errors("SessionTooLarge");
    expect(error?.message).toContain("the limit is 125952");
  });
});
