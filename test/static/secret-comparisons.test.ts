import { describe, expect, it } from "vitest";
import { secretComparisons } from "./secret-comparisons.js";
import { librarySources, parse } from "./sources.js";

/** Comparisons that only look as if they were of secrets, and why nobody learns anything by their time. */
const reviewed: Readonly<Record<string, string>> = {
  'frameworks/next/index.ts: visits.headersOf(headers).get("cookie") === seen.headers.get("cookie")':
    "both are what the caller itself sent; nothing is granted by it",
  "adapters/sql/faults.ts: cause.code === invalidTextCode": "error codes of a database",
  "adapters/sql/joins.ts: value === anyToken":
    "a mark in a prepared statement, which is written out in the source",
  "browser/webauthn/served.ts: hash === scriptHash": "the hash of a script that everybody may read",
  "config/settings.ts: config.skipCSRFCheck !== skipCSRFCheck": "a symbol, compared by identity",
  "config/settings.ts: config.skipCSRFCheck === skipCSRFCheck": "a symbol, compared by identity",
  "flows/oauth/keys.ts: error.code !== KEY_SELECTION": "error codes of the protocol library",
  "flows/webauthn/subject.ts: digests.includes(subject)":
    "hashes of a user's id and address without a key, and none of the two comes from the request",
  'sessions/database.ts: Reflect.get(session, "sessionToken") !== token':
    "what the application's callback answered, for somebody who has sent this very token",
};

const found = librarySources().flatMap((source) =>
  secretComparisons(source).map((text) => `${source.file}: ${text}`),
);

const planted = (text: string) => secretComparisons(parse("planted.ts", text));

describe("comparisons of secrets", () => {
  it.each([
    "own.csrfToken === submitted",
    "sent !== record.state",
    "hashes.includes(given)",
    "mac == expected",
    "found.verifier.slice(0, 8) === start",
    "(await read()).nonce === nonce",
    "jar.get('session-token') === stored",
    "`${id}.${secret}` === sent",
    "Object.is(code, typed)",
    "known.indexOf(password) >= 0",
    "sent.startsWith(signature)",
    "claims['challenge'] !== answer",
    "row?.tokenHash === (hash as string)",
  ])("%s is found", (text) => {
    expect(planted(text)).toHaveLength(1);
  });

  it("a switch over a secret is found", () => {
    expect(planted("switch (code) { case expected: break; case 'a': break; }")).toEqual([
      "case expected: break;",
    ]);
  });

  it.each([
    "token === undefined",
    "state !== null",
    "code === ''",
    "typeof secret === 'string'",
    "token.length === 32",
    "supported.includes('client_secret_basic')",
    "provider === record.provider",
    "states === 3",
    "equalText(keys, token, submitted)",
  ])("%s is none", (text) => {
    expect(planted(text)).toEqual([]);
  });

  it("of the library are made in constant time, or were reviewed", () => {
    expect(found.filter((text) => !Object.hasOwn(reviewed, text))).toEqual([]);
  });

  it("that were reviewed are still there", () => {
    expect(Object.keys(reviewed).filter((text) => !found.includes(text))).toEqual([]);
  });
});
