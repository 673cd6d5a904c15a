import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { day } from "../support/clock.js";
import { everyStore } from "../support/stores.js";
import { open, storeApp, viaProvider, whoIs } from "../support/stores-app.js";
import { outageJourneys } from "../support/stores-outages.js";
import { faults, faulty, type Control } from "../support/stores-faults.js";

const pat = { sub: "pat-1", email: "pat@example.org", name: "Pat" };
const home = "https://app.test";
const errorPage = `${home}/auth/error?error=Configuration`;
const failing = faults.filter(({ answers }) => !answers);

function broken(method: string, fault = failing[0]): Control {
  return { method, fault, calls: new Set() };
}

/** A memory store without transactions, and what is in it. */
function plainStore() {
  const store = createMemoryStore();
  const { transaction: _, ...adapter } = MemoryAdapter(store);
  return { store, adapter };
}

// A store without transactions: what was written is taken back step by step.
const redis = (await everyStore()).find(({ name }) => name === "Redis");
const onRedis = redis?.skip === false ? await redis.open() : undefined;

describe.skipIf(!onRedis)("P02 Redis, which has no transactions", () => {
  outageJourneys(() => onRedis?.adapter ?? {});
});

describe("P02 a user that can't be taken back", () => {
  it("is named in the log, and the person can still sign in by e-mail", async () => {
    const { adapter, store } = plainStore();
    const shop = storeApp({
      ...adapter,
      linkAccount: (): Promise<void> => Promise.reject(new Error("connection lost")),
      deleteUser: (): Promise<void> => Promise.reject(new Error("connection lost")),
    });
    await viaProvider(shop.browser(), "hub", pat);
    const [id] = store.users.keys();
    const messages = shop.log.errors("AdapterError").map(({ message }) => message);
    expect(messages.join("\n")).toContain(`User ${String(id)} was created without an account`);
    const mended = storeApp(adapter);
    const ours = mended.browser();
    await open(ours, await mended.ask(ours, pat.email));
    expect(await whoIs(ours)).toBe(id);
    expect([...store.accounts.values()].map(({ userId }) => userId)).toEqual([id]);
  });
});

describe("P03 the session can't be created", () => {
  it("the user is there with the account, and a second attempt signs in", async () => {
    const { adapter, store } = plainStore();
    const control = broken("createSession");
    const shop = storeApp(faulty(adapter, control));
    const ours = shop.browser();
    expect(location(await viaProvider(ours, "hub", pat))).toBe(errorPage);
    expect([store.users.size, store.accounts.size, store.sessions.size]).toEqual([1, 1, 0]);
    control.fault = undefined;
    await viaProvider(ours, "hub", pat);
    expect([store.users.size, store.accounts.size, store.sessions.size]).toEqual([1, 1, 1]);
    expect(shop.events.created).toHaveLength(1);
  });
});

describe("P04 another process signs the same person in", () => {
  /** Does something in between, once. */
  function interrupted(adapter: Adapter, method: keyof Adapter, meanwhile: () => Promise<unknown>) {
    let due = true;
    return new Proxy(adapter, {
      get(target, key) {
        const real: unknown = Reflect.get(target, key);
        if (key !== method || typeof real !== "function") return real;
        return async (...args: unknown[]): Promise<unknown> => {
          const answer: unknown = await Reflect.apply(real, target, args);
          if (due) {
            due = false;
            await meanwhile();
          }
          return answer;
        };
      },
    });
  }

  it.each(["getUserByEmail", "getUserByAccount"] as const)(
    "right after %s: both are signed in as one user",
    async (method) => {
      const store = createMemoryStore();
      const adapter = MemoryAdapter(store);
      // Those who share a secret in one process wait for each other.
      const faster = storeApp(adapter, { secret: `of another process: ${crypto.randomUUID()}` });
      const winner = faster.browser();
      const slower = storeApp(interrupted(adapter, method, () => viaProvider(winner, "hub", pat)));
      const loser = slower.browser();
      expect(location(await viaProvider(loser, "hub", pat))).toBe(home);
      expect(await whoIs(loser)).toBe(await whoIs(winner));
      expect([store.users.size, store.accounts.size]).toEqual([1, 1]);
    },
  );

  it("without transactions, and is between user and account: the second waits for it", async () => {
    const { adapter, store } = plainStore();
    const slow: Adapter = {
      ...adapter,
      async linkAccount(account) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        await adapter.linkAccount(account);
      },
    };
    const [first, second] = [storeApp(slow).browser(), storeApp(slow).browser()];
    const started = viaProvider(first, "hub", pat);
    while (store.users.size === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(location(await viaProvider(second, "hub", pat))).toBe(home);
    await started;
    expect(await whoIs(second)).toBe(await whoIs(first));
    expect([store.users.size, store.accounts.size]).toEqual([1, 1]);
  });

  it("by e-mail, and links the account of the user that is just being made: nobody is undone", async () => {
    const { adapter, store } = plainStore();
    const slow: Adapter = {
      ...adapter,
      async linkAccount(account) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await adapter.linkAccount(account);
      },
    };
    const apps = [storeApp(slow), storeApp(adapter)] as const;
    const [first, second] = [apps[0].browser(), apps[1].browser()];
    const links = [await apps[0].ask(first, pat.email), await apps[1].ask(second, pat.email)];
    const started = open(first, links[0] ?? "");
    while (store.users.size === 0) await new Promise((resolve) => setImmediate(resolve));
    await open(second, links[1] ?? "");
    await started;
    expect(await whoIs(first)).toBeDefined();
    expect(await whoIs(second)).toBe(await whoIs(first));
    expect([store.users.size, store.accounts.size]).toEqual([1, 1]);
  });
});

