import fc from "fast-check";
import type { Draft } from "../tape.js";

import { headerText, index, pick, type Mutation } from "./texts.js";

/** Headers that something reads, with values that have a meaning. */
const telling: readonly (readonly [string, readonly string[]])[] = [
  ["host", ["app.test", "evil.test", "app.test:99999", "a b", ""]],
  ["x-forwarded-host", ["evil.test", "evil.test, app.test", "[::1", "app.test:443"]],
  ["x-forwarded-proto", ["http", "https", "javascript", "https, http"]],
  ["x-forwarded-for", ["127.0.0.1", "::1, 10.0.0.1"]],
  ["forwarded", ["host=evil.test;proto=https"]],
  ["origin", ["https://app.test", "https://evil.test", "null", "", "http://app.test:8080"]],
  ["referer", ["https://evil.test/", "https://app.test/auth/signin"]],
  ["sec-fetch-site", ["same-origin", "cross-site", "same-site", "none", "x"]],
  ["sec-fetch-mode", ["navigate", "cors", "no-cors"]],
  ["content-type", ["application/json", "application/x-www-form-urlencoded", "text/plain", ""]],
  ["content-type", ["multipart/form-data", "multipart/form-data; boundary=", "application/JSON;"]],
  ["content-type", ['multipart/form-data; boundary="a"', "multipart/form-data; boundary=x; x=y"]],
  ["content-length", ["0", "-1", "1048577", "NaN", "1e9", "99999999999999999999"]],
  ["content-encoding", ["gzip", "br"]],
  ["transfer-encoding", ["chunked"]],
  ["x-auth-return-redirect", ["1", ""]],
  ["purpose", ["prefetch"]],
  ["sec-purpose", ["prefetch;prerender"]],
  ["next-router-prefetch", ["1"]],
  ["authorization", ["Bearer x", "Basic YTpi", "Bearer"]],
  ["accept", ["text/html", "application/json", "*/*"]],
  ["accept-language", ["de", "*", "x".repeat(100)]],
  ["user-agent", ["", "curl/8"]],
  ["x-http-method-override", ["DELETE"]],
];
export const headerNames = telling.map(([header]) => header);
export const setHeader = (draft: Draft, header: string, value: string): Draft => ({
  ...draft,
  headers: [...draft.headers.filter(([other]) => other !== header), [header, value]],
});
export const headerMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.constantFrom(...telling), index).map(
    ([[header, values], at]) =>
      (draft: Draft) =>
        setHeader(draft, header, pick(values, at) ?? ""),
  ),
  fc.tuple(fc.constantFrom(...headerNames), headerText).map(
    ([header, value]) =>
      (draft: Draft) =>
        setHeader(draft, header, value),
  ),
  fc
    .tuple(fc.constantFrom(...headerNames), headerText)
    .map(([header, value]) => (draft: Draft) => ({
      ...draft,
      headers: [...draft.headers, [header, value] as const],
    })),
  fc.constantFrom(...headerNames).map((header) => (draft: Draft) => ({
    ...draft,
    headers: draft.headers.filter(([other]) => other !== header),
  })),
);
