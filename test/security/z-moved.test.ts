import * as peer from "@auth/core/jwt";
import { Auth } from "latchkey";
import { decode, encode } from "latchkey/jwt";
import { authjsMigration, type AuthjsMigrationOptions } from "latchkey/plugins/authjs-migration";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Browser } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import { ada, adasForm, secret, strategies, world, type TestConfig } from "../support/config.js";
import { v4Cookie, v4Token, type V4Options } from "../support/v4-token.js";

const clock = useClock();
const own = "__Secure-authjs.session-token";
const short = "too short";
const claims = { name: "Ada", email: ada.email, sub: ada.id, role: "admin" };

afterEach(() => {
  vi.unstubAllEnvs();
});

const inDays = (days: number) => new Date(clock.now() + days * day * 1000).toISOString();
const moved = (options: AuthjsMigrationOptions = {}): Pick<TestConfig, "plugins"> => ({
  plugins: [authjsMigration({ until: inDays(30), ...options })],
});
const nameOf = (session: unknown) => JSON.stringify(session).match(/"name":"(\w+)"/)?.[1] ?? null;

async function withOldCookie(config: Partial<TestConfig>, from = short): Promise<Browser> {
  const browser = world("jwt", config).browser();
  browser.plant(own, await peer.encode({ token: claims, secret: from, salt: own }));
  return browser;
}

describe("Z01 a secret that is too short opens what it made, named as such and for a time", () => {
  it("Z01 it keeps people signed in, with their claims, and is replaced at once", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const seen: unknown[] = [];
    const jwt: NonNullable<TestConfig["callbacks"]>["jwt"] = ({ token }) => {
      seen.push(token["role"]);
      return token;
    };
    const browser = await withOldCookie({
      ...moved({ secret: short, weakSecret: true }),
      callbacks: { jwt },
    });
    expect(nameOf(await browser.session())).toBe("Ada");
    expect(seen).toEqual(["admin"]);
    const token = browser.cookie(own);
    expect(await decode({ token, secret, salt: own })).toMatchObject(claims);
    await expect(decode({ token, secret: short, salt: own })).rejects.toThrow();
  });

  it("Z01 not in the list of secrets, and not beyond its day", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const listed = world("jwt", { secret: [secret, short] });
    expect((await listed.browser().get("session")).status).toBe(500);
    expect(listed.log.errors("MissingSecret")[0]?.message).toContain("authjsMigration({");
    const browser = await withOldCookie(
      moved({ secret: short, weakSecret: true, until: inDays(1) }),
    );
    const late = browser.copy();
    expect(nameOf(await browser.session())).toBe("Ada");
    clock.pass(day + 1);
    expect(await late.session()).toBeNull();
    // What was replaced in time goes on.
    expect(nameOf(await browser.session())).toBe("Ada");
  });

  it.each<[string, AuthjsMigrationOptions]>([
    ["no day", { until: "" }],
    ["a day that is none", { until: "soon" }],
    ["more than a year", { until: "2099-01-01" }],
    // @ts-expect-error not every configuration is checked by a compiler
    ["an unknown origin", { from: "v3" }],
    ["writing what only next-auth 4 reads", { writes: true }],
  ])("Z01 refused at the start: %s", async (_, options) => {
    const { browser, log } = world("jwt", moved(options));
    expect((await browser().get("session")).status).toBe(500);
    expect(log.codes("error")).toEqual(["InvalidConfiguration"]);
  });

  it("Z01 from the environment too, and never without an end", async () => {
    const { setEnvDefaults } = await import("latchkey");
    const read = async (env: Record<string, string>) => {
      const plugins = [authjsMigration({ weakSecret: true })];
      const config: TestConfig = {
        providers: [],
        secret,
        trustHost: true,
        logger: silent,
        plugins,
      };
      setEnvDefaults(env, config);
      const token = await peer.encode({ token: claims, secret: short, salt: own });
      const headers = { cookie: `${own}=${token}` };
      return Auth(new Request("https://app.test/auth/session", { headers }), config);
    };
    const dated = await read({ AUTH_MOVED_SECRET: short, AUTH_MOVED_UNTIL: inDays(1) });
    expect(nameOf(await dated.json())).toBe("Ada");
    expect((await read({ AUTH_MOVED_SECRET: short })).status).toBe(500);
  });
});

const silent = { error: () => undefined };

