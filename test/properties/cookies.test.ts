import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clearChunked, readChunked, writeChunked } from "../../src/core/cookies/chunks.js";
import { CookieJar } from "../../src/core/cookies/jar.js";
import { serializeCookie } from "../../src/core/cookies/serialize.js";

const cookie = { name: "__Secure-authjs.session-token", options: { path: "/", secure: true } };
const expires = new Date(0);
const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

/** A value of any length up to 20 chunks, cheap to make. */
const value = fc
  .tuple(fc.integer({ min: 1, max: 20 * 3936 }), fc.integer({ min: 0, max: base64url.length - 1 }))
  .map(([length, offset]) => {
    const rotated = base64url.slice(offset) + base64url.slice(0, offset);
    return rotated.repeat(Math.ceil(length / rotated.length)).slice(0, length);
  });

/** The Cookie header of a browser after a response. */
function headerAfter(before: string, jar: CookieJar): string {
  const kept = new Map(
    before.split("; ").flatMap((pair): [string, string][] => {
      const [name = "", text = ""] = pair.split("=");
      return name === "" ? [] : [[name, text]];
    }),
  );
  for (const change of jar.changes()) {
    const [pair = ""] = serializeCookie(change).split(";");
    const [name = "", text = ""] = pair.split("=");
    if (change.options.maxAge === 0) kept.delete(name);
    else kept.set(name, text);
  }
  return [...kept].map(([name, text]) => `${name}=${text}`).join("; ");
}

describe("a value spread over cookies", () => {
  it("is read back as it was written, after any earlier value", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        let header = "foreign=1";
        for (const text of values) {
          const jar = new CookieJar(header);
          writeChunked(jar, cookie, { value: text, expires });
          header = headerAfter(header, jar);
          expect(readChunked(new CookieJar(header), cookie)).toBe(text);
        }
        const jar = new CookieJar(header);
        clearChunked(jar, cookie);
        expect(headerAfter(header, jar)).toBe("foreign=1");
      }),
      { numRuns: 60 },
    );
  });

  it("is all or nothing: with a chunk missing in the middle there is no value", () => {
    fc.assert(
      fc.property(value, fc.nat(), (text, which) => {
        const jar = new CookieJar("");
        writeChunked(jar, cookie, { value: text, expires });
        const pairs = headerAfter("", jar).split("; ");
        if (pairs.length < 3) return;
        const gap = which % (pairs.length - 1);
        const header = pairs.filter((_, index) => index !== gap).join("; ");
        expect(readChunked(new CookieJar(header), cookie)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it("any header at all is read without a fault", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (header) => {
        const jar = new CookieJar(header);
        readChunked(jar, cookie);
        clearChunked(jar, cookie);
        expect(jar.changes().length).toBeLessThanOrEqual(33);
      }),
      { numRuns: 500 },
    );
  });
});
