import type { Adapter, AdapterUser } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { ada, storedUser } from "./config.js";

export type Kind = (id: string) => number | bigint;

/** What a strict ORM does: ids are numbers, and a text in their place is an error. */
export function numbered(kind: Kind) {
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
    createAuthenticator: async (passkey) => {
      strict("userId", passkey);
      return out(await inner.createAuthenticator(texts(passkey)));
    },
    getAuthenticator: async (id) => out(await inner.getAuthenticator(id)),
    listAuthenticatorsByUserId: async (id) => out(await inner.listAuthenticatorsByUserId(id)),
    getSessionAndUser: async (token) => out(await inner.getSessionAndUser(token)),
  };
  return { adapter, store };
}
