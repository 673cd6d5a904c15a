import { expect, it } from "vitest";
import { fromBase32, toBase32 } from "../../src/plugins/two-factor/base32.js";
import { codeOf, newSecret, uriOf } from "../../src/plugins/two-factor/totp.js";

// RFC 6238, appendix B, with SHA-1: the last six of the eight digits.
const secret = toBase32(new TextEncoder().encode("12345678901234567890"));

it.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at %i seconds the code is that of RFC 6238", async (seconds, code) => {
  expect(await codeOf(secret, Math.floor(seconds / 30))).toBe(code);
});

it.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("base32 of %j is that of RFC 4648", (text, coded) => {
  expect(toBase32(new TextEncoder().encode(text))).toBe(coded);
  expect(new TextDecoder().decode(fromBase32(coded))).toBe(text);
});

it("a secret has 160 bits, and no two are the same", () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));
  expect(secrets.size).toBe(100);
  for (const one of secrets) expect(fromBase32(one)).toHaveLength(20);
});

it("what the app is told is escaped", () => {
  const uri = uriOf("ABC", { site: "A & B: c", person: "x?y@example.org" });
  expect(uri).toBe(
    "otpauth://totp/A%20%26%20B%3A%20c:x%3Fy%40example.org?secret=ABC&issuer=A%20%26%20B%3A%20c&digits=6&period=30",
  );
});