describe("Z02 a secret from before the move makes nothing, and opens nothing but sessions", () => {
  it("Z02 a form with a CSRF token of that secret is refused", async () => {
    const weak = world("jwt", { secret: short }).browser();
    const csrfToken = await weak.csrfToken();
    const { config } = world("jwt", moved({ secret: short, weakSecret: true }));
    const { Browser } = await import("../support/client.js");
    const browser = new Browser(config);
    for (const name of weak.cookieNames()) browser.plant(name, weak.cookie(name) ?? "");
    const response = await browser.post("callback/credentials", { ...adasForm, csrfToken });
    expect(response.headers.get("location")).toContain("error=MissingCSRF");
    expect(browser.sessionCookies()).toEqual([]);
  });

  it("Z02 a token of that secret for another purpose is no session", async () => {
    const browser = world("jwt", moved({ secret: short, weakSecret: true })).browser();
    browser.plant(own, await encode({ token: claims, secret: short, salt: "another purpose" }));
    expect(await browser.session()).toBeNull();
    expect(browser.sessionCookies()).toEqual([]);
  });

  it("Z02 what is signed in anew is of the new secret alone", async () => {
    const browser = world("jwt", moved({ secret: short, weakSecret: true })).browser();
    await browser.signIn(adasForm);
    expect(await decode({ token: browser.cookie(own), secret, salt: own })).toMatchObject({
      email: ada.email,
    });
  });
});

async function withV4Cookie(token: string, config: Partial<TestConfig> = moved({ from: "v4" })) {
  const browser = world("jwt", config).browser();
  browser.plant(v4Cookie, token);
  return browser;
}

describe("Z03 of the cookies of next-auth 4 only what it made itself, and in time, is a session", () => {
  it("Z03 one that it made is, and ours takes its place", async () => {
    const browser = await withV4Cookie(await v4Token(claims, { secret }));
    expect(nameOf(await browser.session())).toBe("Ada");
    expect(browser.cookieNames()).toEqual([own]);
    expect(await decode({ token: browser.cookie(own), secret, salt: own })).toMatchObject(claims);
  });

  it.each<[string, Partial<V4Options>, object?]>([
    ["of another secret", { secret: "another secret, that is long enough for all" }],
    ["expired", { maxAge: -60 }],
    ["not yet valid", {}, { nbf: 4_000_000_000 }],
    ["with an expiry that is no number", {}, { exp: "never" }],
    ["without an expiry", {}, { exp: undefined }],
    ["with another cipher", { header: { alg: "dir", enc: "A256CBC-HS512" } }],
    ["with a key id", { header: { alg: "dir", enc: "A256GCM", kid: "x" } }],
    ["with another type", { header: { alg: "dir", enc: "A256GCM", typ: "JWT" } }],
  ])("Z03 %s: nobody, and the cookie is cleared", async (_, options, odd = {}) => {
    const browser = await withV4Cookie(
      await v4Token({ ...claims, ...odd }, { secret, ...options }),
    );
    expect(await browser.session()).toBeNull();
    expect(browser.cookieNames()).toEqual([]);
  });

  it("Z03 one that was issued in the future is a session: clocks differ", async () => {
    const token = await v4Token({ ...claims, iat: 4_000_000_000 }, { secret });
    expect(nameOf(await (await withV4Cookie(token)).session())).toBe("Ada");
  });

  it("Z03 changed in one character, cut short, or no token at all: nobody", async () => {
    const token = await v4Token(claims, { secret });
    const parts = token.split(".");
    const flipped = parts
      .map((part, index) => (index === 3 ? `A${part.slice(1)}` : part))
      .join(".");
    const swapped = parts
      .map((part, index) => (index === 3 ? `B${part.slice(1)}` : part))
      .join(".");
    const broken = [
      swapped === token ? flipped : swapped,
      token.slice(0, -2),
      "x",
      "a.b.c.d.e",
      "{}",
    ];
    for (const bad of broken) expect(await (await withV4Cookie(bad)).session()).toBeNull();
  });
});

