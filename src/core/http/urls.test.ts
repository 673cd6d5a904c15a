import { describe, expect, it } from "vitest";
import { actionUrl, isHost, normalizeBasePath, pageUrl, webUrl, withQuery } from "./urls.js";

const site = { origin: "https://app.test", basePath: "/auth" };

describe("addresses", () => {
  it.each([
    ["/auth", "/auth"],
    ["auth", "/auth"],
    ["/auth/", "/auth"],
    ["//a//b//", "/a//b"],
    ["/", ""],
    ["///", ""],
    ["", ""],
  ])("the base path %j is %j", (given, expected) => {
    expect(normalizeBasePath(given)).toBe(expected);
  });

  it("an action's URL, with the provider's id encoded", () => {
    expect(actionUrl(site, "signin")).toBe("https://app.test/auth/signin");
    expect(actionUrl(site, "callback", "a/b c")).toBe("https://app.test/auth/callback/a%2Fb%20c");
    expect(actionUrl({ ...site, basePath: "" }, "csrf")).toBe("https://app.test/csrf");
  });

  it.each([
    ["/a", { b: "c&d" }, "/a?b=c%26d"],
    ["/a?x=1", { b: "c" }, "/a?x=1&b=c"],
    ["/a?b=old", { b: "new" }, "/a?b=new"],
    ["/a?b=x?y", { c: "1" }, "/a?b=x%3Fy&c=1"],
    ["/a#top", { b: "c" }, "/a?b=c#top"],
    ["/a#t#u", {}, "/a#t#u"],
    ["https://x.test", { b: "ü" }, "https://x.test?b=%C3%BC"],
  ])("%s with %o is %s", (target, params, expected) => {
    expect(withQuery(target, params)).toBe(expected);
  });

  it.each([
    ["/login", "https://app.test/login"],
    ["https://id.test/login", "https://id.test/login"],
    ["login", "https://app.test/login"],
    ["http://", "https://app.test"],
  ])("the page %s is at %s", (page, expected) => {
    expect(pageUrl(site, page)).toBe(expected);
  });

  it.each([
    ["a.test", true],
    ["a.test:8080", true],
    ["localhost", true],
    ["[::1]:3000", true],
    ["127.0.0.1", true],
    ["", false],
    ["a.test, b.test", false],
    ["a.test/path", false],
    ["a.test?x", false],
    ["a.test#x", false],
    ["user@a.test", false],
    ["a b", false],
    ["a.test:", false],
    ["a.test:99999", false],
    ["a.test\\b", false],
    ["[::1", false],
    ["a.test\n", false],
  ])("%j is a host: %s", (text, expected) => {
    expect(isHost(text)).toBe(expected);
  });

  it.each([
    ["https://a.test/x", "https://a.test"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["a.test", undefined],
    ["a.test:3000", undefined],
    ["ftp://a.test", undefined],
    ["xhttps://a.test", undefined],
    ["httpsx://a.test", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("the site %j is at %s", (text, expected) => {
    expect(webUrl(text)?.origin).toBe(expected);
  });
});
