import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { createStore } from "../config/adapter.js";
import { sessionsWorld } from "../../test/support/sessions-world.js";
import type { SessionRecord } from "../sessions/book.js";
import type { Keeper } from "../sessions/index.js";
import type { Adapter } from "../types/adapter.js";
import {
  endAll,
  endOne,
  lacking,
  listSessions,
  ownSession,
  type DevicesContext,
} from "./devices.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const record = (sid: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  ...{ sid, user: "hash of ada", authTime: 1, seen: 1, expires: 100 },
  ...more,
});

interface Options {
  readonly strategy?: "jwt" | "database";
  /** Null where nobody keeps track. */
  readonly keeper?: Partial<Pick<Keeper, "revocable" | "listed">> | null;
  readonly records?: readonly SessionRecord[];
  readonly change?: (adapter: Required<Adapter>) => Adapter;
}

/** Ada has the rows a, b and c, Grace has g. */
async function setUp({ strategy = "database", keeper = {}, records = [], change }: Options = {}) {
  const rows = createMemoryStore();
  const done: unknown[] = [];
  const tell = (...given: unknown[]) => Promise.resolve(void done.push(given));
  const adapter = MemoryAdapter(rows);
  for (const id of ["ada", "grace"]) {
    rows.users.set(id, { id, email: `${id}@example.org`, emailVerified: null });
  }
  const expires = new Date(Date.now() + 60_000);
  for (const sessionToken of ["a", "b", "c", "g"]) {
    const userId = sessionToken === "g" ? "grace" : "ada";
    await adapter.createSession({ sessionToken, userId, expires });
  }
  const store = createStore(change ? change(adapter) : adapter, { logger: silent, timeout: 1000 });
  // @ts-expect-error Nothing else of it is asked.
  const kept: Keeper = {
    revocable: true,
    listed: true,
    find: (sid: string) => Promise.resolve(records.find((one) => one.sid === sid)),
    list: () => Promise.resolve([...records]),
    isOf: (one: SessionRecord, userId: string) => Promise.resolve(one.user === `hash of ${userId}`),
    end: ({ sid }: { sid: string }) => tell("end", sid),
    endAll: (...given: unknown[]) => tell("endAll", ...given),
    ...keeper,
  };
  const { sessions } = sessionsWorld({ strategy });
  const context: DevicesContext = { store, sessions, keeper: keeper && kept };
  return { context, done, rows, tokens: () => [...rows.sessions.keys()] };
}

describe("the sessions of a user", () => {
  it("are listed, the one seen last first, then the one begun last", async () => {
    const records = [
      record("old", { seen: 1, authTime: 9 }),
      record("new", { seen: 3 }),
      record("later", { seen: 2, authTime: 5 }),
      record("earlier", { seen: 2, authTime: 4 }),
    ];
    const { context } = await setUp({ records });
    const sids = (await listSessions(context, "ada")).map(({ sid }) => sid);
    expect(sids).toEqual(["new", "later", "earlier", "old"]);
  });

  it("are listed where their rows are there still", async () => {
    const records = [record("1", { key: "a" }), record("2", { key: "gone" }), record("3")];
    const sids = async (options: Options, change: Partial<DevicesContext> = {}) => {
      const { context } = await setUp({ ...options, records });
      return (await listSessions({ ...context, ...change }, "ada")).map(({ sid }) => sid);
    };
    expect(await sids({})).toEqual(["1", "3"]);
    expect(await sids({ strategy: "jwt" })).toEqual(["1", "2", "3"]);
    expect(await sids({}, { store: null })).toEqual(["1", "2", "3"]);
  });

  it("are not listed where nobody notes them, which says what to set", async () => {
    for (const keeper of [null, { listed: false }]) {
      const { context } = await setUp({ keeper });
      await expect(listSessions(context, "ada")).rejects.toEqual(
        lacking("To list sessions", "session.listed"),
      );
    }
    expect(lacking("To list sessions", "session.listed")).toMatchObject({
      type: "InvalidConfiguration",
      message: "To list sessions, set `session.listed` in the configuration.",
    });
  });
});

