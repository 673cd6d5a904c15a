import { sessionRegistry } from "latchkey/plugins/session-registry";
import express from "express";
import { MiddlewareAuth } from "latchkey/express";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { memoryState } from "latchkey/state/memory";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { strategies, world, type Strategy, type TestConfig } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { oauth, oidc, signIn } from "../support/oauth/journey.js";
import { clientSecret, visitOpenId } from "../support/oauth/openid-app.js";
import { startOpenId, type OpenIdServer } from "../support/oauth/openid.js";
import { RogueProvider, signingKey } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
const other = await signingKey("key-1");
afterAll(() => rogue.stop());
beforeEach(() => rogue.reset());

const event = "http://schemas.openid.net/event/backchannel-logout";
const route = "backchannel-logout/rogue";
const now = () => Math.floor(Date.now() / 1000);

/** A logout token as it should be, but for what is changed. */
async function logoutToken(changes: object = {}, header: object = {}): Promise<string> {
  const claims: Record<string, unknown> = {
    iat: now(),
    exp: now() + 120,
    jti: crypto.randomUUID(),
    events: { [event]: {} },
    sid: "session-1",
    // What an ID token has and a logout token doesn't.
    ...{ sub: undefined, name: undefined, email: undefined, picture: undefined },
    ...changes,
  };
  return rogue.signIdToken(null, { claims, header: { typ: "logout+jwt", ...header } });
}

/** Somebody who signed in, in the session "session-1" of the provider. */
async function signedIn(strategy: Strategy, overrides: Partial<TestConfig> = {}) {
  rogue.idToken = { claims: { sid: "session-1" } };
  const shop = world(strategy, {
    providers: [oidc(rogue), oauth(rogue, { id: "plain" })],
    session: { strategy },
    plugins: [providerLogout(), sessionRegistry({ within: 0, list: false })],
    sharedState: memoryState(),
    ...overrides,
  });
  const tab = shop.browser();
  await signIn(tab, rogue);
  expect(await tab.session()).not.toBeNull();
  /** As the provider's server posts it: no browser, no cookies. */
  const notify = (token: string | undefined, at = route) =>
    new Browser(shop.config).post(at, token === undefined ? {} : { logout_token: token }, {
      headers: { origin: null, "sec-fetch-site": null },
    });
  return { ...shop, tab, notify };
}

describe.each(strategies)("a back-channel logout, with %s sessions", (strategy) => {
  it("oidcc-client-test-rp-backchannel-rpinitlogout: ends the session that it names", async () => {
    const { tab, notify, config } = await signedIn(strategy);
    rogue.idToken = { claims: { sid: "session-2" } };
    const elsewhere = new Browser(config);
    await signIn(elsewhere, rogue);
    const answer = await notify(await logoutToken());
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await tab.session()).toBeNull();
    expect(await elsewhere.session()).not.toBeNull();
  });

  it("with a person and no session ends all of theirs, and nobody else's", async () => {
    const { tab, notify, config } = await signedIn(strategy);
    const elsewhere = new Browser(config);
    await signIn(elsewhere, rogue);
    rogue.idToken = { claims: { sub: "person-2", email: "kim@example.org" } };
    const kim = new Browser(config);
    await signIn(kim, rogue);
    expect((await notify(await logoutToken({ sid: undefined, sub: "person-1" }))).status).toBe(200);
    expect([await tab.session(), await elsewhere.session()]).toEqual([null, null]);
    expect(await kim.session()).not.toBeNull();
  });

  it("that is sent again does nothing to who has signed in since", async () => {
    const { tab, notify } = await signedIn(strategy);
    const token = await logoutToken({ sid: undefined, sub: "person-1" });
    expect((await notify(token)).status).toBe(200);
    await signIn(tab, rogue);
    const again = await notify(token);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error: "invalid_request" });
    expect(await tab.session()).not.toBeNull();
  });

  it("of somebody who never signed in here is answered alike", async () => {
    const { tab, notify } = await signedIn(strategy);
    expect((await notify(await logoutToken({ sid: "unknown" }))).status).toBe(200);
    expect((await notify(await logoutToken({ sid: undefined, sub: "unknown" }))).status).toBe(200);
    expect(await tab.session()).not.toBeNull();
  });

  it("can be asked for again when shared state did not answer", async () => {
    const state = memoryState();
    const faulty = { down: false };
    const { tab, notify } = await signedIn(strategy, {
      sharedState: {
        ...state,
        set: (key, value, options) => {
          if (faulty.down && key.startsWith("provider-session-end")) throw new Error("away");
          return state.set(key, value, options);
        },
      },
    });
    const token = await logoutToken();
    faulty.down = true;
    expect((await notify(token)).status).toBe(503);
    faulty.down = false;
    expect((await notify(token)).status).toBe(200);
    expect(await tab.session()).toBeNull();
  });
});

