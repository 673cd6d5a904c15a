import { describe, expect, it } from "vitest";
import type { AdapterSession } from "latchkey/adapters";
import { cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { day, start, useClock } from "../support/clock.js";
import { adasForm, world, type TestConfig } from "../support/config.js";

const clock = useClock();
const sessionCookie = "__Secure-authjs.session-token";

const signedIn = async (overrides: Partial<TestConfig> = {}) => {
  const all = world("database", overrides);
  const browser = all.browser();
  await browser.signIn(adasForm);
  const row = (): AdapterSession | undefined => [...all.store.sessions.values()][0];
  return { ...all, ours: browser, row };
};

describe("a database session", () => {
  it("[DBS-1] [SVC-2] [RES-5] is created at sign-in; the cookie holds nothing but its token", async () => {
    const { ours, row, store } = await signedIn();
    expect(store.sessions.size).toBe(1);
    expect(row()).toEqual({
      sessionToken: ours.cookie(sessionCookie),
      userId: "1",
      expires: new Date(start + 30 * day * 1000),
    });
    expect(ours.cookieExpiry(sessionCookie)).toBe(start + 30 * day * 1000);
  });

  it("[AUT-9] its cookie is secure and HTTP-only", async () => {
    const { browser } = world("database");
    const response = await browser().signIn(adasForm);
    const line = response.headers.getSetCookie().find((text) => text.startsWith(sessionCookie));
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; Secure/);
  });

  it("[LIM-4] decision 16: its token is a random UUID, another one each time", async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(first.ours.sessionToken()).toMatch(uuid);
    expect(second.ours.sessionToken()).toMatch(uuid);
    expect(first.ours.sessionToken()).not.toBe(second.ours.sessionToken());
  });

  it("[LIM-4] its token is what generateSessionToken makes", async () => {
    let count = 0;
    const generateSessionToken = () => `token-number-${(++count).toString().padStart(20, "0")}`;
    const { ours } = await signedIn({ session: { generateSessionToken } });
    expect(ours.sessionToken()).toBe("token-number-00000000000000000001");
    expect(await ours.session()).not.toBeNull();
  });

  it("[DBS-2] is extended by maxAge once updateAge has passed, in the store and in the browser", async () => {
    const { ours, row } = await signedIn();
    clock.pass(day);
    const response = await ours.get("session");
    const extended = new Date(start + 31 * day * 1000);
    expect(row()?.expires).toEqual(extended);
    expect(ours.cookieExpiry(sessionCookie)).toBe(extended.getTime());
    expect(await response.json()).toMatchObject({ expires: extended.toISOString() });
  });

  it("[DBS-3] [LIM-2] is never extended more than once per updateAge", async () => {
    const { ours, row } = await signedIn();
    const first = row()?.expires;
    clock.pass(day - 1);
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
    expect(row()?.expires).toEqual(first);
    clock.pass(1);
    await ours.session();
    const second = row()?.expires;
    expect(second).not.toEqual(first);
    clock.pass(day - 1);
    expect(cookieNamesOf(await ours.get("session"))).toEqual([]);
    expect(row()?.expires).toEqual(second);
  });

  it("[LIM-2] is extended at every access with updateAge 0", async () => {
    const { ours, row } = await signedIn({ session: { updateAge: 0 } });
    for (const seconds of [1, 2, 3]) {
      clock.pass(1);
      await ours.session();
      expect(row()?.expires).toEqual(new Date(start + (30 * day + seconds) * 1000));
    }
  });

  it("[DBS-4] is removed from the store when it is read after its expiry", async () => {
    const { ours, store } = await signedIn({ session: { maxAge: 100 } });
    const token = ours.sessionToken() ?? "";
    clock.pass(101);
    ours.plant(sessionCookie, token);
    expect(store.sessions.size).toBe(1);
    expect(await ours.session()).toBeNull();
    expect(store.sessions.size).toBe(0);
    expect(ours.sessionCookies()).toEqual([]);
  });

  it("[DBS-5] is deleted at sign-out, and the cookie cleared", async () => {
    const { ours, store } = await signedIn();
    const stolen = ours.copy();
    expect(location(await ours.signOut())).toBe("https://app.test");
    expect(store.sessions.size).toBe(0);
    expect(ours.sessionCookies()).toEqual([]);
    expect(await stolen.session()).toBeNull();
  });

  it("is nobody's when its token is not in the store, and the cookie is cleared", async () => {
    const browser = world("database").browser();
    browser.plant(sessionCookie, "no-such-session");
    expect(await browser.session()).toBeNull();
    expect(browser.sessionCookies()).toEqual([]);
  });

  it("reads the row and its user in one call of the adapter", async () => {
    const calls: string[] = [];
    const { adapter } = world("database");
    const counted: typeof adapter = {
      ...adapter,
      getSessionAndUser(token) {
        calls.push("getSessionAndUser");
        return adapter.getSessionAndUser(token);
      },
      getUser(id) {
        calls.push("getUser");
        return adapter.getUser(id);
      },
    };
    const browser = world("database", { adapter: counted }).browser();
    await browser.signIn(adasForm);
    calls.length = 0;
    await browser.session();
    expect(calls).toEqual(["getSessionAndUser"]);
  });

  it("stays valid until its old expiry when the store refuses to extend it", async () => {
    const { adapter } = world("database");
    const updateSession = () => Promise.reject(new Error("read-only"));
    const { ours, log } = await signedIn({ adapter: { ...adapter, updateSession } });
    clock.pass(day);
    const response = await ours.get("session");
    expect(await response.json()).toMatchObject({
      expires: new Date(start + 30 * day * 1000).toISOString(),
    });
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(log.codes("error")).toEqual(["SessionTokenError"]);
  });

  it("keeps the cookie and says 503 while the store can't be asked", async () => {
    const { adapter } = world("database");
    let down = false;
    const { ours } = await signedIn({
      adapter: {
        ...adapter,
        getSessionAndUser: (token) =>
          down ? Promise.reject(new Error("connection refused")) : adapter.getSessionAndUser(token),
      },
    });
    down = true;
    const response = await ours.get("session");
    expect([response.status, await response.json()]).toEqual([503, null]);
    expect(cookieNamesOf(response)).toEqual([]);
    down = false;
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });
});

describe("[LIM-3] the strategy", () => {
  const tokenOf = async (overrides: Partial<TestConfig>) => {
    const browser = world("jwt", overrides).browser();
    await browser.signIn(adasForm);
    return browser.sessionToken() ?? "";
  };

  it("[LIM-3] is jwt by default, database with an adapter, and jwt with one where that is said", async () => {
    const { adapter } = world("database");
    expect((await tokenOf({})).split(".")).toHaveLength(5);
    expect(await tokenOf({ adapter })).toMatch(/^[0-9a-f-]{36}$/);
    const asked = await tokenOf({ adapter, session: { strategy: "jwt" } });
    expect(asked.split(".")).toHaveLength(5);
  });
});
