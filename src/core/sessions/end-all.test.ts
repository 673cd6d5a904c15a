import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import type { Adapter } from "../../types/adapter.js";
import type { SessionRecord, SessionRegistry } from "../../types/session-hooks.js";
import { createStore } from "../config/adapter.js";
import { endSessions, type EndingParts } from "./end-all.js";
import type { FoldedHooks } from "./hooks.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const record = (sid: string, key: string): SessionRecord => ({
  ...{ sid, key, user: "hash of ada", authTime: 1, seen: 1, expires: 100 },
});

interface Options {
  readonly strategy?: "jwt" | "database";
  /** Whether a plugin can end sessions. */
  readonly hooked?: boolean;
  readonly change?: (adapter: Required<Adapter>) => Adapter;
}

/** Ada has the rows a, b and c, Grace has g. The session 1 of Ada is the row a. */
async function setUp({ strategy = "database", hooked = true, change }: Options = {}) {
  const rows = createMemoryStore();
  const done: unknown[] = [];
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
  const hooks: FoldedHooks = {
    endAll: (...given: unknown[]) => {
      done.push(given);
      return Promise.resolve(true);
    },
  };
  // @ts-expect-error Nothing else of it is asked.
  const registry: SessionRegistry = {
    find: (sid: string, userId: string) =>
      Promise.resolve(sid === "1" && userId === "ada" ? record("1", "a") : undefined),
  };
  const parts: EndingParts = {
    store,
    sessions: { ofStoredUsers: strategy === "database" },
    hooks: hooked ? hooks : null,
    registry: hooked ? registry : null,
  };
  return { parts, done, rows, tokens: () => [...rows.sessions.keys()] };
}

/** An adapter that can't spare one session by itself. */
const older = ({ deleteOtherSessions: _, ...adapter }: Required<Adapter>): Adapter => adapter;

describe("ending the sessions of a user", () => {
  it("ends their rows, and what plugins know, and nobody else's", async () => {
    const { parts, done, tokens } = await setUp();
    expect(await endSessions(parts, "ada")).toBe(true);
    expect(done).toEqual([["ada", {}]]);
    expect(tokens()).toEqual(["g"]);
  });

  it("but one leaves its row, found by its record or as it was read", async () => {
    for (const except of [{ sid: "1" }, { sid: "9", key: "a" }, { key: "a" }]) {
      const { parts, done, tokens } = await setUp();
      expect(await endSessions(parts, "ada", { except })).toBe(true);
      expect(tokens().toSorted()).toEqual(["a", "g"]);
      expect(done).toEqual([["ada", { except }]]);
    }
  });

  it("but one of which no row is known leaves the rows: plugins refuse the others", async () => {
    const { parts, tokens } = await setUp();
    expect(await endSessions(parts, "ada", { except: { sid: "9" } })).toBe(true);
    expect(tokens()).toEqual(["a", "b", "c", "g"]);
    const alone = await setUp({ hooked: false });
    expect(await endSessions(alone.parts, "ada", { except: { sid: "9" } })).toBe(false);
    expect(alone.tokens()).toHaveLength(4);
  });

  it("that one provider started leaves the rows to the plugin, and ends all without one", async () => {
    const which = { startedWith: "idp", except: { key: "a" } };
    const { parts, done, tokens } = await setUp();
    expect(await endSessions(parts, "ada", which)).toBe(true);
    expect([done, tokens().length]).toEqual([[["ada", which]], 4]);
    const alone = await setUp({ hooked: false });
    expect(await endSessions(alone.parts, "ada", which)).toBe(true);
    expect(alone.tokens().toSorted()).toEqual(["a", "g"]);
  });

  it("does not bring back one that is over, or was removed", async () => {
    for (const before of ["expire", "remove"] as const) {
      const { parts, tokens, rows } = await setUp({ change: older });
      const row = rows.sessions.get("a");
      if (before === "remove") rows.sessions.delete("a");
      else if (row) rows.sessions.set("a", { ...row, expires: new Date(Date.now() - 1) });
      await endSessions(parts, "ada", { except: { sid: "1" } });
      expect(tokens()).toEqual(["g"]);
    }
  });

  it("but one is one step of the adapter, which restores nothing", async () => {
    const change = (adapter: Required<Adapter>): Adapter => ({
      ...adapter,
      createSession: () => Promise.reject(new Error("None is restored.")),
      transaction: () => Promise.reject(new Error("None is needed.")),
    });
    const { parts, tokens } = await setUp({ change });
    expect(await endSessions(parts, "ada", { except: { sid: "1" } })).toBe(true);
    expect(tokens().toSorted()).toEqual(["a", "g"]);
  });

  it("in cookies is up to plugins, and touches no rows", async () => {
    const { parts, tokens } = await setUp({ strategy: "jwt" });
    expect(await endSessions(parts, "ada")).toBe(true);
    const alone = await setUp({ strategy: "jwt", hooked: false });
    expect(await endSessions(alone.parts, "ada")).toBe(false);
    expect([tokens().length, alone.tokens().length]).toEqual([4, 4]);
  });

  it("in rows without any plugin removes them, and spares one that is known", async () => {
    const { parts, tokens } = await setUp({ hooked: false });
    expect(await endSessions(parts, "ada", { except: { key: "a" } })).toBe(true);
    expect(tokens().toSorted()).toEqual(["a", "g"]);
    expect(await endSessions(parts, "ada")).toBe(true);
    expect(tokens()).toEqual(["g"]);
  });

  it("is up to plugins where the adapter can't remove the rows of a user", async () => {
    const change = ({ deleteSessionsByUserId: _, ...adapter }: Required<Adapter>) => adapter;
    const { parts, tokens } = await setUp({ change });
    expect(await endSessions(parts, "ada")).toBe(true);
    const alone = await setUp({ change, hooked: false });
    expect(await endSessions(alone.parts, "ada")).toBe(false);
    expect([tokens().length, alone.tokens().length]).toEqual([4, 4]);
  });

  it("is up to plugins where one is spared and there are no transactions", async () => {
    const change = ({
      transaction: _,
      deleteOtherSessions: _others,
      ...adapter
    }: Required<Adapter>) => adapter;
    const { parts, tokens } = await setUp({ change });
    expect(await endSessions(parts, "ada", { except: { sid: "1" } })).toBe(true);
    expect(tokens()).toHaveLength(4);
    await endSessions(parts, "ada");
    expect(tokens()).toEqual(["g"]);
  });

  it("is tried once more where the store takes nothing of it, and not again", async () => {
    let refusals = 1;
    const change = (adapter: Required<Adapter>): Adapter => ({
      ...older(adapter),
      transaction: (work) => {
        refusals -= 1;
        return refusals >= 0 ? Promise.reject(new Error("conflict")) : adapter.transaction(work);
      },
    });
    const { parts, tokens } = await setUp({ change });
    await endSessions(parts, "ada", { except: { sid: "1" } });
    expect(tokens().toSorted()).toEqual(["a", "g"]);
    refusals = 2;
    await expect(endSessions(parts, "ada", { except: { sid: "1" } })).rejects.toThrow("conflict");
    expect(refusals).toBe(0);
  });
});