const prefix = "oidcc-client-test-rp-backchannel-rpinitlogout";
const signedBy = (key: CryptoKey, claims: Record<string, unknown> = {}) =>
  new SignJWT({
    iss: rogue.issuer,
    aud: "client-1",
    iat: now(),
    exp: now() + 120,
    jti: crypto.randomUUID(),
    events: { [event]: {} },
    sid: "session-1",
    ...claims,
  })
    .setProtectedHeader({ alg: "RS256", kid: "key-1", typ: "logout+jwt" })
    .sign(key);

/** Each is refused with 400, and no session is touched. */
const malformed: readonly (readonly [string, () => Promise<string | undefined>])[] = [
  [`${prefix}-no-event`, () => logoutToken({ events: undefined })],
  [`${prefix}-wrong-event`, () => logoutToken({ events: { "https://other.test/event": {} } })],
  [`${prefix}-with-nonce`, () => logoutToken({ nonce: "n-1" })],
  [`${prefix}-wrong-aud`, () => logoutToken({ aud: "client-2" })],
  [`${prefix}-wrong-iss`, () => logoutToken({ iss: "https://other.test" })],
  [`${prefix}-alg-none`, () => Promise.resolve(unsigned())],
  [`${prefix}-wrong-alg`, () => symmetric()],
  ["signed with another key of the same name", () => signedBy(other.privateKey)],
  ["no token at all", () => Promise.resolve(undefined)],
  ["an empty one", () => Promise.resolve("")],
  ["a text that is no token", () => Promise.resolve("logout please")],
  ["one with a changed end", async () => `${(await logoutToken()).slice(0, -6)}AAAAAA`],
  ["one without its signature", async () => (await logoutToken()).split(".").slice(0, 2).join(".")],
  ["an ID token of the same provider", () => rogue.signIdToken("n-1", {})],
  ["an ID token with the event, but of the wrong kind", () => logoutToken({}, { typ: "at+jwt" })],
  ["neither `sid` nor `sub`", () => logoutToken({ sid: undefined })],
  ["a session that is no text", () => logoutToken({ sid: 7 })],
  ["a person that is no text", () => logoutToken({ sid: undefined, sub: { id: "person-1" } })],
  ["no name of its own", () => logoutToken({ jti: undefined })],
  ["no time", () => logoutToken({ iat: undefined })],
  ["a time long ago", () => logoutToken({ iat: now() - 3600 })],
  ["a time to come", () => logoutToken({ iat: now() + 3600 })],
  ["no end, and too old", () => logoutToken({ exp: undefined, iat: now() - 301 })],
  ["an end that is null", () => logoutToken({ exp: null })],
  ["an end that is a text", () => logoutToken({ exp: String(now() + 120) })],
  ["an end that is over", () => logoutToken({ exp: now() - 3600 })],
  ["an event that is a text", () => logoutToken({ events: { [event]: "yes" } })],
  ["events that are a list", () => logoutToken({ events: [event] })],
  ["more than any of them holds", () => logoutToken({ padding: "x".repeat(20_000) })],
];

