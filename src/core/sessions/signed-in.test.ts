import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { sessionsWorld } from "../../../test/support/sessions-world.js";
import { createStore } from "../config/adapter.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import type { SessionContext } from "./contract.js";
import type { Sessions } from "./index.js";
import { idInSession, signedInAs, whoIsHere } from "./signed-in.js";

const ada = { id: "1", email: "ada@example.org", emailVerified: null };
const cookies = cookieSet(true, {});
const { name } = cookies.session;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

/** A browser with a session of this id, whoever that is. */
function setUp(id: string | null, change: Partial<Sessions> = {}) {
  const rows = createMemoryStore();
  rows.users.set("1", ada);
  let looks = 0;
  const adapter = MemoryAdapter(rows);
  const getUser = (one: string) => {
    looks += 1;
    return adapter.getUser(one);
  };
  const store = createStore({ ...adapter, getUser }, { logger: silent, timeout: 1000 });
  const jar = new CookieJar(`${name}=x`);
  const asked: SessionContext[] = [];
  const current = (context: SessionContext) => {
    asked.push(context);
    return Promise.resolve(id);
  };
  const sessions = { ...sessionsWorld({}).sessions, current, ...change };
  const context = { jar, cookies, now: 5, sessions, store };
  return { context, store, jar, asked, looks: () => looks };
}

describe("who is here", () => {
  it("is the user whom the session names", async () => {
    const { context, store, jar, asked } = setUp("1");
    expect(await whoIsHere(context, store)).toEqual({ user: ada, gone: null });
    expect(await signedInAs(context)).toBe("1");
    expect(asked[0]).toEqual({ jar, cookie: cookies.session, now: 5 });
    expect(jar.changes()).toEqual([]);
  });

  it("is nobody without a session, and the store is not asked", async () => {
    const { context, store, jar, looks } = setUp(null);
    expect(await whoIsHere(context, store)).toEqual({ user: null, gone: null });
    expect(await signedInAs(context)).toBeNull();
    expect(looks()).toBe(0);
    expect(jar.changes()).toEqual([]);
  });

  it("is nobody where the store has them no more, and the session is forgotten", async () => {
    const { context, store, jar } = setUp("gone");
    expect(await whoIsHere(context, store)).toEqual({ user: null, gone: "gone" });
    expect(jar.changes()).toMatchObject([{ name, value: "" }]);
    expect(await signedInAs(context)).toBeNull();
  });

  it("is who was looked up together with the session, where that is done", async () => {
    const seen: unknown[] = [];
    const currentUser: Sessions["currentUser"] = (context) => {
      seen.push(context);
      return Promise.resolve(ada);
    };
    const { context, store, jar, looks } = setUp("gone", { currentUser, ofStoredUsers: true });
    expect(await whoIsHere(context, store)).toEqual({ user: ada, gone: null });
    expect(seen).toEqual([{ jar, cookie: cookies.session, now: 5 }]);
    expect(looks()).toBe(0);
  });

  it("is taken from the session where only stored users have one, or nobody is stored", async () => {
    const stored = setUp("gone", { ofStoredUsers: true });
    expect(await signedInAs(stored.context)).toBe("gone");
    expect(await whoIsHere(stored.context, stored.store)).toEqual({ user: null, gone: null });
    expect(stored.jar.changes()).toEqual([]);
    const unstored = setUp("gone");
    expect(await signedInAs({ ...unstored.context, store: null })).toBe("gone");
    expect(unstored.looks()).toBe(0);
    expect(await idInSession(unstored.context)).toBe("gone");
  });
});