describe("a session that is spared", () => {
  const current = { sid: "1", userId: "ada", authTime: 5, provider: undefined };

  it("is one's own, as it was read", () => {
    expect(ownSession({ ...current, epoch: "e1", key: "a" }, "ada")).toEqual({
      ...{ sid: "1", since: "e1", key: "a" },
    });
    expect(ownSession(current, "ada")).toEqual({ sid: "1", since: "", key: undefined });
  });

  it("is none of somebody else, or without an id", () => {
    expect(ownSession(current, "grace")).toBeUndefined();
    expect(ownSession({ ...current, userId: null }, "ada")).toBeUndefined();
    expect(ownSession({ ...current, sid: undefined }, "ada")).toBeUndefined();
    expect(ownSession(null, "ada")).toBeUndefined();
  });
});

describe("ending one session", () => {
  const records = [record("1", { key: "a" }), record("2")];

  it("ends it by its id, with its row", async () => {
    const { context, done, tokens } = await setUp({ records });
    expect(await endOne(context, "1", {})).toBe(true);
    expect(done).toEqual([["end", "1"]]);
    expect(tokens()).toEqual(["b", "c", "g"]);
    expect(await endOne(context, "2", { userId: "ada" })).toBe(true);
    expect(await endOne(context, "3", {})).toBe(false);
    expect(done.slice(1)).toEqual([
      ["end", "2"],
      ["end", "3"],
    ]);
    expect(tokens()).toEqual(["b", "c", "g"]);
  });

  it("of somebody else, or of nobody, changes nothing where it is to be a user's own", async () => {
    const { context, done, tokens } = await setUp({ records });
    expect(await endOne(context, "1", { userId: "grace" })).toBe(false);
    expect(await endOne(context, "3", { userId: "ada" })).toBe(false);
    expect([done, tokens()]).toEqual([[], ["a", "b", "c", "g"]]);
  });

  it("where none are noted ends whichever has the id, and whose it is can not be told", async () => {
    const { context, done } = await setUp({ records, keeper: { listed: false } });
    expect(await endOne(context, "1", {})).toBe(true);
    expect(await endOne(context, "1", { userId: "ada" })).toBe(false);
    expect(done).toEqual([["end", "1"]]);
  });

  it("needs something that can", async () => {
    const error = lacking("To end a session", "session.revocable");
    const refused = async (options: Options) => {
      const { context } = await setUp({ ...options, records });
      return endOne(context, "1", {});
    };
    await expect(refused({ keeper: null })).rejects.toEqual(error);
    await expect(refused({ keeper: { revocable: false, listed: false } })).rejects.toEqual(error);
    await expect(refused({ keeper: { revocable: false }, strategy: "jwt" })).rejects.toEqual(error);
    expect(await refused({ keeper: { revocable: false } })).toBe(true);
    expect(await refused({ strategy: "jwt" })).toBe(true);
  });
});

