import { describe, expect, it } from "vitest";
import { CookieJar } from "../cookies/jar.js";
import { authenticate } from "../crypto/hash.js";
import { createKeyRing } from "../crypto/keys.js";
import { crossSiteReason, csrfToken, isCsrfToken, renewCsrfToken } from "./csrf.js";

const cookie = { name: "csrf", options: { path: "/", httpOnly: true } };
const oneSecret = () => createKeyRing(["a secret"]);
const context = (header: string) => ({
  keys: oneSecret(),
  cookies: { csrf: cookie },
  jar: new CookieJar(header),
});
const token = "0123456789abcdef".repeat(4);
const macOf = (text: string, purpose = "csrf") => authenticate(oneSecret(), purpose, text);
const known = async () => context(`csrf=${token}|${await macOf(token)}`);

describe("the CSRF token", () => {
  it("is new where the browser has none, with its cookie", async () => {
    const first = context("");
    const made = await csrfToken(first);
    expect(made).toMatch(/^[\da-f]{64}$/);
    const value = `${made}|${await macOf(made)}`;
    expect(first.jar.changes()).toEqual([{ name: "csrf", value, options: cookie.options }]);
    expect(await csrfToken(context(""))).not.toBe(made);
  });

  it("is the one that the browser has, and no cookie is set", async () => {
    const browser = await known();
    expect(await csrfToken(browser)).toBe(token);
    expect(browser.jar.changes()).toEqual([]);
  });

  it("can be renewed, so that the older one is no longer accepted", async () => {
    const before = await known();
    const renewed = await renewCsrfToken(before);
    expect(renewed).not.toBe(token);
    const after = context(`csrf=${before.jar.changes()[0]?.value ?? ""}`);
    expect(await isCsrfToken(after, renewed)).toBe(true);
    expect(await isCsrfToken(after, token)).toBe(false);
  });

  it("must be sent back as it is", async () => {
    const browser = await known();
    expect(await isCsrfToken(browser, token)).toBe(true);
    for (const sent of [undefined, "", "x", token.slice(1), `${token}0`, await macOf(token)]) {
      expect(await isCsrfToken(browser, sent)).toBe(false);
    }
    expect(await isCsrfToken(context(""), undefined)).toBe(false);
    expect(await isCsrfToken(context(""), "")).toBe(false);
  });

  it("in a cookie of another's making counts for nothing", async () => {
    const upper = token.toUpperCase();
    const foreign = createKeyRing(["another secret"]);
    const mac = await macOf(token);
    const cookies = [
      token,
      `${token}|`,
      `${token}|${await authenticate(foreign, "csrf", token)}`,
      `${token}|${await macOf(token, "email")}`,
      `${token}|${mac}|`,
      `${token}|${mac}|x`,
      `|${await macOf("")}`,
      `${upper}|${await macOf(upper)}`,
      `0${token}|${await macOf(`0${token}`)}`,
      `${token}0|${await macOf(`${token}0`)}`,
      `x${token}|${await macOf(`x${token}`)}`,
    ];
    for (const value of cookies) {
      const planted = context(`csrf=${value}`);
      expect(await isCsrfToken(planted, value.split("|")[0])).toBe(false);
      expect(await csrfToken(planted)).not.toBe(value.split("|")[0]);
    }
  });
});

describe("whether a POST comes from another site", () => {
  const origin = "https://app.test";
  const reason = (headers: Record<string, string>, site = origin) =>
    crossSiteReason(new Headers(headers), site);

  it.each([
    [{}],
    [{ origin }],
    [{ "sec-fetch-site": "same-origin" }],
    [{ "sec-fetch-site": "none" }],
    [{ "sec-fetch-site": "same-origin", origin }],
    [{ "sec-fetch-site": "same-origin", origin: "https://inner.test" }],
  ])("%o comes from this one", (headers) => {
    expect(reason(headers)).toBeUndefined();
  });

  it("is judged by Sec-Fetch-Site where the browser sends it", () => {
    for (const site of ["cross-site", "same-site", "x", ""]) {
      const told = reason({ "sec-fetch-site": site, origin: "https://evil.test" });
      expect(told).toContain(JSON.stringify(site));
      expect(told).toContain('"https://evil.test"');
      expect(told).toContain(origin);
    }
    const told = reason({ "sec-fetch-site": "cross-site" });
    expect(told).toContain(`"cross-site"; this site is ${origin}`);
    expect(reason({ "sec-fetch-site": "cross-site", origin })).toBeDefined();
  });

  it("is judged by Origin where that is all there is", () => {
    for (const from of ["https://evil.test", "null", "http://app.test", "https://app.test:8443"]) {
      const told = reason({ origin: from });
      expect(told).toContain(JSON.stringify(from));
      expect(told).toContain(origin);
      expect(told).toContain("AUTH_URL");
    }
  });

  it("a proxy that ends TLS is named as the likely cause", () => {
    const headers = { origin: "https://app.test", "sec-fetch-site": "same-origin" };
    const told = reason(headers, "http://app.test");
    expect(told).toContain("https://app.test");
    expect(told).toContain("http://app.test.");
    expect(told).toContain("proxy");
    expect(reason({ origin: "https://x.http:" }, "https://x.http:")).toBeUndefined();
    expect(reason({ origin: "http://app.test" }, "http://app.test")).toBeUndefined();
  });
});
