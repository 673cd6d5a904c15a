import { describe, expect, it } from "vitest";
import { resolveRedirect, sameOriginRedirect } from "./redirect.js";

const site = { origin: "https://app.test", basePath: "/auth" };
const judge = (url: string, baseUrl = site.origin) => sameOriginRedirect({ url, baseUrl });

describe("the redirect callback of the library", () => {
  it.each([
    ["/in", "https://app.test/in"],
    ["/a/../b?x=1#y", "https://app.test/b?x=1#y"],
    ["https://app.test/in", "https://app.test/in"],
    ["HTTPS://APP.TEST/in", "https://app.test/in"],
    ["https://app.test:443/in", "https://app.test/in"],
    ["https://app.test", "https://app.test"],
  ])("lets %s pass as %s", (url, expected) => {
    expect(judge(url)).toBe(expected);
  });

  it.each([
    "",
    "in",
    "in/https://app.test/",
    "https:",
    "https:/app.test/in",
    "http://",
    "//evil.test/in",
    "https://evil.test/in",
    "http://app.test/in",
    "https://app.test:8443/in",
    "https://app.test.evil.test/",
    "https://user@app.test/in",
    "https://:password@app.test/in",
    "https://user:password@app.test/in",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:https://app.test/x",
  ])("makes the site of %j", (url) => {
    expect(judge(url)).toBe("https://app.test");
  });

  it("compares with the origin of the base URL, and falls back to the whole of it", () => {
    expect(judge("https://app.test/in", "https://app.test/base")).toBe("https://app.test/in");
    expect(judge("http://localhost:3000/in", "http://localhost:3000")).toBe(
      "http://localhost:3000/in",
    );
    expect(judge("https://evil.test/", "https://app.test/base")).toBe("https://app.test/base");
    expect(judge("https://app.test/a%zz", "https://app.test/a%zz")).toBe("https://app.test/a%zz");
  });
});

describe("where a redirect goes", () => {
  const asked: unknown[] = [];
  const goTo = (requested: string | undefined, answer: unknown = requested, at = site) => {
    asked.length = 0;
    return resolveRedirect(requested, at, (params) => {
      asked.push(params);
      // @ts-expect-error An application without types may answer anything.
      const judged: string = answer;
      return judged;
    });
  };

  it("is what the callback says of what was requested", async () => {
    expect(await goTo("/in", "https://other.test/a%20b")).toBe("https://other.test/a%20b");
    expect(asked).toEqual([{ url: "/in", baseUrl: "https://app.test" }]);
    expect(await goTo("/in", "/x/../y")).toBe("https://app.test/y");
    expect(await goTo("/in", "https://app.test")).toBe("https://app.test");
  });

  it("is what the callback says of the site where nothing was requested or it is no address", async () => {
    const control = ["\u0000", "\t", "\n", "\r", "\u001f", " ", "\u007f", "\\"];
    for (const bad of [undefined, ...control.map((char) => `/a${char}b`)]) {
      expect(await goTo(bad, "https://other.test/")).toBe("https://other.test/");
      expect(asked).toEqual([{ url: "https://app.test", baseUrl: "https://app.test" }]);
    }
    expect(await goTo("", "https://other.test/")).toBe("https://other.test/");
  });

  it("may be 2048 characters long", async () => {
    const ofLength = (length: number) => `/${"x".repeat(length - 1)}`;
    expect(await goTo(ofLength(2048))).toBe(`https://app.test${ofLength(2048)}`);
    expect(await goTo(ofLength(2049))).toBe("https://app.test");
    expect(await goTo("/in", ofLength(2049))).toBe("https://app.test");
  });

  it.each([
    [null],
    [42],
    [{}],
    ["https://other.test/a\tb"],
    ["\\\\evil.test"],
    ["http://"],
    ["javascript:alert(1)"],
    ["JavaScript:alert(1)"],
    ["data:text/html,x"],
    ["vbscript:x"],
    ["blob:https://app.test/x"],
    ["file:///etc/hosts"],
    ["app:opened"],
    ["//evil.test"],
    ["https:///evil.test"],
    ["in"],
    [""],
  ])("is the site where the callback answers %j", async (answer) => {
    expect(await goTo("/in", answer)).toBe("https://app.test");
  });

  it.each(["callback", "csrf", "providers", "session", "signout", "webauthn-options"])(
    "is never the endpoint %s",
    async (action) => {
      for (const path of [`/auth/${action}`, `/auth/${action}/x`, `/auth/${action}?a=1`]) {
        expect(await goTo(path)).toBe("https://app.test");
      }
      const bare = { origin: "https://app.test", basePath: "" };
      expect(await goTo(`/${action}`, `/${action}`, bare)).toBe("https://app.test");
    },
  );

  it.each([
    "/auth",
    "/auth/",
    "/auth/signin",
    "/auth/Error",
    "/auth/error?error=x",
    "/auth/verify-request",
    "/auth/x/session",
    "/auth/sessions",
    "/authx/session",
    "/session",
    "/a/auth/session",
  ])("may be the page %s", async (path) => {
    expect(await goTo(path)).toBe(`https://app.test${path}`);
  });

  it("may be an endpoint of another site", async () => {
    expect(await goTo("https://other.test/auth/session")).toBe("https://other.test/auth/session");
  });
});
