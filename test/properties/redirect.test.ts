import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveRedirect, sameOriginRedirect } from "../../src/core/http/redirect.js";

const site = { origin: "https://app.test", basePath: "/auth" };
const bits = fc.constantFrom(
  "/",
  "\\",
  "//",
  "https:",
  "http:",
  "//evil.test",
  "evil.test",
  "app.test",
  "@",
  ":",
  "%2f",
  "%5c",
  "%00",
  "\t",
  "\n",
  "\r",
  "\u0000",
  " ",
  ".",
  "..",
  "?",
  "#",
  "javascript:",
  "data:",
  "auth/",
  "signout",
  "[::1]",
  "：",
  "／",
  "。",
  "\u202e",
  "\ufeff",
  "ä",
  "%",
  "x",
  ":443",
  "HTTPS://APP.TEST",
);
const crafted = fc.array(bits, { maxLength: 8 }).map((parts) => parts.join(""));
const target = fc.oneof(crafted, fc.string({ unit: "binary" }), fc.webUrl(), fc.string());

/** As a browser at the site's page would read a Location header. */
const readByBrowser = (location: string) => new URL(location, `${site.origin}/auth/callback/x`);

describe("redirect resolution", () => {
  it("never leaves the origin, whatever was asked for", async () => {
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        const resolved = await resolveRedirect(text, site, sameOriginRedirect);
        const url = readByBrowser(resolved);
        expect(url.origin).toBe(site.origin);
        expect([url.username, url.password]).toEqual(["", ""]);
        expect(resolved).not.toMatch(/[\r\n\t\\]/);
        expect(() => new Headers({ location: resolved })).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it("is stable: what it gave is accepted again as it is", async () => {
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        const once = await resolveRedirect(text, site, sameOriginRedirect);
        expect(await resolveRedirect(once, site, sameOriginRedirect)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it("never leads to an endpoint of ours", async () => {
    const endpoint = fc.constantFrom("signout", "callback/x", "session", "csrf", "providers");
    const dressing = fc.constantFrom("", "/", "?a=1", "#b", "/../signout");
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("", site.origin),
        endpoint,
        dressing,
        async (prefix, name, end) => {
          const resolved = await resolveRedirect(
            `${prefix}/auth/${name}${end}`,
            site,
            sameOriginRedirect,
          );
          expect(resolved).toBe(site.origin);
        },
      ),
    );
  });

  it("keeps every ordinary path of the site", async () => {
    const segment = fc.stringMatching(/^[a-z0-9_~-]{1,10}$/).filter((text) => text !== "auth");
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 4 }), async (segments) => {
        const path = `/${segments.join("/")}`;
        expect(await resolveRedirect(path, site, sameOriginRedirect)).toBe(site.origin + path);
      }),
    );
  });

  it("a callback of the application never gets or gives what a browser reads otherwise", async () => {
    await fc.assert(
      fc.asyncProperty(target, target, async (asked, answered) => {
        const resolved = await resolveRedirect(asked, site, ({ url, baseUrl }) => {
          expect(url).not.toMatch(/[\r\n\t\\]/);
          expect(baseUrl).toBe(site.origin);
          return answered;
        });
        expect(resolved).not.toMatch(/[\r\n\t\\]/);
        expect(["javascript:", "data:", "vbscript:", "blob:", "file:"]).not.toContain(
          readByBrowser(resolved).protocol,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
