import { afterEach, describe, expect, it, vi } from "vitest";
import { createKeyRing, type KeyRing } from "../../core/crypto/keys.js";
import type { SharedState } from "../../core/state/contract.js";
import { stateKeys } from "../../core/state/key.js";
import { leaseLasts } from "../../core/state/lease.js";
import { memoryState } from "../../core/state/memory.js";
import { createState } from "../../core/state/state.js";
import { createRevocation } from "./revocation.js";
import type { Revocable, Spared } from "./revocation.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const ttl = 1000;

function marksOf(keys: KeyRing, shared: SharedState = memoryState()) {
  const state = createState(shared, { logger: silent, timeout: 1000 }).strict;
  const revocation = createRevocation({ state, keys, ttl });
  return {
    ...revocation,
    endUser: (userId: string, spared?: Spared) => revocation.endUser(userId, { spared }),
    /** Whether a session has ended, and what one that starts now would know. */
    async look(session: Partial<Revocable> & { epoch?: string }, userId: string | null) {
      const { sid = "none", provider, atProvider, epoch } = session;
      const facts = epoch === undefined ? {} : { epoch };
      const ended = await revocation.isEnded({ sid, provider, atProvider, userId, facts });
      return { ended, epoch: (await revocation.factsFor({ userId, provider }))["epoch"] };
    },
  };
}
const ring = (...secrets: string[]) => createKeyRing(secrets);

afterEach(() => void vi.useRealTimers());

/** Shared state that tells what is written to it. */
function watched() {
  const shared = memoryState();
  const written: { key: string; ttl: number; ifAbsent: boolean }[] = [];
  const state: SharedState = {
    ...shared,
    set: (key, value, options) => {
      written.push({ key, ttl: options.ttl, ifAbsent: options.ifAbsent === true });
      return shared.set(key, value, options);
    },
  };
  return { state, written };
}

describe("a session", () => {
  it("goes on as long as nobody ended it", async () => {
    const marks = marksOf(ring("one"));
    expect(await marks.look({ sid: "s1" }, "ada")).toEqual({ ended: false, epoch: undefined });
    await marks.endSession("s1");
    expect(await marks.look({ sid: "s1" }, "ada")).toEqual({ ended: true, epoch: undefined });
    expect(await marks.look({ sid: "s1" }, null)).toMatchObject({ ended: true });
    expect(await marks.look({ sid: "s2" }, "ada")).toMatchObject({ ended: false });
  });

  it("ends with the one at the provider that it began with", async () => {
    const marks = marksOf(ring("one"));
    await marks.endAtProvider("hash");
    expect(await marks.look({ sid: "s1", atProvider: "hash" }, "ada")).toMatchObject({
      ended: true,
    });
    expect(await marks.look({ sid: "s1", atProvider: "other" }, "ada")).toMatchObject({
      ended: false,
    });
    expect(await marks.look({ sid: "hash" }, "ada")).toMatchObject({ ended: false });
  });

  it("is marked for as long as it may be sent, under every secret", async () => {
    const { state, written } = watched();
    await marksOf(ring("new", "old"), state).endSession("s1");
    expect(written.map((one) => [one.ttl, one.ifAbsent])).toEqual([
      [ttl, false],
      [ttl, false],
    ]);
    expect(new Set(written.map(({ key }) => key)).size).toBe(2);
    for (const secret of ["new", "old"]) {
      const look = marksOf(ring(secret), state).look({ sid: "s1" }, null);
      expect(await look).toMatchObject({ ended: true });
    }
    const other = marksOf(ring("another"), state).look({ sid: "s1" }, null);
    expect(await other).toMatchObject({ ended: false });
  });
});

