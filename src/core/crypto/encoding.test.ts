import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { times } from "../../../test/support/long-form.js";
import { fromBase64Url, isBase64Url, toBase64Url, toHex } from "./encoding.js";

describe("base64url", () => {
  it("is what Node makes, and is read back", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64url"));
        expect(fromBase64Url(text)).toEqual(Uint8Array.from(bytes));
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      }),
    );
  });

  it("has one form only: whatever is accepted is what would be written", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{0,9}$/), (text) => {
        const canonical = Buffer.from(text, "base64url").toString("base64url") === text;
        expect(isBase64Url(text)).toBe(canonical);
      }),
      { numRuns: times(2000) },
    );
  });

  it.each(["a", "ab=", "AB==", "A+", "A/", "AB", "ABD", "A B", "ä"])("refuses %j", (text) => {
    expect(fromBase64Url(text)).toBeUndefined();
  });
});
