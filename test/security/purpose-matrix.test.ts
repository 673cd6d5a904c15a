import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieSet } from "../../src/core/cookies/names.js";
import { calleeOf, librarySources, nodesOf, type Source } from "../static/sources.js";
import { strategies, type Strategy } from "../support/config.js";
import { shareOf } from "../support/long-form.js";
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
  "the proof cookie": "proof cookie",
  "the parameter prove": "ask for a proof",
  "the cookie that asks for a proof": "ask for a proof",
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
      const right = diagonal[place];
      const expected = typeof right === "string" ? right : right(strategy);
      const others = shareOf(secrets, Object.keys(places).indexOf(place), 3);
      const tried = secrets.filter((secret) => secret === expected || others.includes(secret));
      for (const secret of tried) {
        const struck = await mint.strike();
        expect(struck.values[secret], secret).not.toBe("");
        if (await places[place](struck, struck.values[secret])) accepted.push(secret);
      }
      expect(accepted).toEqual(expected === undefined ? [] : [expected]);
    },
  );
});

function isPlace(name: string): name is Place {
  return Object.hasOwn(places, name);
}

const sources = librarySources().filter(({ file }) => !/^(?:core\/crypto|adapters)\//.test(file));

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
  "core/linking/create-user.ts: randomId": "the id of a user",
  "core/cookies/sealed.ts: sealToken": "what others seal: they're listed by `sealCookie`",
  "core/actions/plugin-context.ts: sealToken":
    "a plugin's cookie, for the plugin and name alone: see AA52 and PL01",
  "core/plugins/app.ts: sealToken": "what a plugin seals for a purpose: see AA68 and PL01",
  "plugins/audit/signature.ts: hmac": "what a receiver of events checks, with a secret of its own",
  "core/plugins/emit.ts: randomUUID": "the id of an event, or of a request",
  "cli/commands/secret.ts: randomBytes": "a new secret, for whoever asked for one",
  "dev/openid.ts: digest": "the code challenge of a sign-in during development",
  "dev/openid.ts: randomUUID": "codes and tokens of the identity provider for development",
  "core/diagnosis/reference.ts: randomBytes": "the reference of an error, which is a name for it",
  "doctor/ready.ts: randomHex": "a secret that is used for one look, and never leaves the server",
  "doctor/examine.ts: randomId": "a key that is written and taken away again",
  "doctor/store.ts: randomId": "a user that is looked for and not there",
  "core/config/env.ts: randomHex": "the secret of a server in development; never leaves it",
  "core/config/parts.ts: randomId": ["session"],
  "flows/credentials/user.ts: randomId": "the id of a user",
  "flows/mail/digits.ts: randomBytes": ["mail code"],
  "flows/email/begin.ts: randomCode": ["mail code"],
  "flows/email/begin.ts: randomHex": ["mail token"],
  "flows/mail/owner.ts: randomId": "the id of a user",
  "flows/mail/pending.ts: sealCookie": ["mail cookie"],
  "core/sign-in/typed-name.ts: sealCookie":
    "a name to fill a field with, after a wrong password: it decides nothing",
  "flows/mail/verification-token.ts: authenticate": ["stored mail token"],
  "flows/mail/verification-token.ts: sha": "how Auth.js kept the token of a mail; only looked for",
  "flows/oauth/authorize/begin.ts: sha": ["code challenge"],
  "flows/oauth/authorize/begin.ts: randomText": ["state", "nonce", "code verifier"],
  "flows/oauth/authorize/proxy.ts: sealToken": ["proxied address"],
  "flows/oauth/authorize/record.ts: randomText": ["state"],
  "flows/oauth/authorize/record.ts: sealToken": ["flow cookie"],
  "flows/oauth/tokens/grant.ts: digest":
    "the hash of a provider's access token; never leaves the server",
  "flows/password/request-proof.ts: randomCode": ["mail code"],
  "flows/password/request-proof.ts: randomHex": ["mail token"],
  "flows/password/sign-in.ts: randomHex": ["mail token"],
  "flows/password/proof.ts: randomId": "the id of nobody; never leaves the server",
  "flows/password/hash.ts: randomBytes": "the salt of a password",
  "flows/password/stored-hash.ts: randomText": "a password of nobody; never leaves the server",
  "flows/password/proof.ts: sha": "which password a mail was sent for; stored with a mail token",
  "flows/webauthn/challenge.ts: randomBytes": ["challenge"],
  "flows/webauthn/challenge.ts: sealToken": ["challenge cookie"],
  "flows/webauthn/options.ts: randomBytes": ["user handle"],
  "flows/webauthn/subject.ts: digest": "a user's name, sealed in a challenge cookie",
  "flows/webauthn/subject.ts: randomText": "stands for nobody; sealed in a challenge cookie",
  "flows/webauthn/subject.ts: sha": "a user's name, sealed in a challenge cookie",
  "frameworks/next/v4/refusals.ts: randomUUID": "names a refusal within the process",
  "core/rate-limit/known-device.ts: randomId":
    "names the counter of a browser; sealed in its cookie",
  "core/rate-limit/known-device.ts: sealCookie":
    "a browser that has signed in before: see T29 to T33",
  "core/rate-limit/known-device.ts: sha":
    "names whom a browser has signed in as; sealed in its cookie",
  "core/http/csrf.ts: authenticate": ["CSRF code", "CSRF cookie"],
  "core/http/csrf.ts: randomHex": ["CSRF token"],
  "doors/jwt.ts: sealToken": ["session"],
  "core/state/generation.ts: randomHex":
    "a text that stands for what the shared state knows; it opens nothing",
  "core/state/key.ts: authenticate": "a key of shared state; never leaves the server",
  "core/state/key.ts: sha": "a key of shared state; never leaves the server",
  "plugins/bearer/approvals.ts: randomId":
    "tells approvals of before from those of after; only compared with itself",
  "core/state/state.ts: randomId": "who wrote a mark; never leaves the server",
  "testing/sign-in-as.ts: randomUUID": "the id of a user in a test",
  "testing/plugin-suite/world.ts: randomUUID": "the secret of an application in a test",
  "pages/layout.ts: sha256": "the hash of a stylesheet, which the page's policy names",
  "doors/rate-limit.ts: digest": "a key of shared state; never leaves the server",
  "plugins/two-factor/known-browser.ts: sha": "names the cookie of one user in a browser",
  "plugins/two-factor/recovery.ts: randomBytes": "recovery codes: see AA47 and AA51",
  "plugins/two-factor/recovery.ts: sha": "what is stored of a recovery code",
  "plugins/two-factor/row.ts: encrypt":
    "what a user has for the second step; never leaves the server",
  "plugins/two-factor/row.ts: randomText": "names a set-up; sealed in its row",
  "core/records/version.ts: getRandomValues": "tells a row from the one before it; no secret",
  "flows/guest/begin.ts: randomId": "the id of a guest, who is a user without an address",
  "flows/guest/begin.ts: randomText": "what ties a guest's cookie to their row: see GG08 to GG10",
  "flows/guest/end-sessions.ts: randomText": "a mark that no cookie has: see GG25 to GG28",
  "flows/guest/cookie.ts: sealCookie": "a guest's cookie: see GG08 to GG10, and GG17",
  "plugins/two-factor/totp.ts: randomBytes": "the secret of an app; sealed in its row",
  "frameworks/client/app.ts: digest": "the code challenge of an app: see FF11 and FF12",
  "frameworks/client/app.ts: getRandomValues": "an app's code verifier and state; made in the app",
  "frameworks/client/app.ts: randomBytes": "an app's code verifier and state; made in the app",
  "plugins/api-keys/key.ts: randomBytes": "an API key: see FF01 to FF07",
  "plugins/api-keys/key.ts: randomText": "an API key: see FF01 to FF07",
  "plugins/api-keys/key.ts: sha": "what is stored of an API key: see FF02",
  "flows/oauth/posted.ts: randomText":
    "the nonce and state of an ID token that is posted: see FF23, FF24, FF27 and FF28",
  "frameworks/client/app.ts: sha256": "the code challenge of an app: see FF11 and FF12",
  "plugins/bearer/authorize.ts: sha256": "what is stored of an app's code: see FF11 to FF14",
  "plugins/bearer/token.ts: sha256": "the code challenge of an app: see FF11 and FF12",
  "plugins/bearer/authorize.ts: randomText": "an app's code: see FF11 to FF14",
  "plugins/bearer/user-code.ts: randomBytes": "a code that a user types: see FF34 to FF38",
  "plugins/bearer/jwt.ts: randomText": "the id of a JWT for other services, which is signed",
  "plugins/bearer/tokens.ts: randomText": "the id of an app's session, sealed in its tokens",
  "plugins/admin/impersonate.ts: randomText": "the row that a sealed cookie names: see AD17",
  "plugins/admin/invitation.ts: sha256": "what is stored of an invitation: see AD42",
  "plugins/admin/invite.ts: sha256": "what is stored of an invitation: see AD42",
  "plugins/admin/invitation.ts: randomText": "the token of an invitation: see AD34 to AD43",
  "plugins/admin/table.ts: randomText": "no secret: what sessions are compared with, see AD01",
  "plugins/admin/users.ts: randomId": "the id of a user",
  "plugins/change-email/links.ts: sha256": "what is stored of a link: see EM16",
  "plugins/change-email/request.ts: sha256": "what is stored of a link: see EM16",
  "plugins/change-email/table.ts: sha256": "what is stored of a link: see EM16",
  "plugins/change-email/table.ts: randomText": "the token of a link: see EM08, EM09 and EM17",
  "plugins/two-factor/add.ts: randomText": "names a set-up; sealed in its row",
  "core/step-up/request.ts: sealToken": ["ask for a proof"],
  "core/sessions/begin-facts.ts: randomText": "the id of a session, which signs nobody in",
  "core/sessions/begin-facts.ts: sha": "the id of a session, which signs nobody in",
  "plugins/session-registry/session-list.ts: sealToken":
    "what is noted of a session; never leaves the server",
  "plugins/session-registry/revocation.ts: randomHex":
    "which sessions a mark is about; sealed in them",
  "plugins/authjs-migration/sessions.ts: sealToken": ["session"],
  "plugins/authjs-migration/v4-token.ts: encrypt":
    "a session as next-auth 4 reads it, where that is asked for",
  "plugins/authjs-migration/v4-token.ts: getRandomValues":
    "the initialization vector of such a session; no secret",
  "plugins/authjs-migration/v4-token.ts: hkdf":
    "the key of such a session; never leaves the server",
  "plugins/authjs-migration/v4-token.ts: randomId": "the id of such a token",
  "core/sessions/token-hash.ts: sha": "the stored form of a session token",
  "pages/layout.ts: sha": "the hash of a stylesheet",
  "core/step-up/proof.ts: sealCookie": ["proof cookie"],
  "core/sessions/token-codec.ts: sealToken": ["session"],
  "core/state/sealed-cookie.ts: sealToken":
    "a first step, or an account that waits for its owner: see AA49 to AA52, and CC09",
  "core/state/sealed-cookie.ts: randomText": "a key of shared state; it leaves the server sealed",
  "core/state/lease.ts: randomText": "who holds a lease; never leaves the server",
  "core/tokens/result.ts: randomText": "names parts of a value of shared state",
  "core/tokens/result.ts: sealToken":
    "tokens of a provider in shared state; never leaves the server",
  "core/tokens/result.ts: sha": "a key of shared state; never leaves the server",
};
const minting = new Set([
  ...["randomBytes", "randomHex", "randomText", "randomId", "randomCode", "randomUUID"],
  ...[
    "getRandomValues",
    "sealToken",
    "sealCookie",
    "authenticate",
    "encrypt",
    "hmac",
    "sha",
    "hkdf",
    "digest",
    "sha256",
  ],
  ...["calculatePKCECodeChallenge", "generateRandomState", "generateRandomNonce"],
]);

