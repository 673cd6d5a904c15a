import fc from "fast-check";
import type { Draft } from "../tape.js";

/** Changes a request. `others` are the right requests that there are, of this person and of others. */
export type Mutation = (draft: Draft, others: readonly Draft[]) => Draft;

export const encoder = new TextEncoder();
export const decoder = new TextDecoder();
export const wellFormed = (value: string): string => decoder.decode(encoder.encode(value));

/** Texts that have confused somebody before. */
const awkward = [
  ...["", " ", "\t", "0", "-1", "1e999", "NaN", "null", "undefined", "true", "[object Object]"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__proto__[x]", "a[]"],
  ...["%", "%00", "%ff", "%c0%af", "%2e%2e", "%252e", "\\", "..", "../", "//", ";", ",", "=", "|"],
  ...[
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
  ],
  ...[
    "https://app.test@evil.test",
    "https://app.test.evil.test",
    "http://[::1",
    "\u0000",
    "\ud800",
  ],
  ...["\u202e", "\ufeff", "ﬀ", "ſ", "K", "😀", "\r\nset-cookie: a=b", "<script>alert(1)</script>"],
  ...["'\"><img src=x onerror=alert(1)>", "${7*7}", "{{7*7}}", "' or 1=1 --", "a@b@c.test"],
  ...["ada@example.org", "ADA@EXAMPLE.ORG", "ada@example.org,eve@evil.test", "x@localhost"],
  ...["eyJhbGciOiJub25lIn0..e30.e30.e30", "e30.e30.e30", ".".repeat(40), "a.b.c.d.e", "....", "--"],
];
const word = fc.constantFrom(...awkward);
const long = fc
  .tuple(fc.constantFrom("a", "/", ".", "%41", " ", "&", "=", ";", "{", "[", "é"), fc.nat(20_000))
  .map(([bit, times]) => bit.repeat(times));
export const text = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 100 }) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 1, arbitrary: long },
);
/** What a header can hold: bytes without line ends. */
export const headerText = text.map((value) =>
  // oxlint-disable-next-line no-control-regex -- what no server lets through
  value.replaceAll(/[\u0000\r\n]|[^\u0000-\u00ff]/g, "?"),
);

export const index = fc.nat(1000);
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
export const ids = [
  "credentials",
  "email",
  "passkey",
  "rogue",
  "plain",
  "poster",
  "nobody",
  "__proto__",
];
export const actions = [
  ...["signin", "signout", "callback", "session", "csrf", "providers", "error", "verify-request"],
  ...["webauthn-options", "assets", "_log", "constructor", "SIGNIN", "sign%69n"],
];
/** Names of the fields that anything reads, and some that nothing does. */
export const fields = [
  ...["csrfToken", "callbackUrl", "email", "token", "code", "state", "iss", "error", "data", "id"],
  ...["action", "username", "password", "error_description", "id_token", "response", "redirect"],
  ...["provider", "type", "__proto__", "constructor", "prototype", "toString", "user", "json"],
];
export const methods = [
  ...["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND", "post", "get", "X"],
];
export const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fields) }, text);
