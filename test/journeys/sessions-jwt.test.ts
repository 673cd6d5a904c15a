import { decode } from "latchkey/jwt";
import type { JWTCallbackParams } from "latchkey/types";
import { describe, expect, it } from "vitest";
import { cookieNamesOf, sessionCookiesSet } from "../support/client.js";
import { day, start, useClock } from "../support/clock.js";
import { ada, adasForm, secret, world, type TestConfig } from "../support/config.js";

const clock = useClock();
const sessionCookie = "__Secure-authjs.session-token";

const signedIn = async (overrides: Partial<TestConfig> = {}) => {
  const all = world("jwt", overrides);
  const browser = all.browser();
  await browser.signIn(adasForm);
  return { ...all, ours: browser };
};

const claimsOf = (token: string | undefined) =>
  decode({ ...(token !== undefined && { token }), secret, salt: sessionCookie });

/** A `jwt` callback that keeps everything and remembers what it was asked. */
function watching() {
  const asked: Partial<JWTCallbackParams>[] = [];
  const jwt = (params: JWTCallbackParams) => {
    asked.push({ ...params, token: { ...params.token } });
    return params.token;
  };
  return { asked, callbacks: { jwt } };
}

describe("a JWT session", () => {
  it("[SVC-2] [AUT-9] is an encrypted token in the cookie, readable with the secret alone", async () => {
    const { ours } = await signedIn();
    const token = ours.cookie(sessionCookie) ?? "";
    expect(token.split(".")).toHaveLength(5);
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("Ada");
    expect(await claimsOf(token)).toMatchObject({ name: "Ada", sub: "1", iat: start / 1000 });
    await expect(decode({ token, secret: "another", salt: sessionCookie })).rejects.toThrow();
  });

  it("[JWS-1] [CBK-1] [CBK-2] asks the jwt callback at sign-in, with trigger signIn and all it needs", async () => {
    const { asked, callbacks } = watching();
    await signedIn({ callbacks });
    expect(asked).toEqual([
      {
        token: { name: "Ada", email: ada.email, image: ada.image, picture: ada.image, sub: "1" },
        user: ada,
        account: { provider: "credentials", providerAccountId: "1", type: "credentials" },
        trigger: "signIn",
      },
    ]);
  });

  it("decision 11: at sign-in the token has name, email and image, and picture and sub; picture is stored", async () => {
    const { asked, callbacks } = watching();
    const { ours } = await signedIn({ callbacks });
    expect(asked[0]?.token).toMatchObject({ image: ada.image, picture: ada.image });
    const stored = await claimsOf(ours.sessionToken());
    expect(stored).toMatchObject({ picture: ada.image });
    expect(stored).not.toHaveProperty("image");
    await ours.session();
    expect(asked[1]?.token).toMatchObject({ image: ada.image, picture: ada.image });
  });

  it("decision 11: a callback may change the picture under either name", async () => {
    const image = "https://img.test/new.png";
    for (const change of [{ image }, { picture: image }]) {
      const { ours } = await signedIn({
        callbacks: { jwt: ({ token }) => ({ ...token, ...change }) },
      });
      expect(await ours.session()).toMatchObject({ user: { image } });
    }
  });

  it("[JWS-2] [CBK-1] asks the jwt callback at every read, without trigger, user, account or profile", async () => {
    const { asked, callbacks } = watching();
    const { ours } = await signedIn({ callbacks });
    await ours.session();
    await ours.session();
    expect(asked).toHaveLength(3);
    for (const params of asked.slice(1)) {
      expect(Object.keys(params).sort()).toEqual(["session", "token"]);
      expect(params.session).toBeUndefined();
      expect(params.token).toMatchObject({ sub: "1", exp: start / 1000 + 30 * day });
    }
  });

  it("[JWS-3] asks the jwt callback on update, with trigger update and the data that was sent", async () => {
    const { asked, callbacks } = watching();
    const { ours } = await signedIn({ callbacks });
    const data = { user: { name: "Countess" } };
    expect((await ours.update(data)).status).toBe(200);
    expect(asked[1]).toMatchObject({ trigger: "update", session: data, token: { name: "Ada" } });
  });

  it("[JWS-3] what the callback makes of an update is the session from then on", async () => {
    const { ours } = await signedIn({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === "update" && session === "Countess" ? { ...token, name: "Countess" } : token,
      },
    });
    const updated = await ours.update("Countess");
    expect(await updated.json()).toMatchObject({ user: { name: "Countess" } });
    expect(await ours.session()).toMatchObject({ user: { name: "Countess" } });
  });

  it("[CBK-3] stores what the jwt callback returns and hands it to the session callback", async () => {
    const { ours } = await signedIn({
      callbacks: {
        jwt: ({ token, trigger }) => (trigger === "signIn" ? { ...token, role: "admin" } : token),
        session: ({ session, token }) => ({ ...session, role: token["role"] }),
      },
    });
    expect(await claimsOf(ours.sessionToken())).toMatchObject({ role: "admin" });
    expect(await ours.session()).toMatchObject({ role: "admin" });
  });

  it("[CBK-3] null from the jwt callback ends the session and clears the cookie", async () => {
    let alive = true;
    const { ours } = await signedIn({
      callbacks: { jwt: ({ token }) => (alive ? token : null) },
    });
    expect(await ours.session()).not.toBeNull();
    alive = false;
    expect(await ours.session()).toBeNull();
    expect(ours.sessionCookies()).toEqual([]);
  });

  it("null from the jwt callback at sign-in leaves nobody signed in", async () => {
    const { ours } = await signedIn({ callbacks: { jwt: () => null } });
    expect(ours.sessionCookies()).toEqual([]);
    expect(await ours.session()).toBeNull();
  });

  it("[JWS-4] signing out clears the cookie", async () => {
    const { ours } = await signedIn();
    await ours.signOut();
    expect(ours.sessionCookies()).toEqual([]);
    expect(await ours.session()).toBeNull();
  });

  it("[LIM-1] lasts 30 days: the token, the cookie and what the browser is told", async () => {
    const { ours } = await signedIn();
    const end = start + 2_592_000_000;
    expect(await claimsOf(ours.sessionToken())).toMatchObject({ exp: end / 1000 });
    expect(ours.cookieExpiry(sessionCookie)).toBe(end);
    expect(await ours.session()).toMatchObject({ expires: new Date(end).toISOString() });
  });

  it("ends at maxAge: the browser forgets the cookie, and the token is refused where it does not", async () => {
    const { ours } = await signedIn({ session: { maxAge: 100, updateAge: 99.5 } });
    const token = ours.sessionToken() ?? "";
    clock.pass(99);
    expect(await ours.session()).not.toBeNull();
    clock.pass(1);
    expect(await ours.session()).toBeNull();
    ours.plant(sessionCookie, token);
    clock.pass(15);
    const response = await ours.get("session");
    expect(await response.json()).toBeNull();
    // The clock of this server may be wrong: only the browser drops the cookie.
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("decision 40: a shorter jwt.maxAge rules over session.maxAge for the token and its cookie alike", async () => {
    const { ours } = await signedIn({ jwt: { maxAge: 60 }, session: { maxAge: 1000 } });
    expect(await claimsOf(ours.sessionToken())).toMatchObject({ exp: start / 1000 + 60 });
    expect(ours.cookieExpiry(sessionCookie)).toBe(start + 60_000);
  });

  it("jwt.secret encrypts the session where it is given", async () => {
    const { ours } = await signedIn({ jwt: { secret: ["only for sessions"] } });
    const token = ours.sessionToken() ?? "";
    const claims = await decode({ token, secret: "only for sessions", salt: sessionCookie });
    expect(claims).toMatchObject({ name: "Ada" });
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("uses the application's own jwt.encode and jwt.decode, with secret, salt and maxAge", async () => {
    const asked: unknown[] = [];
    const jwt: TestConfig["jwt"] = {
      encode({ token, ...rest }) {
        asked.push(rest);
        return `plain.${Buffer.from(JSON.stringify(token)).toString("hex")}`;
      },
      decode({ token = "", ...rest }) {
        asked.push(rest);
        const claims: unknown = JSON.parse(Buffer.from(token.slice(6), "hex").toString());
        return typeof claims === "object" ? { ...claims } : null;
      },
    };
    const { ours } = await signedIn({ jwt });
    expect(ours.sessionToken()).toMatch(/^plain\./);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(asked[0]).toEqual({ secret, salt: sessionCookie, maxAge: 30 * day });
    expect(asked[1]).toEqual({ secret, salt: sessionCookie });
  });

  it("an application's jwt.decode that throws is logged, and the cookie cleared", async () => {
    const { ours, log } = await signedIn({
      jwt: {
        decode: () => {
          throw new Error("no such key");
        },
      },
    });
    expect(await ours.session()).toBeNull();
    expect(log.errors("JWTSessionError")[0]?.cause).toMatchObject({
      err: { message: "no such key" },
    });
    expect(ours.sessionCookies()).toEqual([]);
  });
});

describe("decision 13: the cookie of a JWT session is written again only when it must be", () => {
  it("[LIM-2] decision 13: not within updateAge of a day, and then once", async () => {
    const { ours } = await signedIn();
    clock.pass(day - 1);
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
    clock.pass(1);
    expect(sessionCookiesSet(await ours.get("session"))).toEqual([sessionCookie]);
    expect(ours.cookieExpiry(sessionCookie)).toBe(start + 31 * day * 1000);
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
  });

  it("[LIM-2] decision 13: updateAge 0 writes it at every access", async () => {
    const { ours } = await signedIn({ session: { updateAge: 0 } });
    expect(sessionCookiesSet(await ours.get("session"))).toEqual([sessionCookie]);
    expect(sessionCookiesSet(await ours.get("session"))).toEqual([sessionCookie]);
  });

  it("decision 13: a jwt callback that changes nothing does not write it", async () => {
    const { ours } = await signedIn({ callbacks: { jwt: ({ token }) => ({ ...token }) } });
    clock.pass(60);
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
  });

  it("decision 13: a jwt callback that changes the token writes it", async () => {
    let visits = 0;
    const { ours } = await signedIn({
      callbacks: { jwt: ({ token }) => ({ ...token, visits: ++visits }) },
    });
    clock.pass(60);
    expect(sessionCookiesSet(await ours.get("session"))).toEqual([sessionCookie]);
    expect(await claimsOf(ours.sessionToken())).toMatchObject({
      visits: 2,
      exp: start / 1000 + 60 + 30 * day,
    });
  });

  it("decision 13: a callback that changes a member deep inside the token it was given writes it", async () => {
    const { ours } = await signedIn({
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (trigger === "signIn") return { ...token, seen: [1] };
          if (Array.isArray(token["seen"])) token["seen"].push(2);
          return token;
        },
      },
    });
    expect(sessionCookiesSet(await ours.get("session"))).toEqual([sessionCookie]);
    expect(await claimsOf(ours.sessionToken())).toMatchObject({ seen: [1, 2] });
  });

  it("decision 13: the same claims without iat, exp and jti, or in another order, are no change", async () => {
    const { ours } = await signedIn({
      callbacks: {
        jwt: ({ token: { sub, name, email, picture } }) => ({
          ...(picture !== undefined && { picture }),
          ...(email !== undefined && { email }),
          ...(name !== undefined && { name }),
          ...(sub !== undefined && { sub }),
        }),
      },
    });
    clock.pass(60);
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
  });

  it("decision 13: an update writes it", async () => {
    const { ours } = await signedIn();
    clock.pass(60);
    expect(sessionCookiesSet(await ours.update({}))).toEqual([sessionCookie]);
  });
});

describe("decision 31: a fault of a callback signs nobody out", () => {
  const failing = (broken: { now: boolean }) => ({
    jwt: ({ token }: Pick<JWTCallbackParams, "token">) => {
      if (broken.now) throw new Error("database of roles is down");
      return token;
    },
  });

  it("decision 31: a jwt callback that throws is logged, reads as null and keeps the cookie", async () => {
    const broken = { now: false };
    const { ours, log } = await signedIn({ callbacks: failing(broken) });
    broken.now = true;
    const response = await ours.get("session");
    expect(await response.json()).toBeNull();
    expect(cookieNamesOf(response)).toEqual([]);
    expect(log.errors("JWTSessionError")[0]?.cause).toMatchObject({
      err: { message: "database of roles is down" },
    });
    broken.now = false;
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("decision 31: a cookie that can't be decoded is cleared", async () => {
    const { ours } = await signedIn();
    ours.plant(sessionCookie, "not.a.token");
    const response = await ours.get("session");
    expect(await response.json()).toBeNull();
    expect(cookieNamesOf(response)).toEqual([sessionCookie]);
    expect(ours.sessionCookies()).toEqual([]);
  });
});

describe("[AUT-1] a list of secrets", () => {
  const [older, newer] = [
    "the older secret of the two: 11111",
    "the newer secret of the two: 22222",
  ];

  it("[AUT-1] the first one that decrypts is used, and new sessions use the first", async () => {
    const before = await signedIn({ secret: older });
    const rotated = world("jwt", { secret: [newer, older] });
    const browser = rotated.browser();
    browser.plant(sessionCookie, before.ours.sessionToken() ?? "");
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });

    const fresh = rotated.browser();
    await fresh.signIn(adasForm);
    const token = fresh.sessionToken() ?? "";
    expect(await decode({ token, secret: newer, salt: sessionCookie })).toMatchObject({ sub: "1" });
    await expect(decode({ token, secret: older, salt: sessionCookie })).rejects.toThrow();
  });

  it("[AUT-1] a renewed session is sealed with the first", async () => {
    const before = await signedIn({ secret: older });
    const browser = world("jwt", { secret: [newer, older] }).browser();
    browser.plant(sessionCookie, before.ours.sessionToken() ?? "");
    clock.pass(day);
    await browser.session();
    const token = browser.sessionToken() ?? "";
    expect(await decode({ token, secret: newer, salt: sessionCookie })).toMatchObject({ sub: "1" });
  });

  it("[AUT-1] a secret that was taken off the list no longer counts", async () => {
    const before = await signedIn({ secret: older });
    const browser = world("jwt", { secret: [newer] }).browser();
    browser.plant(sessionCookie, before.ours.sessionToken() ?? "");
    expect(await browser.session()).toBeNull();
    expect(browser.sessionCookies()).toEqual([]);
  });
});
