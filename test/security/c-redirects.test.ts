import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { adasForm, world } from "../support/config.js";

const base = "https://app.test";

/** Where a target leads, by every way a request can name one. */
const targets = async (target: string) => {
  const { browser } = world("jwt");
  const query = `callbackUrl=${encodeURIComponent(target)}`;
  const [inBody, inQuery, inCookie, out] = [browser(), browser(), browser(), browser()];
  inCookie.plant("__Host-latchkey.callback-url", target);
  return [
    location(await inBody.signIn({ ...adasForm, callbackUrl: target })),
    location(await inQuery.submit(`callback/credentials?${query}`, adasForm)),
    location(await inCookie.signIn(adasForm)),
    location(await out.signOut({ callbackUrl: target })),
    location(
      await world("jwt", { callbacks: { signIn: () => target } })
        .browser()
        .signIn(adasForm),
    ),
  ];
};

const toBase: Record<string, string[]> = {
  "C01 two slashes": ["//evil.test", "///evil.test", "////evil.test/x"],
  "C02 backslashes": ["/\\evil.test", "\\\\evil.test", "/\\/evil.test", "https:\\\\evil.test"],
  "C03 a scheme without a host": [
    "https:evil.test",
    "https:/evil.test",
    "https:///evil.test",
    "https:app.test/x",
  ],
  "C04 user and password before the host": [
    "https://app.test@evil.test",
    "https://app.test%40evil.test",
    "https://app.test:pw@evil.test",
    "https://user:pw@app.test/x",
  ],
  "C05 a host that begins or ends like ours": [
    "https://app.test.evil.test",
    "https://evilapp.test",
    "https://app.testevil",
  ],
  "C06 a scheme that runs or shows something": [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "\tjavascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "blob:https://app.test/x",
    "file:///etc/passwd",
  ],
  "C07 our host without TLS": ["http://app.test/x"],
  "C08 another port": ["https://app.test:8443/", "https://app.test:80/"],
  "C10 a dot after the host": ["https://app.test./x"],
  "C11 control characters": [
    "/path\r\nSet-Cookie: x=1",
    "/a\rb",
    "/a\nb",
    "/a\u0000b",
    "/a\u007fb",
  ],
  "C12 characters that parsers delete": ["/\t/evil.test", "/\n/evil.test", "ht\ntps://evil.test"],
  "C15 the library's own routes": [
    "/auth/signout",
    "/auth/callback/x?code=1",
    "https://app.test/auth/session",
    "/auth/./signout",
    "/x/../auth/signout",
  ],
};

describe("C. redirect targets", () => {
  for (const [title, list] of Object.entries(toBase)) {
    it.each(list)(`${title}: %j leads to the site itself`, async (target) => {
      expect(await targets(target)).toEqual(Array(5).fill(base));
    });
  }

  it.each([
    ["https://APP.TEST/x", "https://app.test/x"],
    ["https://app.test:443/x", "https://app.test/x"],
    ["/a/../b", "https://app.test/b"],
  ])("C09 %s is accepted in canonical form", async (target, expected) => {
    expect(await targets(target)).toEqual(Array(5).fill(expected));
  });

  it("C11 an encoded line end stays encoded, and splits no header", async () => {
    const found = await targets("/path%0d%0aSet-Cookie:x=1");
    expect(found).toEqual(Array(5).fill("https://app.test/path%0d%0aSet-Cookie:x=1"));
  });

  it("C13 a callbackUrl that comes twice is refused", async () => {
    const { browser } = world("jwt");
    const query = "callbackUrl=/a&callbackUrl=//evil.test";
    for (const route of [`signin?${query}`, `signout?${query}`]) {
      const response = await browser().get(route);
      expect(response.status).toBe(400);
      expect(cookieNamesOf(response)).toEqual([]);
    }
  });

  it("C14 a callbackUrl of a megabyte is refused, one of 60 kB passed over; neither is kept", async () => {
    const { browser } = world("jwt");
    const tooLong = await browser().get(`signin?callbackUrl=/${"a".repeat(1_000_000)}`);
    expect([tooLong.status, cookieNamesOf(tooLong)]).toEqual([414, []]);
    const response = await browser().get(`signin?callbackUrl=/${"a".repeat(60_000)}`);
    expect(response.status).toBe(200);
    expect(cookieNamesOf(response)).toEqual(["__Host-latchkey.csrf-token"]);
    expect((await response.text()).length).toBeLessThan(100_000);
  });

  it("C15 with the base path / own routes are no targets either", async () => {
    const ours = world("jwt", { basePath: "/" }).browser({ basePath: "" });
    expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/signout" }))).toBe(base);
    expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/inbox" }))).toBe(
      "https://app.test/inbox",
    );
  });

  it("C06 a redirect callback of the application can't lead to a script either", async () => {
    for (const target of ["javascript:alert(1)", "data:text/html,x", "/a\r\nb", 7, null]) {
      // @ts-expect-error what JavaScript may give is not always a text
      const ours = world("jwt", { callbacks: { redirect: () => target } }).browser();
      expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/x" }))).toBe(base);
    }
  });
});
