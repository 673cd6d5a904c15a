import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieSet } from "../../src/cookies/names.js";
import { calleeOf, librarySources, nodesOf, type Source } from "../static/sources.js";
import { strategies, type Strategy } from "../support/config.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { Mint, places, secrets, type Place, type Secret } from "../support/purposes.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());

/** The one secret that is good for something at each place; none where the strategy has none. */
const diagonal: Readonly<Record<Place, Secret | ((strategy: Strategy) => Secret | undefined)>> = {
  "the session cookie": "session",
  "a bearer token": (strategy) => (strategy === "jwt" ? "session" : undefined),
  "the CSRF cookie": "CSRF cookie",
  "the field csrfToken": "CSRF token",
  "the callback-url cookie": "callback-url cookie",
  "the field callbackUrl": "callback-url cookie",
  "a flow cookie": "flow cookie",
  "the parameter state": "state",
  "the nonce of an ID token": "nonce",
  "the state that a proxy passes on": "proxied address",
  "the mail cookie": "mail cookie",
  "the token of a link": "mail token",
  "the field token": "mail token",
  "the field code": "mail code",
  "a challenge cookie": "challenge cookie",
  "the challenge of an authenticator": "challenge",
  "the challenge of an authenticator, encoded": () => undefined,
  "the user handle of an authenticator": "user handle",
};

describe.each(strategies)("purposes, strategy %s", (strategy) => {
  it.each(Object.keys(places).filter(isPlace))(
    "of all secrets, only the right one is good as %s",
    { timeout: 60_000 },
    async (place) => {
      const mint = new Mint(strategy, rogue);
      const accepted: Secret[] = [];
      for (const secret of secrets) {
        const struck = await mint.strike();
        expect(struck.values[secret], secret).not.toBe("");
        if (await places[place](struck, struck.values[secret])) accepted.push(secret);
      }
      const right = diagonal[place];
      const expected = typeof right === "string" ? right : right(strategy);
      expect(accepted).toEqual(expected === undefined ? [] : [expected]);
    },
  );
});

function isPlace(name: string): name is Place {
  return Object.hasOwn(places, name);
}