/** Where something is opened or compared, and as which of the places that is tried. */
const redeemed: Readonly<Record<string, readonly Place[] | string>> = {
  "core/cookies/sealed.ts: openToken": "what others open: they're listed by `openCookie`",
  "core/actions/plugin-context.ts: openCookie":
    "a plugin's cookie, by plugin and name: tried in AA55, AA56 and PL01",
  "core/plugins/app.ts: openToken": "what a plugin sealed for a purpose: tried in AA68 and PL01",
  "flows/guest/cookie.ts: openCookie": "a guest's cookie: tried in GG08 to GG10, and GG17",
  "core/sign-in/parked.ts: authenticateWithAll": "the browser of a first step: tried in AA50",
  "core/sign-in/parked.ts: equalText": "the browser of a first step: tried in AA50",
  "plugins/two-factor/recovery.ts: equalText": "a recovery code: tried in AA47 and AA51",
  "plugins/two-factor/row.ts: decryptToken": "what is stored: tried in AA67",
  "plugins/two-factor/totp.ts: equalText": "the code of an app: tried in AA43 to AA45",
  "cli/import/better-auth/store.ts: decrypt": "what Better Auth stored; the command line reads it",
  "cli/import/better-auth/two-factor.ts: decrypt":
    "what Better Auth stored; the command line reads it",
  "plugins/api-keys/managed.ts: equal": "an API key: tried in FF01 and FF06",
  "plugins/bearer/token.ts: equalText": "the verifier of an app's code: tried in FF11",
  "flows/email/finish.ts: equalText": ["the mail cookie", "the token of a link"],
  "flows/mail/pending.ts: openCookie": ["the mail cookie"],
  "core/sign-in/typed-name.ts: openCookie":
    "a name to fill a field with, after a wrong password: it decides nothing",
  "flows/mail/verification-token.ts: authenticateWithAll": [
    "the token of a link",
    "the field token",
  ],
  "flows/mail/redeem-code.ts: equalText": ["the field code"],
  "flows/password/acts.ts: equalText": ["the mail cookie", "the field token"],
  "flows/password/hash.ts: equal": "a password and its hash; a hash is no password (AA36)",
  "flows/oauth/tokens/grant.ts: decrypt": "what a provider encrypted",
  "flows/oauth/provider/config.ts: decrypt": "what a provider encrypted",
  "flows/oauth/posted.ts: decrypt": "what a provider encrypted",
  "flows/oauth/callback/jarm.ts: decrypt": "what a provider encrypted",
  "flows/oauth/profile/userinfo.ts: decrypt": "what a provider encrypted",
  "flows/oauth/authorize/proxy.ts: openToken": ["the state that a proxy passes on"],
  "flows/oauth/authorize/record.ts: equalText": ["the parameter state"],
  "flows/oauth/authorize/record.ts: openToken": ["a flow cookie"],
  "flows/webauthn/challenge.ts: equalText": ["the challenge of an authenticator"],
  "flows/webauthn/challenge.ts: openToken": ["a challenge cookie"],
  "core/rate-limit/known-device.ts: openCookie":
    "a browser that has signed in before: tried in T29",
  "core/http/csrf.ts: equalText": ["the field csrfToken"],
  "core/http/csrf.ts: isAuthentic": ["the CSRF cookie"],
  "doors/jwt.ts: openToken": ["a bearer token"],
  "core/step-up/request.ts: openToken": ["the parameter prove", "the cookie that asks for a proof"],
  "plugins/session-registry/session-list.ts: openToken":
    "what is noted of a session; never leaves the server",
  "core/step-up/proof.ts: openCookie": ["the proof cookie"],
  "plugins/authjs-migration/sessions.ts: openToken": ["the session cookie"],
  "plugins/authjs-migration/v4-token.ts: decrypt":
    "the cookie of next-auth 4; what else has its key is tried in Z",
  "core/sessions/token-codec.ts: decryptToken": ["the session cookie"],
  "core/state/key.ts: authenticateWithAll": "keys of shared state; never leave the server",
  "core/state/sealed-cookie.ts: openToken":
    "a first step: tried with everything else in AA52; an account that waits: in CC09",
  "plugins/provider-logout/logout-token.ts: decrypt": "what a provider encrypted",
  "core/tokens/result.ts: openToken":
    "tokens of a provider in shared state; never leaves the server",
};
const redeeming = new Set([
  ...[
    "openToken",
    "openCookie",
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
type Tried = "tried in AA52 and AA55" | "tried in T29";
const cookiePlaces: Readonly<Record<string, Place | "no secret" | Tried>> = {
  session: "the session cookie",
  callbackUrl: "the callback-url cookie",
  csrf: "the CSRF cookie",
  flow: "a flow cookie",
  mail: "the mail cookie",
  typed: "no secret",
  challenge: "a challenge cookie",
  proof: "the proof cookie",
  prove: "the cookie that asks for a proof",
  remember: "no secret",
  last: "no secret",
  failure: "no secret",
  parked: "tried in AA52 and AA55",
  device: "tried in T29",
};

/** Every field that is read of a request, and as which place it is tried, or what it can do. */
const fieldPlaces: Readonly<Record<string, readonly Place[] | string>> = {
  action: "one of two words",
  after: "where a page of a list of users begins; only for administrators (AD25)",
  banned: "whether a list has only banned users; only for administrators (AD25)",
  locale: "the language of an invitation, of those that there are",
  reason: "why an administrator bans a user; shown as text (AD31)",
  search: "what an administrator looks for; only for administrators (AD25)",
  until: "the end of a ban: a date in the future",
  answer: "yes, or anything else",
  credential: "the id of a passkey: only whether it's known is told",
  upgrade: "a word",
  client_id: "the id of an app; must be a configured one (FF14, FF16)",
  code_challenge: "of an app's code: tried in FF12",
  code_challenge_method: "must be S256 (FF12)",
  code_verifier: "of an app's code: tried in FF11",
  days: "how long an API key is to last; at most what the options say",
  device_code: "of a device, sealed: tried in FF36 to FF40",
  grant_type: "one of four words",
  id: "of an API key; only what is the person's own (FF07)",
  redirect_uri: "must be one of a configured app (FF14, FF16)",
  refresh_token: "tried in FF08 to FF10 and FF19",
  request: "what an app asked for, sealed for one user: tried in FF15 and FF19",
  id_token: "what a provider signed: tried in FF22 to FF28",
  response_type: "code, or id_token",
  subject_token: "the same, of a program",
  subject_token_type: "must be an ID token's",
  user_code: "a code that a user types: tried in FF34 to FF38",
  userId: "whom an administrator acts as: tried in AD19, AD21 and AD22",
  user: "what Apple says of a user, unsigned: only a name is taken",
  scopes: "what an API key is for; only those that are configured (FF04)",
  confirm: "a word",
  done: "a word for a page",
  callbackUrl: ["the field callbackUrl"],
  code: ["the field code"],
  csrfToken: ["the field csrfToken"],
  current: "a password",
  data: [
    "the challenge of an authenticator",
    "the challenge of an authenticator, encoded",
    "the user handle of an authenticator",
  ],
  email: "an address; proves nothing",
  error: "a word for a page",
  iss: "the issuer that asks for a sign-in; must be a configured one",
  login_hint: "passed on to the provider",
  target_link_uri: "a target, judged like any other",
  keep: "a word; what is kept is in the mail cookie",
  name: "what a passkey is called; tried in CC31",
  password: "a password",
  provider: "the id of a provider",
  logout_token: "what a provider signed; tried in bb-back-channel",
  link: "whether an account is to be linked; tried in more-scopes",
  scope: "what to ask a provider for",
  sid: "the name of a session at a provider; tried in logout-in-frame",
  prove: ["the parameter prove"],
  rememberBrowser: "a word",
  setUp: "a set-up that was begun: tried in AA68",
  way: "a word for a page",
  remember: "whether the session is to outlast the browser",
  state: ["the parameter state", "the state that a proxy passes on"],
  token: ["the token of a link", "the field token"],
  // Read by a name that is no literal.
  "plugins/bearer/index.ts: name": "only whether each parameter was sent once",
  "plugins/admin/page-acts.ts: name": "whom an administrator invites; tried in AD38, AD39 and AD45",
  "plugins/account-page/change.ts: field":
    "a name, or the address of a picture; tried in CC31 to CC34",
  "plugins/api-keys/pages.ts: `scope:${scope}`": "the same as scopes, of a form",
  "plugins/account-page/change.ts: name": "what is to be changed; only what is the person's own",
  "flows/password/sign-up-fields.ts: field":
    "what a new user is called, say; tried in sign-up-fields",
  "flows/password/sign-up-fields.ts: name": "the same, shown again in its field",
  "core/sign-in/typed-name.ts: field": "a name, shown again in its field",
  "flows/credentials/index.ts: name": "whom the application is asked about before it is tried",
  "flows/oauth/callback/finish.ts: name":
    "what a provider answers; its state is tried, its code is its own",
  "flows/oauth/callback/finish.ts: flowParam":
    "the id of a flow, which is no secret; the record is in its cookie",
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