describe("all sessions of a user", () => {
  it("end, of those that there are, and whoever begins one knows that", async () => {
    const marks = marksOf(ring("one"));
    await marks.endUser("ada");
    const { ended, epoch } = await marks.look({ sid: "s1" }, "ada");
    expect(ended).toBe(true);
    expect(epoch).toMatch(/^[\da-f]{8}$/);
    const begun = { sid: "s2", ...(epoch !== undefined && { epoch }) };
    expect(await marks.look(begun, "ada")).toEqual({ ended: false, epoch });
    expect(await marks.look({}, "ada")).toEqual({ ended: true, epoch });
    expect(await marks.look({ sid: "s1" }, "grace")).toMatchObject({ ended: false });
    await marks.endUser("ada");
    expect(await marks.look(begun, "ada")).toMatchObject({ ended: true });
  });

  it("end but for one, which others do not pass for", async () => {
    const marks = marksOf(ring("one"));
    await marks.endUser("ada", { sid: "s1" });
    expect(await marks.look({ sid: "s1" }, "ada")).toMatchObject({ ended: false });
    expect(await marks.look({ sid: "s2" }, "ada")).toMatchObject({ ended: true });
    expect(await marks.look({}, "ada")).toMatchObject({ ended: true });
    await marks.endUser("ada");
    expect(await marks.look({ sid: "s1" }, "ada")).toMatchObject({ ended: true });
  });

  it("end with the one that was to be spared, where it was ended before", async () => {
    const marks = marksOf(ring("one"));
    await marks.endSession("s1");
    await marks.endUser("ada", { sid: "s1" });
    const { epoch } = await marks.look({}, "ada");
    const since = { sid: "s2", facts: { epoch: "of before" } };
    await marks.endUser("ada", since);
    expect(await marks.look({ sid: "s2", epoch: "of before" }, "ada")).toMatchObject({
      ended: true,
    });
    const now = await marks.look({}, "ada");
    expect(now.epoch).not.toBe(epoch);
    await marks.endUser("ada", { sid: "s3", facts: { epoch: now.epoch ?? "" } });
    expect(await marks.look({ sid: "s3" }, "ada")).toMatchObject({ ended: false });
  });

  it("are ended under every secret, and two that servers wrote apart both count", async () => {
    const { state } = watched();
    await marksOf(ring("new"), state).endUser("ada");
    await marksOf(ring("old"), state).endUser("ada");
    const both = marksOf(ring("new", "old"), state);
    const { epoch } = await both.look({}, "ada");
    expect(epoch).toMatch(/^[\da-f]{8}-[\da-f]{8}$/);
    const [first = "", second = ""] = epoch?.split("-") ?? [];
    const look = (known: string) => both.look({ sid: "s", epoch: known }, "ada");
    expect(await look(`${second}-${first}`)).toMatchObject({ ended: false });
    expect(await look(first)).toMatchObject({ ended: true });
    expect(await look(second)).toMatchObject({ ended: true });
    await both.endUser("ada");
    const alone = await marksOf(ring("old"), state).look({}, "ada");
    expect((await both.look({}, "ada")).epoch).toBe(alone.epoch);
  });

  it("are ended by one at a time, whose turn ends also where it fails", async () => {
    let fails = true;
    const { state, written } = watched();
    const failing: SharedState = {
      ...state,
      set: (key, value, options) => {
        if (fails && !options.ifAbsent) throw new Error("down");
        return state.set(key, value, options);
      },
    };
    const marks = marksOf(ring("new", "old"), failing);
    await expect(marks.endUser("ada")).rejects.toMatchObject({ status: 503 });
    fails = false;
    await marks.endUser("ada");
    const turns = written.filter(({ ifAbsent }) => ifAbsent);
    expect(turns.map((turn) => turn.ttl)).toEqual([leaseLasts, leaseLasts]);
    expect(new Set(turns.map(({ key }) => key)).size).toBe(1);
    const after = written.length;
    await marksOf(ring("old"), failing).endUser("ada");
    expect(written[after]).toEqual(turns[0]);
  });

  it("are ended when the one before is done", async () => {
    const { state } = watched();
    const order: string[] = [];
    let held = true;
    const busy: SharedState = {
      ...state,
      set: (key, value, options) => {
        if (options.ifAbsent && held) {
          order.push("waits");
          held = order.length < 3;
          return false;
        }
        return state.set(key, value, options);
      },
    };
    const began = performance.now();
    await marksOf(ring("one"), busy).endUser("ada");
    expect(order).toHaveLength(3);
    expect(performance.now() - began).toBeGreaterThan(60);
  });

  it("are not ended where it is never their turn, which is told", async () => {
    let asked = 0;
    const never: SharedState = {
      ...memoryState(),
      set: () => {
        asked += 1;
        return false;
      },
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const ended = marksOf(ring("one"), never).endUser("ada");
    const told = expect(ended).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(10_000);
    await told;
    expect(asked).toBeGreaterThan(50);
  });
});

describe("the sessions that one provider started", () => {
  it("end, and those of which nobody knows; the others and those that start later don't", async () => {
    const { state } = watched();
    const marks = marksOf(ring("one"), state);
    const { endUser } = createRevocation({
      ...{ keys: ring("one"), ttl },
      state: createState(state, { logger: silent, timeout: 1000 }).strict,
    });
    await endUser("ada", { startedWith: "idp", spared: { sid: "s9" } });
    const ended = async (session: Partial<Revocable> & { epoch?: string }, userId = "ada") =>
      (await marks.look(session, userId)).ended;
    expect(await ended({ sid: "s1", provider: "idp" })).toBe(true);
    expect(await ended({ sid: "s1" })).toBe(true);
    expect(await ended({ sid: "s9", provider: "idp" })).toBe(false);
    expect(await ended({ sid: "s1", provider: "other" })).toBe(false);
    expect(await ended({ sid: "s1", provider: "idp" }, "grace")).toBe(false);
    const { epoch = "" } = await marks.factsFor({ userId: "ada", provider: "idp" });
    expect(await ended({ sid: "s2", provider: "idp", epoch })).toBe(false);
  });
});

describe("the marks in shared state", () => {
  it("are named as servers of other versions look for them", async () => {
    const keys = ring("one");
    const { state, written } = watched();
    const marks = marksOf(keys, state);
    await marks.endSession("s1");
    await marks.endAtProvider("hash");
    await marks.noteAtProvider("hash");
    await marks.endUser("ada");
    const names = await Promise.all([
      stateKeys(keys, "session-end", ["s1"]),
      stateKeys(keys, "provider-session-end", ["hash"]),
      stateKeys(keys, "provider-session", ["hash"]),
      stateKeys(keys, "sessions-end-turn", ["ada"]),
      stateKeys(keys, "sessions-end", ["ada"]),
    ]);
    expect(written.map(({ key }) => key)).toEqual(names.flat());
    const values = await state.get(written.map(({ key }) => key));
    expect(values).toMatchObject(["1", "1", "1", undefined, expect.stringMatching(/^[\da-f]{8}$/)]);
  });

  it("are asked for where they may be, and nowhere else", async () => {
    const keys = ring("one");
    const asked: string[][] = [];
    const shared = memoryState();
    const get: SharedState["get"] = (names) => {
      asked.push([...names]);
      return shared.get(names);
    };
    const marks = marksOf(keys, { ...shared, get });
    await marks.isEnded({ sid: "s1", userId: null, facts: {} });
    await marks.isEnded({
      ...{ sid: "s1", userId: "ada", provider: "idp", atProvider: "hash", facts: {} },
    });
    expect(asked).toEqual([
      ["sessions-generation", ...(await stateKeys(keys, "session-end", ["s1"]))],
      [
        "sessions-generation",
        ...(await stateKeys(keys, "sessions-end", ["ada"])),
        ...(await stateKeys(keys, "sessions-end-with", ["ada", "idp"])),
        ...(await stateKeys(keys, "session-end", ["s1"])),
        ...(await stateKeys(keys, "provider-session-end", ["hash"])),
      ],
    ]);
  });
});

describe("a session at a provider", () => {
  it("is known to have begun one here, where that was noted", async () => {
    const { state, written } = watched();
    const marks = marksOf(ring("new", "old"), state);
    expect(await marks.isNotedAt("hash")).toBe(false);
    await marksOf(ring("old"), state).noteAtProvider("hash");
    expect(await marks.isNotedAt("hash")).toBe(true);
    expect(await marks.isNotedAt("other")).toBe(false);
    expect(written.map((one) => one.ttl)).toEqual([ttl]);
    expect(await marks.look({ sid: "s", atProvider: "hash" }, null)).toMatchObject({
      ended: false,
    });
  });
});