function unsigned(): string {
  return new UnsecuredJWT({ events: { [event]: {} }, jti: "1", sid: "session-1" })
    .setIssuer(rogue.issuer)
    .setAudience("client-1")
    .setIssuedAt()
    .setExpirationTime("2m")
    .encode();
}

function symmetric(): Promise<string> {
  return new SignJWT({ events: { [event]: {} }, jti: "1", sid: "session-1" })
    .setProtectedHeader({ alg: "HS256", typ: "logout+jwt" })
    .setIssuer(rogue.issuer)
    .setAudience("client-1")
    .setIssuedAt()
    .setExpirationTime("2m")
    .sign(new TextEncoder().encode("secret-1"));
}

describe("a logout token that is not in order is refused, and nobody is signed out", () => {
  it.each(malformed)("BB10 %s", async (_, make) => {
    const written: string[] = [];
    const state = memoryState();
    const { tab, notify } = await signedIn("jwt", {
      sharedState: {
        ...state,
        set: (key, value, options) => {
          written.push(key);
          return state.set(key, value, options);
        },
      },
    });
    written.length = 0;
    const answer = await notify(await make());
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    expect(await tab.session()).not.toBeNull();
    expect(written).toEqual([]);
  });

  it("where sessions can't be ended, or the provider sends no such tokens", async () => {
    const { notify, config } = await signedIn("jwt", { plugins: [providerLogout()] });
    expect((await notify(await logoutToken())).status).toBe(501);
    expect((await notify(await logoutToken(), "backchannel-logout/plain")).status).toBe(404);
    expect((await notify(await logoutToken(), "backchannel-logout/none")).status).toBe(404);
    expect((await new Browser(config).get(route)).status).toBe(405);
  });
});

describe("a certified provider", () => {
  const running: OpenIdServer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });

  it.each([true, false])(
    "sends logout tokens that count, with sessions named: %s",
    async (named) => {
      const answer: { handle?: ReturnType<typeof MiddlewareAuth> } = {};
      const app = express();
      app.use("/auth", (req, res, next) => void answer.handle?.(req, res, next));
      const server = await startOpenId({
        client: {
          backchannel_logout_uri: `${await serve(app)}/auth/backchannel-logout/op`,
          backchannel_logout_session_required: named,
        },
        configuration: {
          features: { backchannelLogout: { enabled: true } },
          // By itself it speaks to no machine at home.
          fetch: (url, { method = "GET", headers = {}, body = null } = {}) =>
            fetch(url, { method, headers, body }),
        },
      });
      running.push(server);
      const shop = world("jwt", {
        providers: [
          {
            id: "op",
            name: "OP",
            type: "oidc",
            issuer: server.issuer,
            clientId: "client-1",
            clientSecret,
          },
        ],
        plugins: [providerLogout(), sessionRegistry({ within: 0, list: false })],
        sharedState: memoryState(),
        url: "https://app.test",
      });
      const claims: unknown[] = [];
      const config: TestConfig = {
        ...shop.config,
        events: { signIn: ({ profile }) => void claims.push(profile?.["sid"]) },
      };
      const { tab } = await visitOpenId(server, {
        ...shop,
        config,
        browser: () => new Browser(config),
      });
      expect(await tab.session()).not.toBeNull();
      answer.handle = MiddlewareAuth(config);
      const client = await server.provider.Client.find("client-1");
      if (!client) throw new Error("The provider does not know the client.");
      const send: unknown = Reflect.get(client, "backchannelLogout");
      if (typeof send !== "function") throw new Error("The provider sends no logout tokens.");
      await Reflect.apply(send, client, ["pat", String(claims[0])]);
      expect(await tab.session()).toBeNull();
    },
  );
});
