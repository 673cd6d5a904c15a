import { manage } from "latchkey/manage";
import type { AuditEvent } from "latchkey/plugins/audit";
import { admin } from "latchkey/plugins/admin";
import { audit } from "latchkey/plugins/audit";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import { strategies, type Strategy } from "../support/config.js";
import { arrive, guestWorld, sessionOf, type GuestWorldOptions } from "../support/guest-world.js";

const clock = useClock();

/** A shop that bans people. */
function bannedWorld(strategy: Strategy, options: GuestWorldOptions = {}) {
  const told: AuditEvent[] = [];
  const plugins = [
    admin({ mayAdminister: () => false }),
    audit((event) => void told.push(event)),
  ] as const;
  const shop = guestWorld(strategy, { ...options, overrides: { plugins } });
  return { ...shop, told, acts: admin.of(shop.config) };
}

describe.each(strategies)("GG. banned guests, strategy %s", (strategy) => {
  it("GG20 a banned guest is nobody at once, and a guest again when the ban ends", async () => {
    const shop = bannedWorld(strategy);
    const { browser, id } = await arrive(shop);
    const other = await arrive(shop);
    await shop.acts.ban(id, { until: new Date(Date.now() + day * 1000) });
    expect([await browser.session(), await sessionOf(shop, browser)]).toEqual([null, null]);
    expect(await other.browser.session()).toMatchObject({ guest: true });
    clock.pass(day + 1);
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id }, guest: true });
  });

  it("GG21 a banned guest isn't kept longer by coming back", async () => {
    const shop = bannedWorld(strategy, { guest: { maxAge: 30 * 24 * 60 * 60 } });
    const { browser, id } = await arrive(shop);
    await shop.acts.ban(id);
    clock.pass(20 * day);
    expect(await browser.session()).toBeNull();
    await shop.acts.unban(id);
    clock.pass(11 * day);
    expect(await browser.session()).toBeNull();
  });

  it("GG22 a banned guest can't begin anew, nor sign up; nothing is written", async () => {
    const shop = bannedWorld(strategy);
    const { browser, id } = await arrive(shop);
    await shop.acts.ban(id);
    expect(location(await browser.submit("callback/guest"))).toContain("AccessDenied");
    expect(await shop.signIn(browser, "ada")).toContain("AccessDenied");
    expect([...shop.store.users.keys()]).toEqual([id]);
    expect(await shop.userOf(id)).toMatchObject({ name: null, email: null });
    expect(shop.store.accounts.size).toBe(0);
    expect(shop.told.map(({ type }) => type)).not.toContain("user.created");
    const refused = shop.told.filter(({ type }) => type === "sign-in.refused");
    expect(refused.map(({ provider, reason }) => [provider, reason])).toEqual([
      ["guest", "AccessDenied"],
      ["google", "AccessDenied"],
    ]);
    await shop.acts.unban(id);
    await shop.signIn(browser, "ada");
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id, name: "ada" } });
  });

  it("GG23 someone else signs in where a banned guest was; nothing of theirs is moved", async () => {
    const shop = bannedWorld(strategy);
    await shop.signIn(shop.browser(), "ada");
    const [userId] = [...shop.store.users.keys()];
    const { browser, id } = await arrive(shop);
    await shop.acts.ban(id);
    await shop.signIn(browser, "ada");
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id: userId } });
    expect([shop.moved, shop.log.codes("error")]).toEqual([[], []]);
    await shop.acts.unban(id);
    await shop.signIn(browser, "ada");
    expect(shop.moved).toEqual([{ guestId: id, userId }]);
  });

  it("GG24 a guest of whom it's unknown whether they are banned is neither shown nor forgotten", async () => {
    let isDown = false;
    const shop = bannedWorld(strategy, {
      change: (adapter) => ({
        ...adapter,
        records: {
          ...adapter.records,
          read: (table, ...key) => {
            if (isDown && table.name === "admin") throw new Error("no bans today");
            return adapter.records.read(table, ...key);
          },
        },
      }),
    });
    const { browser, id } = await arrive(shop);
    isDown = true;
    expect((await browser.get("session")).status).toBe(503);
    isDown = false;
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id }, guest: true });
  });

  it("GG25 sessions of a guest that are ended are ended in every copy of the cookie", async () => {
    const shop = bannedWorld(strategy);
    await shop.signIn(shop.browser(), "ada");
    const { browser, id } = await arrive(shop);
    const other = await arrive(shop);
    const [copy, late] = [browser.copy(), browser.copy()];
    await shop.acts.endSessions(id);
    expect([await browser.session(), await copy.session()]).toEqual([null, null]);
    expect(await other.browser.session()).toMatchObject({ guest: true });
    // What they had isn't theirs any more, neither by signing in nor by signing up.
    await shop.signIn(copy, "ada");
    await shop.signIn(late, "lin");
    expect(shop.moved).toEqual([]);
    expect(await sessionOf(shop, late)).not.toMatchObject({ user: { id } });
    expect(await shop.userOf(id)).toMatchObject({ name: null, email: null });
    await browser.submit("callback/guest");
    expect(await sessionOf(shop, browser)).toMatchObject({ guest: true });
    expect(await sessionOf(shop, browser)).not.toMatchObject({ user: { id } });
    const told = shop.told.filter(({ userId }) => userId === id).map(({ type }) => type);
    expect(told).toEqual(["guest.began", "admin.sessions-ended"]);
  });

  it("GG26 a guest whose session ends while they sign up doesn't become the user", async () => {
    let during = async (): Promise<void> => undefined;
    const shop = bannedWorld(strategy, {
      change: (adapter) => ({
        ...adapter,
        // The guest has been found by now.
        getUserByAccount: async (key) => {
          await during();
          return adapter.getUserByAccount(key);
        },
      }),
    });
    const { browser, id } = await arrive(shop);
    during = () => shop.acts.endSessions(id);
    await shop.signIn(browser, "ada");
    expect(await shop.userOf(id)).toMatchObject({ name: null, email: null });
    expect(await sessionOf(shop, browser)).not.toMatchObject({ user: { id } });
  });

  it("GG27 an administrator is told if a guest's session can't be ended", async () => {
    let isDown = false;
    const shop = bannedWorld(strategy, {
      change: (adapter) => ({
        ...adapter,
        records: {
          ...adapter.records,
          write: (changes) => {
            if (isDown && changes.some(({ table }) => table.name === "guest")) {
              throw new Error("no guests today");
            }
            return adapter.records.write(changes);
          },
        },
      }),
    });
    const { browser, id } = await arrive(shop);
    isDown = true;
    await expect(shop.acts.endSessions(id)).rejects.toThrow();
    expect(shop.told.map(({ type }) => type)).not.toContain("admin.sessions-ended");
    isDown = false;
    expect(await browser.session()).toMatchObject({ guest: true });
    await shop.acts.endSessions(id);
    expect(await browser.session()).toBeNull();
  });

  it("GG28 the application ends a guest's session, too, but never as one of the others", async () => {
    const shop = guestWorld(strategy, { overrides: { plugins: [sessionRegistry()] } });
    const { browser, id } = await arrive(shop);
    const { sessions } = manage(shop.config);
    const except = new Request(browser.url("session"), {
      headers: { cookie: browser.cookieHeader("/") },
    });
    await sessions.endAll(id, { except });
    expect(await browser.session()).toMatchObject({ guest: true });
    await sessions.endAll(id);
    expect(await browser.session()).toBeNull();
  });
});
