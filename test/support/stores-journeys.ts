import type { Adapter } from "latchkey/adapters";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { location, sessionCookiesSet, type Browser } from "./client.js";
import { day } from "./clock.js";
import { strategies, type Strategy } from "./config.js";
import { open, storeApp, viaProvider, whoIs, type App } from "./stores-app.js";

export interface JourneyOptions {
  /** How many simultaneous requests there are in a race. */
  readonly uses?: number;
  readonly firstSignIns?: number;
  /** Each request of a race comes to a process of its own; a store without unique keys can't. */
  readonly manyProcesses?: boolean;
}

const home = "https://app.test";

function someone(): { sub: string; email: string; name: string } {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@example.org`, name: "Pat" };
}

/** Declares the journeys that every store carries, with both ways to keep sessions. */
export function storageJourneys(adapter: () => Adapter, options: JourneyOptions = {}): void {
  // Only the date: databases and drivers need their timers.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  describe.each(strategies)("sessions by %s", (strategy) => {
    const app = (more: object = {}) =>
      storeApp(adapter(), { session: { strategy, maxAge: 30 * day, updateAge: day, ...more } });

    it("[DBS-1] an e-mail link signs in, once; the address is verified then", async () => {
      const shop = app();
      const { email } = someone();
      const ours = shop.browser();
      const link = await shop.ask(ours, email);
      expect(await whoIs(ours)).toBeUndefined();
      expect(location(await open(ours, link))).toMatch(/^https:\/\/app\.test\/?$/);
      const user = await adapter().getUserByEmail?.(email);
      expect(await whoIs(ours)).toBe(String(user?.id));
      expect(user?.emailVerified).toBeInstanceOf(Date);
      expect(shop.events).toEqual({ created: [String(user?.id)], linked: ["email"] });
      expect(sessionCookiesSet(await open(shop.elsewhere(), link))).toEqual([]);
    });

    it("[DBS-1] a link that has expired signs nobody in", async () => {
      const shop = app();
      const ours = shop.browser();
      const link = await shop.ask(ours, someone().email);
      pass(15 * 60 + 1);
      const answer = await open(ours, link);
      expect(location(answer)).toBe(`${home}/auth/error?error=Verification`);
      expect(ours.sessionCookies()).toEqual([]);
    });

    it("[SVC-3] a provider: first sign-in, second sign-in, and another account linked", async () => {
      const shop = app();
      const pat = someone();
      const ours = shop.browser();
      expect(location(await viaProvider(ours, "hub", pat))).toBe(home);
      const id = await whoIs(ours);
      expect(id).toBeDefined();
      expect(location(await viaProvider(ours, "lab", { sub: `lab ${pat.sub}` }))).toBe(home);
      expect(await whoIs(ours)).toBe(id);
      expect(shop.events).toEqual({ created: [id], linked: ["hub", "lab"] });
      for (const [provider, sub] of [
        ["hub", pat.sub],
        ["lab", `lab ${pat.sub}`],
      ] as const) {
        const later = shop.elsewhere();
        await viaProvider(later, provider, { sub });
        expect(await whoIs(later)).toBe(id);
      }
      expect(shop.events.created).toHaveLength(1);
    });

    it("[SVC-3] an address that a user has is not taken over by a provider", async () => {
      const shop = app();
      const pat = someone();
      await open(shop.browser(), await shop.ask(shop.browser(), pat.email));
      const stranger = shop.browser();
      const answer = await viaProvider(stranger, "hub", pat);
      expect(location(answer)).toBe(`${home}/auth/signin?error=OAuthAccountNotLinked`);
      expect(await whoIs(stranger)).toBeUndefined();
    });

    it("[DBS-1] a session is extended when due, and over when nobody came", async () => {
      const shop = app();
      const ours = shop.browser();
      await viaProvider(ours, "hub", someone());
      for (const wait of [0.5, 29, 29.5]) {
        pass(wait * day);
        expect(await whoIs(ours)).toBeDefined();
      }
      const copy = ours.copy();
      // Tokens are accepted for some seconds longer, since clocks differ.
      pass(30 * day + 16);
      expect(await whoIs(copy)).toBeUndefined();
      expect(copy.sessionCookies()).toEqual([]);
    });

    it("[DBS-1] signing out ends the session here; with rows of the store, everywhere", async () => {
      const shop = app();
      const ours = shop.browser();
      await viaProvider(ours, "hub", someone());
      const copy = ours.copy();
      await ours.signOut();
      expect(ours.sessionCookies()).toEqual([]);
      expect(await whoIs(ours)).toBeUndefined();
      // The process that ended a token remembers it for as long as a request may last.
      expect(await whoIs(copy)).toBeUndefined();
    });

    it("signing in again replaces the session that the browser had", async () => {
      const shop = app();
      const [ours, pat] = [shop.browser(), someone()];
      await viaProvider(ours, "hub", pat);
      const [copy, before] = [ours.copy(), ours.sessionToken()];
      await viaProvider(ours, "hub", pat);
      expect(ours.sessionToken()).not.toBe(before);
      expect(await whoIs(copy)).toEqual(strategy === "jwt" ? expect.any(String) : undefined);
      expect(await whoIs(ours)).toBeDefined();
    });
  });

  describe("at once", () => {
    races(adapter, options, "database");
  });
}

function races(adapter: () => Adapter, options: JourneyOptions, strategy: Strategy): void {
  const { uses = 50, firstSignIns = 20, manyProcesses = true } = options;
  const app = () => storeApp(adapter(), { session: { strategy } });
  const newBrowser = (shop: App) => (manyProcesses ? shop.elsewhere() : shop.browser());
  const crowd = (shop: App, size: number) => Array.from({ length: size }, () => newBrowser(shop));
  const kind = manyProcesses ? "each in a process of its own" : "in one process";

  it(`P04 ${uses} uses of one e-mail link, ${kind}: exactly one signs in`, async () => {
    const shop = app();
    const link = await shop.ask(shop.browser(), someone().email);
    const answers = await Promise.all(crowd(shop, uses).map((one) => open(one, link)));
    expect(answers.filter((answer) => sessionCookiesSet(answer).length > 0)).toHaveLength(1);
    expect(shop.events.created).toHaveLength(1);
  });

  it(`P04 ${firstSignIns} first sign-ins of one account, ${kind}: one user, one account`, async () => {
    const shop = app();
    const pat = someone();
    const all = crowd(shop, firstSignIns);
    await Promise.all(all.map((one) => viaProvider(one, "hub", pat)));
    const ids = await Promise.all(all.map((one) => whoIs(one)));
    expect(shop.log.entries.filter(({ level }) => level === "error")).toEqual([]);
    const user = await adapter().getUserByEmail?.(pat.email);
    expect(new Set(ids)).toEqual(new Set([String(user?.id)]));
    expect(shop.events).toEqual({ created: [String(user?.id)], linked: ["hub"] });
  });

  it(`P05 first sign-ins with one address at two providers, ${kind}: one user, or not linked`, async () => {
    const shop = app();
    const pat = someone();
    const tries = (["hub", "lab", "hub", "lab"] as const).map(async (provider) => {
      const browser = newBrowser(shop);
      return { browser, answer: await viaProvider(browser, provider, pat) };
    });
    const ends = await Promise.all(tries);
    const targets = new Set(ends.map(({ answer }) => location(answer)));
    expect(targets).toEqual(new Set([home, `${home}/auth/signin?error=OAuthAccountNotLinked`]));
    const ids = await Promise.all(ends.map(({ browser }) => whoIs(browser)));
    expect(new Set(ids.filter((id) => id !== undefined)).size).toBe(1);
    expect(shop.events.created).toHaveLength(1);
  });

  it(`J05 reads of a session that is due, ${kind}: it goes on for all`, async () => {
    const shop = storeApp(adapter(), { session: { strategy, updateAge: 0 } });
    const ours = shop.browser();
    await viaProvider(ours, "hub", someone());
    const readers = Array.from({ length: 10 }, () => copyOf(ours, newBrowser(shop)));
    const ids = await Promise.all(readers.map((one) => whoIs(one)));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeDefined();
  });
}

function copyOf(from: Browser, to: Browser): Browser {
  for (const name of from.cookieNames()) to.plant(name, from.cookie(name) ?? "");
  return to;
}
