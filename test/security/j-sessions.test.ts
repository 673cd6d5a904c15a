import { afterEach, describe, expect, it, vi } from "vitest";
import { cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { day, start, useClock } from "../support/clock.js";
import { adasForm, gracesForm, strategies, world, type TestConfig } from "../support/config.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";
afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(strategies)("J. sessions, strategy %s", (strategy) => {
  it("J01 a planted token never becomes valid, and the one after sign-in is another", async () => {
    const { browser, store } = world(strategy);
    const ours = browser();
    ours.plant(name, "planted-by-somebody-else");
    const planted = ours.copy();
    await ours.signIn(adasForm);
    expect(ours.sessionToken()).not.toBe("planted-by-somebody-else");
    expect(await planted.session()).toBeNull();
    expect(store.sessions.has("planted-by-somebody-else")).toBe(false);
  });

  it("J02 signing in again gives a new token", async () => {
    const ours = world(strategy).browser();
    await ours.signIn(adasForm);
    const first = ours.sessionToken();
    await ours.signIn(adasForm);
    expect(ours.sessionToken()).not.toBe(first);
    expect(await ours.session()).not.toBeNull();
  });

  it("J09 a session callback that throws gives null with 500, and no part of the session", async () => {
    const { browser } = world(strategy, {
      callbacks: {
        session: ({ session }) => {
          session.user.name = "half done";
          throw new Error("no");
        },
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const response = await ours.get("session");
    expect([response.status, await response.text()]).toEqual([500, "null"]);
  });
});

describe("J. database sessions", () => {
  const signedIn = async (overrides: Partial<TestConfig> = {}) => {
    const all = world("database", overrides);
    const ours = all.browser();
    await ours.signIn(adasForm);
    return { ...all, ours };
  };

  it("J02 signing in again deletes the old row", async () => {
    const { ours, store } = await signedIn();
    const stolen = ours.copy();
    await ours.signIn(adasForm);
    expect([...store.sessions.keys()]).toEqual([ours.sessionToken()]);
    expect(await stolen.session()).toBeNull();
  });

  it("J03 signing in as another user ends the old session", async () => {
    const { ours, store } = await signedIn();
    await ours.signIn(gracesForm);
    expect([...store.sessions.values()]).toMatchObject([{ userId: "2" }]);
  });

  it("J04 a session is valid a millisecond before its expiry, and over at it", async () => {
    const options = { session: { maxAge: 100, updateAge: 99.9995 } };
    for (const [offset, valid] of [
      [-1, true],
      [0, false],
      [1, false],
    ] as const) {
      clock.goTo(start);
      const { ours, store } = await signedIn(options);
      const token = ours.sessionToken() ?? "";
      clock.goTo(start + 100_000 + offset);
      ours.plant(name, token);
      expect((await ours.session()) !== null).toBe(valid);
      expect(store.sessions.size).toBe(valid ? 1 : 0);
    }
  });

  it("J05 two parallel reads extend once", async () => {
    let writes = 0;
    const { adapter } = world("database");
    const { ours } = await signedIn({
      adapter: {
        ...adapter,
        async updateSession(session) {
          writes++;
          await new Promise((resolve) => setTimeout(resolve, 10));
          return adapter.updateSession(session);
        },
      },
    });
    clock.pass(day);
    const responses = await Promise.all([1, 2, 3, 4].map(() => ours.get("session")));
    expect(writes).toBe(1);
    for (const response of responses) expect(sessionCookiesSet(response)).toEqual([name]);
    await ours.session();
    expect(writes).toBe(1);
  });

  it("J05 with updateAge 0 each read extends", async () => {
    let writes = 0;
    const { adapter } = world("database");
    const { ours } = await signedIn({
      session: { updateAge: 0 },
      adapter: {
        ...adapter,
        updateSession(session) {
          writes++;
          return adapter.updateSession(session);
        },
      },
    });
    for (const expected of [1, 2, 3]) {
      clock.pass(1);
      await ours.session();
      expect(writes).toBe(expected);
    }
  });

  it("J07 when the row can't be deleted at sign-out: cookie cleared, failure told and logged", async () => {
    const { adapter } = world("database");
    const told: unknown[] = [];
    const { ours, log } = await signedIn({
      adapter: { ...adapter, deleteSession: () => Promise.reject<null>(new Error("read-only")) },
      events: {
        signOut: (message) => {
          told.push(message);
        },
      },
    });
    const response = await ours.signOut();
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    expect(ours.sessionCookies()).toEqual([]);
    expect(log.errors("SignOutError")[0]?.cause).toMatchObject({
      err: { cause: { err: { message: "read-only" } } },
    });
    expect(told).toEqual([]);
  });

  it("J08 a session whose user is gone is nobody's, and the cookie is cleared", async () => {
    const { ours, store } = await signedIn();
    store.users.clear();
    const response = await ours.get("session");
    expect(await response.json()).toBeNull();
    expect(cookieNamesOf(response)).toEqual([name]);
    expect(ours.sessionCookies()).toEqual([]);
  });

  it("J11 an empty or short token of generateSessionToken is refused in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    for (const [token, accepted] of [
      ["", false],
      ["0123456789abcde", false],
      ["0123456789abcdef", true],
    ] as const) {
      const { browser, log, store } = world("database", {
        session: { generateSessionToken: () => token },
      });
      const ours = browser();
      const response = await ours.signIn(adasForm);
      expect(ours.sessionCookies()).toHaveLength(accepted ? 1 : 0);
      expect(store.sessions.size).toBe(accepted ? 1 : 0);
      if (accepted) continue;
      expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
      expect(log.errors("SessionTokenError")[0]?.message).toContain("at least 16 characters");
    }
  });

  it("J11 a token that is another's already is refused", async () => {
    const { browser, store } = world("database", {
      session: { generateSessionToken: () => "always-the-same-token-000000" },
    });
    const [first, second] = [browser(), browser()];
    await first.signIn(adasForm);
    const response = await second.signIn(gracesForm);
    expect(location(response)).toBe("https://app.test/auth/error?error=Configuration");
    expect(second.sessionCookies()).toEqual([]);
    expect([...store.sessions.values()]).toMatchObject([{ userId: "1" }]);
  });

  it("J11 a token that is not a text is refused everywhere", async () => {
    for (const value of ["", 7, undefined, Promise.resolve("0123456789abcdef0123")]) {
      const { browser, store } = world("database", {
        // @ts-expect-error what JavaScript may give
        session: { generateSessionToken: () => value },
      });
      const ours = browser();
      const response = await ours.signIn(adasForm);
      if (value === undefined) expect(await ours.session()).not.toBeNull();
      else expect(location(response)).toContain("error=Configuration");
      expect(store.sessions.size).toBe(value === undefined ? 1 : 0);
    }
  });
});
