import { describe, expect, it } from "vitest";
import { secretComparisons } from "./secret-comparisons.js";
import { librarySources, parse } from "./sources.js";

/** Comparisons that only look as if they were of secrets, and why nobody learns anything by their time. */
const reviewed: Readonly<Record<string, string>> = {
  'frameworks/client/app.ts: answer.get("state") !== pending.state':
    "in a program on the user's own machine, which looks at one answer and then begins anew",
  "plugins/api-keys/key.ts: text.length !== start + idLength + secretLength + checksumLength":
    "how long a key is, which is the same for all",
  "plugins/bearer/sign-out.ts: token.startsWith(prefixes.access)":
    "what every token begins with, which is written out in the source",
  "plugins/bearer/device.ts: code.startsWith(prefix)":
    "what every code begins with, which is written out in the source",
  'plugins/bearer/id-token.ts: body.text("subject_token_type") === idTokenType':
    "the name of a kind of token, out of an RFC",
  "plugins/bearer/token.ts: grant === deviceCode": "the name of a grant, out of an RFC",
  "plugins/bearer/token.ts: grant === tokenExchange": "the name of a grant, out of an RFC",
  'flows/oauth/authorize/record.ts: (found.posted === true) !== (by === "id-token")':
    "what kind of sign-in was begun and what kind it ends as",
  "plugins/bearer/tokens.ts: token.startsWith(prefixes.refresh)":
    "what every token begins with, which is written out in the source",
  'frameworks/next/index.ts: visits.headersOf(headers).get("cookie") === seen.headers.get("cookie")':
    "both are what the caller itself sent; nothing is granted by it",
  "flows/oauth/profile/userinfo.ts: error.code === RESPONSE_IS_NOT_CONFORM":
    "what kind of error it is",
  "plugins/authjs-migration/sessions.ts: weakOnes.includes(secret)":
    "secrets of the configuration, compared with each other; nothing comes from the request",
  "flows/webauthn/browser/served.ts: hash === scriptHash":
    "the hash of a script that everybody may read",
  "core/config/adapter-rows.ts: session.sessionToken === sessionToken":
    "a row that the store has found by this very token",
  "core/config/settings.ts: config.skipCSRFCheck !== skipCSRFCheck":
    "a symbol, compared by identity",
  "core/config/settings.ts: config.skipCSRFCheck === skipCSRFCheck":
    "a symbol, compared by identity",
  "core/diagnosis/cases.ts: of.includes(seen.code)":
    "the code of an error, out of a list that anybody can read",
  "core/engine/per-config.ts: secrets[0] === secret":
    "the application's secret and the one it had before; nothing comes from the request",
  "adapters/sql/faults.ts: codes.includes(code)": "error codes of the drivers",
  "core/config/adapter.ts: tokens.includes(one.token)":
    "hashes with a key, of which the store has just given the row of one; the rest of the answer does not depend on it",
  "dev/openid.ts: toBase64Url(new Uint8Array(hash)) === challenge":
    "the provider for development, where anybody may be anybody",
  "doctor/examine.ts: shared === processState": "an object, compared by identity",
  'flows/oauth/provider/config.ts: tlsMethods.includes(client.token_endpoint_auth_method ?? "")':
    "names of methods",
  "flows/password/sign-in.ts: pending.token !== (await bound(context, { token, stored }))":
    "both are made by the server; nothing of it comes from the request but what it has sealed",
  "flows/password/stored-hash.ts: made !== password":
    "what the application's function made of the password that it was given",
  "core/tokens/refresh-once.ts: refresh_token !== refreshing.refreshToken":
    "tokens of the store and of the provider; nothing comes from the request",
  "core/tokens/stored.ts: account.access_token !== rejected":
    "what the application itself passes in",
  "core/tokens/stored.ts: found.refresh_token === refreshToken":
    "tokens of the store; nothing comes from the request",
  "core/tokens/stored.ts: current.refresh_token !== account.refresh_token":
    "tokens of the store; nothing comes from the request",
  "flows/oauth/discovery/keys.ts: error.code === KEY_SELECTION":
    "error codes of the protocol library",
  "flows/oauth/tokens/grant.ts: hash === expected":
    "both are of one answer of the provider, and its signature was checked before",
  "flows/webauthn/subject.ts: digests.includes(subject)":
    "hashes of a user's id and address without a key, and none of the two comes from the request",
  'core/sessions/database/present.ts: session["sessionToken"] !== token':
    "what the application's callback answered, for somebody who has sent this very token",
  "core/sessions/hashed-store.ts: token.startsWith(hashPrefix)":
    "a mark that is written out in the source",
  "core/sessions/token-suffix.ts: token.lastIndexOf(mark)":
    "a mark that is written out in the source",
  "core/sessions/replaced-tokens.ts: newest?.value === token":
    "the successor of a token that was found to be authentic, by whoever has sent it",
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
