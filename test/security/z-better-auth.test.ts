import { addAuthenticatorApp } from "latchkey/plugins/two-factor";
import {
  betterAuthMigration,
  type BetterAuthMigrationOptions,
} from "latchkey/plugins/better-auth-migration";
import { describe, expect, it } from "vitest";
import { day, useClock } from "../support/clock.js";
import { ada, adasForm, grace, world, type TestConfig } from "../support/config.js";

const clock = useClock();
const old = "__Secure-better-auth.session_token";
const own = "__Secure-authjs.session-token";
const token = "Kp0qBTqWn0vYBUQZ4QyMFQLzRZ3lLLlI";
const signed = `${token}.dGhlIHNpZ25hdHVyZSBpc24ndCBuZWVkZWQ%3D`;

const inDays = (days: number) => new Date(clock.now() + days * day * 1000);

/** An application into which Grace's session was imported. */
function moved(options: Partial<BetterAuthMigrationOptions> = {}, more: Partial<TestConfig> = {}) {
  const plugins = [betterAuthMigration({ until: inDays(30), ...options })];
  const made = world("database", { plugins, ...more });
  made.store.sessions.set(token, { sessionToken: token, userId: grace.id, expires: inDays(7) });
  return made;
}
const nameOf = (session: unknown) => JSON.stringify(session).match(/"name":"(\w+)"/)?.[1] ?? null;

describe("Z10 the cookie of Better Auth", () => {
  it("Z10 signs in whose imported session it names, and ours is set beside it", async () => {
    const browser = moved().browser();
    browser.plant(old, signed);
    expect(nameOf(await browser.session())).toBe("Grace");
    expect(browser.cookie(own)).toBe(token);
    expect(browser.cookie(old)).toBeDefined();
  });

  it("Z10 of a session that nobody has, or that has no signature, is nobody's", async () => {
    const { browser } = moved();
    for (const value of [
      `${token.toLowerCase()}.x`,
      token,
      "short.x",
      `.${token}`,
      `${token}%00.x`,
    ]) {
      const tab = browser();
      tab.plant(old, value);
      expect(nameOf(await tab.session()), value).toBeNull();
    }
  });

  it("Z10 counts for nothing beside a session of ours", async () => {
    const browser = moved().browser();
    await browser.signIn(adasForm);
    browser.plant(old, signed);
    expect(nameOf(await browser.session())).toBe("Ada");
  });

  it("Z10 is of no use after signing out, to whoever kept it", async () => {
    const browser = moved().browser();
    browser.plant(old, signed);
    const thief = browser.copy();
    await browser.signOut();
    expect(browser.cookie(old)).toBeUndefined();
    expect(nameOf(await browser.session())).toBeNull();
    expect(nameOf(await thief.session())).toBeNull();
    expect(thief.cookie(old)).toBeUndefined();
  });

  it("Z10 ends with its session, and when another user signs in", async () => {
    const { browser, store } = moved();
    const tab = browser();
    tab.plant(old, signed);
    await tab.signIn(adasForm);
    expect(nameOf(await tab.session())).toBe("Ada");
    expect(tab.cookie(old)).toBeUndefined();
    expect(store.sessions.has(token)).toBe(false);
    const late = moved();
    const other = late.browser();
    other.plant(old, signed);
    clock.pass(7 * day);
    expect(nameOf(await other.session())).toBeNull();
  });

  it("Z10 isn't accepted from its day on, nor under another prefix, nor without https", async () => {
    const { browser } = moved({ until: inDays(1) });
    const tab = browser();
    tab.plant(old, signed);
    clock.pass(day);
    expect(nameOf(await tab.session())).toBeNull();
    const other = moved({ cookiePrefix: "acme" }).browser();
    other.plant(old, signed);
    expect(nameOf(await other.session())).toBeNull();
    other.plant("__Secure-acme.session_token", signed);
    expect(nameOf(await other.session())).toBe("Grace");
    const plain = moved().browser();
    plain.plant("better-auth.session_token", signed);
    expect(nameOf(await plain.session())).toBeNull();
  });

  it("Z10 needs a day, at most a year ahead", async () => {
    for (const until of ["", "some day", inDays(400)]) {
      const { browser, log } = moved({ until });
      expect((await browser().get("session")).status).toBe(500);
      expect(log.errors("InvalidConfiguration")[0]?.message).toContain("betterAuthMigration");
    }
  });
});

it("Z10 an imported key that isn't base32 is refused, and nothing is stored", async () => {
  const { adapter } = moved();
  const app = { userId: ada.id, key: "not base32!", secret: "of thirty-two characters, at least" };
  await expect(addAuthenticatorApp(adapter, app)).rejects.toThrow("isn't base32");
});