const sources = librarySources().filter(({ file }) => !/^(?:crypto|adapters)\//.test(file));

/** Calls of these functions, as `file: function`. */
function callsOf(names: ReadonlySet<string>): string[] {
  const inFile = ({ file, tree }: Source) =>
    [...nodesOf(tree)]
      .filter(ts.isCallExpression)
      .map(calleeOf)
      .filter((name) => names.has(name))
      .map((name) => `${file}: ${name}`);
  return [...new Set(sources.flatMap(inFile))].sort();
}

/** Where something random, sealed or authenticated is made, and which of the secrets it is. */
const minted: Readonly<Record<string, readonly Secret[] | string>> = {
  "accounts/apply.ts: randomId": "the id of a user",
  "config/env.ts: randomHex": "the secret of a server in development; never leaves it",
  "config/parts.ts: randomId": ["session"],
  "flows/credentials/index.ts: randomId": "the id of a user",
  "flows/email/digits.ts: randomBytes": ["mail code"],
  "flows/email/letter.ts: randomCode": ["mail code"],
  "flows/email/letter.ts: randomHex": ["mail token"],
  "flows/email/owner.ts: randomId": "the id of a user",
  "flows/email/pending.ts: sealToken": ["mail cookie"],
  "flows/email/ticket.ts: authenticate": ["stored mail token"],
  "flows/oauth/begin.ts: calculatePKCECodeChallenge": ["code challenge"],
  "flows/oauth/begin.ts: randomText": ["state", "nonce", "code verifier"],
  "flows/oauth/proxy.ts: sealToken": ["proxied address"],
  "flows/oauth/record.ts: randomText": ["state"],
  "flows/oauth/record.ts: sealToken": ["flow cookie"],
  "flows/webauthn/challenge.ts: randomBytes": ["challenge"],
  "flows/webauthn/challenge.ts: sealToken": ["challenge cookie"],
  "flows/webauthn/registration-options.ts: randomBytes": ["user handle"],
  "flows/webauthn/subject.ts: digest": "a user's name, sealed in a challenge cookie",
  "flows/webauthn/subject.ts: randomText": "stands for nobody; sealed in a challenge cookie",
  "flows/webauthn/subject.ts: sha": "a user's name, sealed in a challenge cookie",
  "http/csrf.ts: authenticate": ["CSRF code", "CSRF cookie"],
  "http/csrf.ts: randomHex": ["CSRF token"],
  "jwt.ts: sealToken": ["session"],
  "pages/style-hash.ts: digest": "the hash of a stylesheet",
  "sessions/token-codec.ts: sealToken": ["session"],
};
const minting = new Set([
  ...["randomBytes", "randomHex", "randomText", "randomId", "randomCode", "randomUUID"],
  ...["getRandomValues", "sealToken", "authenticate", "encrypt", "hmac", "sha", "hkdf", "digest"],
  ...["calculatePKCECodeChallenge", "generateRandomState", "generateRandomNonce"],
]);

/** Where something is opened or compared, and as which of the places that is tried. */
const redeemed: Readonly<Record<string, readonly Place[] | string>> = {
  "flows/email/finish.ts: equalText": ["the mail cookie", "the token of a link"],
  "flows/email/pending.ts: openToken": ["the mail cookie"],
  "flows/email/ticket.ts: authenticateWithAll": ["the token of a link", "the field token"],
  "flows/email/try-code.ts: equalText": ["the field code"],
  "flows/oauth/grant.ts: decrypt": "what a provider encrypted",
  "flows/oauth/userinfo.ts: decrypt": "what a provider encrypted",
  "flows/oauth/proxy.ts: openToken": ["the state that a proxy passes on"],
  "flows/oauth/record.ts: equalText": ["the parameter state"],
  "flows/oauth/record.ts: openToken": ["a flow cookie"],
  "flows/webauthn/challenge.ts: equalText": ["the challenge of an authenticator"],
  "flows/webauthn/challenge.ts: openToken": ["a challenge cookie"],
  "http/csrf.ts: equalText": ["the field csrfToken"],
  "http/csrf.ts: isAuthentic": ["the CSRF cookie"],
  "jwt.ts: openToken": ["a bearer token"],
  "sessions/token-codec.ts: decryptToken": ["the session cookie"],
};
const redeeming = new Set([
  ...[
    "openToken",
    "decryptToken",
    "isAuthentic",
    "authenticateWithAll",
    "equalText",
    "equal",
    "timingSafeEqual",
  ],
  "decrypt",
]);

/** Every cookie, and as which of the places it is tried. */
const cookiePlaces: Readonly<Record<string, Place>> = {
  session: "the session cookie",
  callbackUrl: "the callback-url cookie",
  csrf: "the CSRF cookie",
  flow: "a flow cookie",
  mail: "the mail cookie",
  challenge: "a challenge cookie",
};

/** Every field that is read of a request, and as which place it is tried, or what it can do. */
const fieldPlaces: Readonly<Record<string, readonly Place[] | string>> = {
  action: "one of two words",
  callbackUrl: ["the field callbackUrl"],
  code: ["the field code"],
  csrfToken: ["the field csrfToken"],
  data: [
    "the challenge of an authenticator",
    "the challenge of an authenticator, encoded",
    "the user handle of an authenticator",
  ],
  email: "an address; proves nothing",
  error: "a word for a page",
  provider: "the id of a provider",
  state: ["the parameter state", "the state that a proxy passes on"],
  token: ["the token of a link", "the field token"],
  user: "the name that a provider posts along; proves nothing",
  // Read by a name that is no literal.
  "flows/credentials/index.ts: name": "whom the application is asked about before it is tried",
  "flows/oauth/finish.ts: name": "what a provider answers; its state is tried, its code is its own",
};

const isFields = (node: ts.Expression): boolean =>
  /(?:^|\.)(?:body|query|fields|response)$/.test(node.getText());

function fieldsRead(): string[] {
  const inFile = ({ file, tree }: Source) =>
    [...nodesOf(tree)].filter(ts.isCallExpression).flatMap((call) => {
      const { expression } = call;
      const [name] = call.arguments;
      if (name === undefined || !ts.isPropertyAccessExpression(expression)) return [];
      const reads = ["text", "value"].includes(expression.name.text);
      if (!reads || !isFields(expression.expression)) return [];
      return ts.isStringLiteral(name) ? [name.text] : [`${file}: ${name.getText()}`];
    });
  return [...new Set(sources.flatMap(inFile))].sort();
}

describe("the matrix", () => {
  it("has every secret that is minted in the source", () => {
    expect(callsOf(minting)).toEqual(Object.keys(minted).sort());
    const named = Object.values(minted).flatMap((what) => (typeof what === "string" ? [] : what));
    const sent = secrets.filter((secret) => secret !== "callback-url cookie");
    expect(new Set(named)).toEqual(new Set(sent));
  });

  it("has every place where the source opens or compares one", () => {
    expect(callsOf(redeeming)).toEqual(Object.keys(redeemed).sort());
  });

  it("has every cookie", () => {
    expect(Object.keys(cookieSet(true, {})).sort()).toEqual(Object.keys(cookiePlaces).sort());
  });

  it("has every field that is read of a request", () => {
    expect(fieldsRead()).toEqual(Object.keys(fieldPlaces).sort());
  });

  it("has no place that nothing in the source stands for", () => {
    const lists = [redeemed, fieldPlaces].flatMap((table) => Object.values(table));
    const used = new Set<string>([
      ...lists.flatMap((list) => (typeof list === "string" ? [] : list)),
      ...Object.values(cookiePlaces),
      // Compared by the library that verifies ID tokens.
      "the nonce of an ID token",
    ]);
    expect(Object.keys(places).filter((place) => !used.has(place))).toEqual([]);
  });
});