describe("Z04 purposes are not confused", () => {
  it.each<[string, object, Partial<V4Options>]>([
    ["the state of a sign-in", { state: "abc", value: "abc" }, {}],
    ["a code verifier", { code_verifier: "abc" }, {}],
    ["a check with a salt of its own", claims, { salt: "next-auth.pkce.code_verifier" }],
    ["a token that names nobody", { name: "Ada" }, {}],
  ])("Z04 %s of next-auth 4 is no session", async (_, content, options) => {
    const browser = await withV4Cookie(await v4Token(content, { secret, ...options }));
    expect(await browser.session()).toBeNull();
  });

  it("Z04 the token of one cookie is none in the other", async () => {
    const old = await v4Token(claims, { secret });
    const inOurs = world("jwt", moved({ from: "v4" })).browser();
    inOurs.plant(own, old);
    expect(await inOurs.session()).toBeNull();
    const ours = await encode({ token: claims, secret, salt: own });
    expect(await (await withV4Cookie(ours)).session()).toBeNull();
  });

  it("Z04 a cookie for http is not read on https", async () => {
    const browser = world("jwt", moved({ from: "v4" })).browser();
    browser.plant("next-auth.session-token", await v4Token(claims, { secret }));
    expect(await browser.session()).toBeNull();
  });

  it("Z04 where both cookies are there, ours counts", async () => {
    const browser = world("jwt", moved({ from: "v4" })).browser();
    await browser.signIn(adasForm);
    browser.plant(v4Cookie, await v4Token({ name: "Mallory", sub: "666" }, { secret }));
    expect(nameOf(await browser.session())).toBe("Ada");
    expect(browser.cookieNames()).not.toContain(v4Cookie);
  });
});

describe("Z05 the old ways are closed by default, and after their day", () => {
  it("Z05 without the plugin, or for v5, a cookie of next-auth 4 is nothing", async () => {
    const token = await v4Token(claims, { secret });
    expect(await (await withV4Cookie(token, {})).session()).toBeNull();
    expect(await (await withV4Cookie(token, moved())).session()).toBeNull();
  });

  it("Z05 after the day it is nothing either, in a process that runs on", async () => {
    const token = await v4Token(claims, { secret, maxAge: 100 * day });
    const first = await withV4Cookie(token, moved({ from: "v4", until: inDays(1) }));
    const second = first.copy();
    expect(nameOf(await first.session())).toBe("Ada");
    clock.pass(day);
    expect(await second.session()).toBeNull();
  });
});

describe.each([true, false])("Z06 signing out ends it, writes: %s", (writes) => {
  it.each(strategies)("Z06 neither cookie lives on, nor comes back (%s)", async (strategy) => {
    const app = world(strategy, moved({ from: "v4", writes }));
    const browser = app.browser();
    if (strategy === "database") {
      const expires = new Date(clock.now() + day * 1000);
      await app.adapter.createSession({ sessionToken: "of v4, random", userId: "1", expires });
      browser.plant(v4Cookie, "of v4, random");
    } else browser.plant(v4Cookie, await v4Token(claims, { secret }));
    const fresh = browser.copy();
    expect(nameOf(await browser.session())).toBe("Ada");
    expect(browser.sessionCookies()).toEqual([writes ? v4Cookie : own]);
    for (const one of strategy === "jwt" ? [browser, fresh] : [browser]) {
      await one.signOut();
      expect(one.sessionCookies()).toEqual([]);
      expect(await one.session()).toBeNull();
    }
    expect(app.store.sessions.size).toBe(0);
  });
});

describe("Z07 a move that can be undone writes the old cookie and no other", () => {
  it("Z07 whoever signs in is signed in there, and here, and ours never goes out", async () => {
    const browser = world("jwt", moved({ from: "v4", writes: true })).browser();
    await browser.signIn(adasForm);
    expect(browser.sessionCookies()).toEqual([v4Cookie]);
    expect(nameOf(await browser.session())).toBe("Ada");
  });

  it("Z07 signed out there is signed out here", async () => {
    const browser = world("jwt", moved({ from: "v4", writes: true })).browser();
    await browser.signIn(adasForm);
    browser.forget(v4Cookie);
    expect(await browser.session()).toBeNull();
  });

  it("Z07 a cookie of ours from before becomes an old one", async () => {
    const before = world("jwt").browser();
    await before.signIn(adasForm);
    const browser = world("jwt", moved({ from: "v4", writes: true })).browser();
    browser.plant(own, before.cookie(own) ?? "");
    await browser.update({});
    expect(browser.sessionCookies()).toEqual([v4Cookie]);
    expect(nameOf(await browser.session())).toBe("Ada");
  });
});