describe("ending all sessions of a user", () => {
  const records = [record("1", { key: "a" })];

  it("ends their rows and marks them, and nobody else's", async () => {
    const { context, done, tokens } = await setUp();
    await endAll(context, "ada", undefined);
    expect(done).toEqual([["endAll", "ada", undefined]]);
    expect(tokens()).toEqual(["g"]);
  });

  it("but one leaves its row, found by its record or as it was read", async () => {
    for (const except of [
      { sid: "1" },
      { sid: "9", key: "a" },
      { sid: "9", since: "e", key: "a" },
    ]) {
      const { context, done, tokens } = await setUp({ records });
      await endAll(context, "ada", except);
      expect(tokens().toSorted()).toEqual(["a", "g"]);
      const spared = "since" in except ? except : except.sid;
      expect(done).toEqual([["endAll", "ada", spared]]);
    }
  });

  it("but one of somebody else, or of which no row is known: marks alone end them", async () => {
    const others = [record("1", { key: "g", user: "hash of grace" })];
    for (const sid of ["1", "9"]) {
      const { context, done, tokens } = await setUp({ records: others });
      await endAll(context, "ada", { sid });
      expect(tokens()).toEqual(["a", "b", "c", "g"]);
      expect(done).toEqual([["endAll", "ada", sid]]);
    }
    const { context, tokens } = await setUp({ records: others, keeper: { revocable: false } });
    await endAll(context, "ada", { sid: "9" });
    expect(tokens()).toEqual(["g"]);
  });

  it("does not bring back one that is over, or was removed", async () => {
    for (const change of ["expire", "remove"] as const) {
      const { context, tokens, rows } = await setUp({ records });
      const row = rows.sessions.get("a");
      if (change === "remove") rows.sessions.delete("a");
      else if (row) rows.sessions.set("a", { ...row, expires: new Date(Date.now() - 1) });
      await endAll(context, "ada", { sid: "1" });
      expect(tokens()).toEqual(["g"]);
    }
  });

  it("in cookies marks them, and touches no rows", async () => {
    const { context, done, tokens } = await setUp({ strategy: "jwt" });
    await endAll(context, "ada", undefined);
    expect(done).toEqual([["endAll", "ada", undefined]]);
    expect(tokens()).toEqual(["a", "b", "c", "g"]);
  });

  it("in rows that nobody keeps track of removes them, and can spare none", async () => {
    const { context, tokens } = await setUp({ keeper: null });
    await expect(endAll(context, "ada", { sid: "1", key: "a" })).rejects.toEqual(
      lacking("To end sessions", "session.revocable"),
    );
    expect(tokens()).toHaveLength(4);
    await endAll(context, "ada", undefined);
    expect(tokens()).toEqual(["g"]);
    const unlisted = await setUp({ keeper: { revocable: false, listed: false } });
    await expect(endAll(unlisted.context, "ada", { sid: "1" })).rejects.toThrow("To end sessions");
  });

  it("in cookies that nobody can end is refused", async () => {
    for (const keeper of [null, { revocable: false }]) {
      const { context, done } = await setUp({ keeper, strategy: "jwt" });
      await expect(endAll(context, "ada", undefined)).rejects.toThrow("To end sessions");
      expect(done).toEqual([]);
    }
    const unstored = await setUp({ keeper: null });
    const context = { ...unstored.context, store: null };
    await expect(endAll(context, "ada", undefined)).rejects.toThrow("To end sessions");
  });

  it("marks them alone where the adapter can not remove the rows of a user", async () => {
    const change = ({ deleteSessionsByUserId: _, ...adapter }: Required<Adapter>) => adapter;
    const { context, done, tokens } = await setUp({ change });
    await endAll(context, "ada", undefined);
    expect([done.length, tokens().length]).toEqual([1, 4]);
    const unmarked = await setUp({ change, keeper: null });
    await expect(endAll(unmarked.context, "ada", undefined)).rejects.toThrow(
      "deleteSessionsByUserId",
    );
  });

  it("marks them alone where one is spared and there are no transactions", async () => {
    const change = ({ transaction: _, ...adapter }: Required<Adapter>) => adapter;
    const { context, done, tokens } = await setUp({ change, records });
    await endAll(context, "ada", { sid: "1" });
    expect([done.length, tokens().length]).toEqual([1, 4]);
    await endAll(context, "ada", undefined);
    expect(tokens()).toEqual(["g"]);
  });

  it("is tried once more where the store takes nothing of it, and not again", async () => {
    let refusals = 1;
    const change = (adapter: Required<Adapter>): Adapter => ({
      ...adapter,
      transaction: (work) => {
        refusals -= 1;
        return refusals >= 0 ? Promise.reject(new Error("conflict")) : adapter.transaction(work);
      },
    });
    const { context, tokens } = await setUp({ change, records });
    await endAll(context, "ada", { sid: "1" });
    expect(tokens().toSorted()).toEqual(["a", "g"]);
    refusals = 2;
    await expect(endAll(context, "ada", { sid: "1" })).rejects.toThrow("conflict");
    expect(refusals).toBe(0);
  });
});