describe("P06 the token can't be stored", () => {
  it.each(failing.map((fault) => [fault.name, fault] as const))(
    "createVerificationToken %s: no mail is sent",
    async (_, fault) => {
      const control = broken("createVerificationToken", fault);
      const shop = storeApp(faulty(MemoryAdapter(), control), { timeout: 30 });
      const answer = await shop.browser().submit("signin/email", { email: pat.email });
      expect(location(answer)).toBe(errorPage);
      expect(shop.links.size).toBe(0);
    },
  );
});

describe("P07 the session can't be extended", () => {
  it("it stays valid until its old expiry, and the log says so once", async () => {
    const store = createMemoryStore();
    const control = broken("updateSession");
    const shop = storeApp(faulty(MemoryAdapter(store), control), {
      session: { strategy: "database", maxAge: 30 * day, updateAge: 0 },
    });
    const ours = shop.browser();
    await viaProvider(ours, "hub", pat);
    const expiries = () => [...store.sessions.values()].map(({ expires }) => expires.getTime());
    const before = expiries();
    const response = await ours.get("session");
    expect(await response.json()).toMatchObject({
      expires: new Date(before[0] ?? 0).toISOString(),
    });
    expect(expiries()).toEqual(before);
    expect(shop.log.codes("error")).toEqual(["SessionTokenError"]);
    expect(ours.sessionCookies()).toHaveLength(1);
  });
});

describe("P09 the session can't be removed at sign-out", () => {
  it("the cookie is cleared, the answer tells of the failure, and the log too", async () => {
    const control = broken("deleteSession");
    const shop = storeApp(faulty(MemoryAdapter(), control));
    const ours = shop.browser();
    await viaProvider(ours, "hub", pat);
    const answer = await ours.signOut();
    expect(location(answer)).toContain("error=");
    expect(ours.sessionCookies()).toEqual([]);
    expect(shop.log.codes("error")).toEqual(["SignOutError"]);
  });
});

describe("P10 events", () => {
  it.each(failing.slice(0, 4).map((fault) => [fault.name, fault] as const))(
    "that do not end well (%s) change nothing",
    async (_, fault) => {
      const handler = () => void 0;
      const odd = (): Promise<void> => Promise.resolve(fault.apply(handler)).then(handler);
      const shop = storeApp(MemoryAdapter(), {
        timeout: 500,
        events: {
          signIn: odd,
          createUser: odd,
          linkAccount: odd,
          session: odd,
          signOut: odd,
          updateUser: odd,
        },
      });
      const ours = shop.browser();
      await viaProvider(ours, "hub", pat);
      expect(await whoIs(ours)).toBeDefined();
      await ours.signOut();
      expect(await whoIs(ours)).toBeUndefined();
      expect(new Set(shop.log.codes("error"))).toEqual(new Set(["EventError"]));
    },
  );
});

describe("P11 rows", () => {
  class Row {
    readonly #row: object;
    constructor(row: object) {
      this.#row = row;
      for (const key of Object.keys(row)) {
        Object.defineProperty(this, key, {
          enumerable: true,
          get: (): unknown => Reflect.get(this.#row, key),
        });
      }
    }
  }
  const asRow = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
      key,
      asRow(member),
    ]);
    const members: object = Object.fromEntries(entries);
    return Object.freeze(new Row({ ...members, rowVersion: 7 }));
  };
  const odd = {
    name: "as frozen objects of a class with getters, and more members than asked for",
    answers: true,
    apply: async (work: () => unknown) => asRow(await work()),
  };

  it(`are taken ${odd.name}`, async () => {
    const control: Control = { method: undefined, fault: odd, calls: new Set() };
    const adapter = faulty(MemoryAdapter(), control);
    const all = new Proxy(adapter, {
      get(target, key): unknown {
        control.method = key === "transaction" ? undefined : String(key);
        return Reflect.get(target, key);
      },
    });
    const shop = storeApp(all, { session: { strategy: "database", updateAge: 0 } });
    const [hub, mail] = [shop.browser(), shop.browser()];
    await viaProvider(hub, "hub", { ...pat, email: "hub@example.org" });
    await viaProvider(hub, "lab", { sub: "lab-1" });
    await open(mail, await shop.ask(mail, pat.email));
    expect(await whoIs(hub)).toBeDefined();
    expect(await whoIs(mail)).toBeDefined();
    await hub.signOut();
    expect(await whoIs(hub)).toBeUndefined();
    expect(shop.log.codes("error")).toEqual([]);
  });

  it("without an address, as null or not at all, are users like others", async () => {
    const adapter = MemoryAdapter();
    const shop = storeApp(adapter);
    const [first, second] = [shop.browser(), shop.browser()];
    await viaProvider(first, "hub", { sub: "nameless-1" });
    await viaProvider(second, "hub", { sub: "nameless-2" });
    const ids = [await whoIs(first), await whoIs(second)];
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  });
});

describe("P01 the function that makes the adapter", () => {
  it.each(failing.slice(0, 4).map((fault) => [fault.name, fault] as const))(
    "%s: an error page, and the next request asks it again",
    async (_, fault) => {
      const store = createMemoryStore();
      let well = false;
      const make = async (): Promise<Adapter> => {
        if (!well) await fault.apply(() => undefined);
        return MemoryAdapter(store);
      };
      const shop = storeApp(make, { timeout: 500 });
      // Whoever has no session needs no store.
      const known = shop.browser();
      known.plant("__Secure-authjs.session-token", crypto.randomUUID());
      const broke = await known.get("session");
      expect(broke.status).toBeGreaterThanOrEqual(500);
      well = true;
      const ours = shop.browser();
      await viaProvider(ours, "hub", pat);
      expect(await whoIs(ours)).toBeDefined();
    },
  );
});
