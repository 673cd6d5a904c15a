import { describe, expect, it } from "vitest";
import { day, useClock } from "../support/clock.js";
import { adasForm, world, type TestConfig } from "../support/config.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";
const hashed = { hashed: true };
const stored = /^sha256:[\w-]{43}$/;

async function signedIn(overrides: Partial<TestConfig> = {}) {
  const all = world("database", { session: hashed, ...overrides });
  const ours = all.browser();
  await ours.signIn(adasForm);
  return { ...all, ours };
}

describe("session.hashed", () => {
  it("the store holds a hash, the browser the token, and the session is read, extended and ended by it", async () => {
    const { ours, store } = await signedIn();
    const token = ours.sessionToken() ?? "";
    const [key = ""] = store.sessions.keys();
    expect(key).toMatch(stored);
    expect(JSON.stringify([...store.sessions])).not.toContain(token);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    clock.pass(2 * day);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(ours.sessionToken()).toBe(token);
    expect(ours.cookieExpiry(name)).toBe(clock.now() + 30 * day * 1000);
    expect(store.sessions.get(key)?.expires.getTime()).toBe(clock.now() + 30 * day * 1000);
    await ours.signOut();
    expect([store.sessions.size, ours.sessionCookies()]).toEqual([0, []]);
  });

  it("what the table holds signs nobody in", async () => {
    const { store, browser } = await signedIn();
    const [key = ""] = store.sessions.keys();
    const thief = browser();
    thief.plant(name, key);
    expect(await thief.session()).toBeNull();
    thief.plant(name, key);
    await thief.signOut();
    expect(store.sessions.size).toBe(1);
  });

  it("a row from before is found once more and replaced, and nobody is signed out", async () => {
    const { config, store, browser } = world("database");
    const before = browser();
    await before.signIn(adasForm);
    const token = before.sessionToken() ?? "";
    expect([...store.sessions.keys()]).toEqual([token]);
    const after = world("database", { adapter: config.adapter, session: hashed });
    const ours = after.browser();
    ours.plant(name, token);
    const sessions = await Promise.all([ours.session(), ours.session(), ours.session()]);
    for (const session of sessions) expect(session).toMatchObject({ user: { name: "Ada" } });
    expect([...store.sessions.keys()]).toEqual([expect.stringMatching(stored)]);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("a row from before that has expired, or whose owner signs out, is removed", async () => {
    for (const seconds of [31 * day, 1]) {
      const { config, store, browser } = world("database");
      const before = browser();
      await before.signIn(adasForm);
      const token = before.sessionToken() ?? "";
      const ours = world("database", { adapter: config.adapter, session: hashed }).browser();
      ours.plant(name, token);
      clock.pass(seconds);
      if (seconds > day) expect(await ours.session()).toBeNull();
      else await ours.signOut();
      expect(store.sessions.size).toBe(0);
    }
  });

  it("signing in again removes the row of the session before", async () => {
    const { ours, store } = await signedIn();
    const [first] = store.sessions.keys();
    await ours.signIn(adasForm);
    expect(store.sessions.size).toBe(1);
    expect(store.sessions.has(first ?? "")).toBe(false);
  });

  it("the session callback and its answer never hold the token", async () => {
    const { ours } = await signedIn({ callbacks: { session: ({ session }) => session } });
    const token = ours.sessionToken() ?? "";
    expect(await (await ours.get("session")).text()).not.toContain(token);
  });
});
