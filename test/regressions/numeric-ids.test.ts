import type { Adapter, AdapterUser } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { twoFactor } from "latchkey/plugins/two-factor";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, ada, storedUser, strategies, world } from "../support/config.js";
import { askPage, codeOf, nextCodeOf, program, withPhone } from "../support/second-step-world.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

type Kind = (id: string) => number | bigint;

/** What a strict ORM does: ids are numbers, and a text in their place is an error. */
function numbered(kind: Kind) {
  const store = createMemoryStore();
  store.users.set(ada.id, storedUser(ada));
  store.emails.set(ada.email, ada.id);
  const { transaction: _, ...inner } = MemoryAdapter(store);
  const out = <T>(row: T): T => {
    if (Array.isArray(row)) return Object.assign(row, row.map(out));
    if (typeof row !== "object" || row === null || row instanceof Date) return row;
    const copy = { ...row };
    for (const name of ["id", "userId"]) {
      const value: unknown = Reflect.get(copy, name);
      if (typeof value === "string" && /^\d+$/.test(value)) Reflect.set(copy, name, kind(value));
    }
    for (const name of ["user", "session"]) {
      if (name in copy) Reflect.set(copy, name, out(Reflect.get(copy, name)));
    }
    return copy;
  };
  const strict = (name: string, given: object): void => {
    const id: unknown = Reflect.get(given, name);
    if (typeof id === "string") throw new TypeError(`Expected a number, and ${name} is a text`);
  };
  const texts = <T extends object>(given: T): T => {
    const copy = { ...given };
    for (const name of ["id", "userId"]) {
      if (name in copy) Reflect.set(copy, name, String(Reflect.get(copy, name)));
    }
    return copy;
  };
  let last = 1;
  const adapter: Adapter = {
    ...inner,
    createUser: (user) => {
      const made: AdapterUser = { ...user, id: String(++last) };
      store.users.set(made.id, made);
      if (made.email) store.emails.set(made.email, made.id);
      return out(made);
    },
    getUser: async (id) => out(await inner.getUser(id)),
    getUserByEmail: async (email) => out(await inner.getUserByEmail(email)),
    getUserByAccount: async (key) => out(await inner.getUserByAccount(key)),
    updateUser: async (user) => {
      strict("id", user);
      return out(await inner.updateUser(texts(user)));
    },
    linkAccount: async (account) => {
      strict("userId", account);
      await inner.linkAccount(texts(account));
    },
    createSession: async (session) => {
      strict("userId", session);
      return out(await inner.createSession(texts(session)));
    },
    getSessionAndUser: async (token) => out(await inner.getSessionAndUser(token)),
  };
  return { adapter, store };
}

const kinds: readonly (readonly [string, Kind])[] = [
  ["numbers", Number],
  ["bigints", BigInt],
];

describe.each(kinds)("a store whose ids are %s", (_, kind) => {
  it.each(strategies)("signs people in with both factors, strategy %s", async (strategy) => {
    const { adapter } = numbered(kind);
    const app = world(strategy, { adapter, session: { strategy }, plugins: [twoFactor()] });
    const { secret } = await withPhone(app);
    const other = app.browser();
    expect(location(await other.signIn(adasForm))).toBe(askPage);
    await other.submit("second-step", { code: nextCodeOf(secret) }, program);
    expect(await other.session()).toMatchObject({ user: { email: ada.email } });
    expect(codeOf(secret)).toMatch(/^\d{6}$/);
  });

  it.each(strategies)("gives the application texts, strategy %s", async (strategy) => {
    const rogue = await RogueProvider.start();
    const { adapter, store } = numbered(kind);
    const seen: unknown[] = [];
    const app = world(strategy, {
      adapter,
      session: { strategy },
      providers: [oidc(rogue)],
      events: {
        createUser: ({ user }) => void seen.push(user.id),
        linkAccount: ({ user, account }) => void seen.push(user.id, account.userId),
        signIn: ({ user }) => void seen.push(user.id),
      },
    });
    const ours = app.browser();
    await signIn(ours, rogue);
    await rogue.stop();
    expect(await ours.session()).toMatchObject({ user: { email: "pat@example.org" } });
    expect(seen).toEqual(["2", "2", "2", "2"]);
    expect(store.users.has("2")).toBe(true);
  });
});

it("an id that is blank is refused", async () => {
  const { adapter, store } = numbered(Number);
  const blank = { ...storedUser(ada), id: " " };
  store.users.set(" ", blank);
  const { browser, log } = world("database", {
    adapter: { ...adapter, getUser: () => blank, getSessionAndUser: () => null },
  });
  await browser().signIn(adasForm);
  expect(log.codes("error")).toContain("AdapterError");
});
