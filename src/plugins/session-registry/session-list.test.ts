import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeyRing } from "../../core/crypto/keys.js";
import { sealToken } from "../../core/crypto/token.js";
import { longestValue, type SharedState } from "../../core/state/contract.js";
import { stateKeys } from "../../core/state/key.js";
import { memoryState } from "../../core/state/memory.js";
import { createState } from "../../core/state/state.js";
import type { SessionRecord } from "../../types/session-hooks.js";
import { createSessionList } from "./session-list.js";

const began = Date.UTC(2026, 0, 1);
const seconds = began / 1000;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: began });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(shared: SharedState = memoryState(), secrets = ["a secret of sessions"]) {
  const keys = createKeyRing(secrets);
  const state = createState(shared, { logger: silent, timeout: 1000 }).strict;
  return { keys, list: createSessionList({ state, keys }), shared };
}

const sid = (count: number) => `session-${count}`.padEnd(22, "x");
const record = (count: number, more: Partial<SessionRecord> = {}) => ({
  sid: sid(count),
  authTime: seconds,
  seen: seconds + count,
  expires: seconds + 100,
  ...more,
});
const sidsOf = (records: readonly SessionRecord[]) => records.map((one) => one.sid);

describe("the record of a session", () => {
  it("is found by its id as it was noted, with a hash of whose it is", async () => {
    const { list } = setUp();
    const whole = record(1, {
      provider: "idp",
      method: "oidc",
      userAgent: "Browser",
      ip: "192.0.2.1",
      atProvider: "hash",
      facts: { epoch: "e1" },
      key: "token",
    });
    await list.note("ada", whole);
    const user = await list.userOf("ada");
    expect(user).toMatch(/^[\w-]{22}$/);
    expect(await list.find(sid(1))).toStrictEqual({ ...whole, user });
    expect(await list.find(sid(2))).toBeUndefined();
    await list.note("ada", record(2));
    expect(await list.find(sid(2))).toStrictEqual({ ...record(2), user });
  });

  it("is noted once more, in place of what it said", async () => {
    const { list } = setUp();
    await list.note("ada", record(1, { ip: "192.0.2.1" }));
    await list.note("ada", record(1, { seen: seconds + 50 }));
    const user = await list.userOf("ada");
    expect(await list.of("ada")).toStrictEqual([{ ...record(1), seen: seconds + 50, user }]);
  });

  it("is gone when it is removed, or over", async () => {
    const { list } = setUp();
    await list.note("ada", record(1));
    await list.note("ada", record(2, { expires: seconds + 200 }));
    await list.note("ada", record(3, { expires: seconds + 200 }));
    await list.remove(sid(3));
    expect(await list.find(sid(3))).toBeUndefined();
    vi.setSystemTime(began + 99_000);
    expect(sidsOf(await list.of("ada"))).toEqual([sid(1), sid(2)]);
    vi.setSystemTime(began + 100_000);
    expect(sidsOf(await list.of("ada"))).toEqual([sid(2)]);
    expect(await list.find(sid(1))).toBeDefined();
    vi.setSystemTime(began + 200_000);
    expect(await list.find(sid(1))).toBeUndefined();
    expect(await list.of("ada")).toEqual([]);
  });

  it("is kept for a minute longer than its session, and for a second at least", async () => {
    const shared = memoryState();
    const ttls: number[] = [];
    const { list } = setUp({
      ...shared,
      set: (key, value, options) => {
        ttls.push(options.ttl);
        return shared.set(key, value, options);
      },
    });
    await list.note("ada", record(1, { expires: seconds + 99.5 }));
    await list.note("ada", record(1, { expires: seconds - 500 }));
    expect(ttls).toEqual([160, 160, 1, 1]);
  });

  it("is read by whoever has one of the secrets, and removed under all of them", async () => {
    const shared = memoryState();
    await setUp(shared, ["old"]).list.note("ada", record(1));
    const { list } = setUp(shared, ["new", "old"]);
    expect(await list.find(sid(1))).toMatchObject({ sid: sid(1) });
    expect(sidsOf(await list.of("ada"))).toEqual([sid(1)]);
    await list.note("ada", record(2));
    expect(sidsOf(await list.of("ada")).toSorted()).toEqual([sid(1), sid(2)]);
    await list.remove(sid(1));
    expect(await setUp(shared, ["old"]).list.find(sid(1))).toBeUndefined();
  });

  it("that is none, or of another session, is not told", async () => {
    const { list, keys, shared } = setUp();
    const [name = ""] = await stateKeys(keys, "session", [sid(1)]);
    const whole = { ...record(1), user: "hash" };
    const write = async (claims: object, salt = "latchkey.session-record") =>
      shared.set(name, await sealToken(keys, { salt, claims, maxAge: 100, now: began }), {
        ttl: 100,
      });
    await write(whole);
    expect(await list.find(sid(1))).toStrictEqual(whole);
    await write({ ...whole, provider: 7, method: null, userAgent: {}, ip: [], epoch: 1, key: 1 });
    expect(await list.find(sid(1))).toStrictEqual(whole);
    await write(whole, "another purpose");
    expect(await list.find(sid(1))).toBeUndefined();
    const odd = [
      { sid: sid(2) },
      { sid: 7 },
      { user: 7 },
      { authTime: "now" },
      { seen: null },
      { expires: undefined },
    ];
    for (const change of odd) {
      await write({ ...whole, ...change });
      expect(await list.find(sid(1))).toBeUndefined();
    }
    await shared.set(name, "nonsense", { ttl: 100 });
    expect(await list.find(sid(1))).toBeUndefined();
  });
});

describe("the sessions of a user", () => {
  it("are theirs, and nobody else's", async () => {
    const { list } = setUp();
    await list.note("ada", record(1));
    await list.note("grace", record(2));
    expect(sidsOf(await list.of("ada"))).toEqual([sid(1)]);
    expect(sidsOf(await list.of("grace"))).toEqual([sid(2)]);
    expect(await list.of("nobody")).toEqual([]);
  });

  it("that say to be another's are not told", async () => {
    const { list } = setUp();
    await list.note("ada", record(1));
    await list.note("grace", record(1));
    expect(await list.of("ada")).toEqual([]);
    expect(sidsOf(await list.of("grace"))).toEqual([sid(1)]);
  });

  it("are 64 at most: the one that was seen least of late makes room", async () => {
    const { list } = setUp();
    const seen = (count: number) => (count === 40 ? seconds - 1 : seconds + count);
    for (let count = 1; count <= 64; count += 1) {
      await list.note("ada", record(count, { seen: seen(count) }));
    }
    expect(await list.of("ada")).toHaveLength(64);
    await list.note("ada", record(65));
    const sids = sidsOf(await list.of("ada"));
    expect(sids).toHaveLength(64);
    expect(sids).toContain(sid(65));
    expect(sids).not.toContain(sid(40));
    await list.remove(sid(7));
    await list.note("ada", record(66));
    expect(sidsOf(await list.of("ada"))).toEqual([
      ...sids.map((one) => (one === sid(7) ? sid(66) : one)),
    ]);
  });

  it("keep their places, each its own", async () => {
    const shared = memoryState();
    const places: [string, string][] = [];
    const { list } = setUp({
      ...shared,
      set: (key, value, options) => {
        if (value.startsWith("session-")) places.push([key, value]);
        return shared.set(key, value, options);
      },
    });
    await list.note("ada", record(1));
    await list.note("ada", record(2));
    await list.note("ada", record(1));
    const [first, second, again] = places;
    expect(places.map(([, value]) => value)).toEqual([sid(1), sid(2), sid(1)]);
    expect(again?.[0]).toBe(first?.[0]);
    expect(second?.[0]).not.toBe(first?.[0]);
  });

  it("do not take the place that another process was faster to take", async () => {
    const shared = memoryState();
    let refusals = 2;
    const { list } = setUp({
      ...shared,
      set: (key, value, options) => {
        if (options.ifAbsent && refusals > 0) {
          refusals -= 1;
          return false;
        }
        return shared.set(key, value, options);
      },
    });
    await list.note("ada", record(1));
    expect(refusals).toBe(0);
    expect(sidsOf(await list.of("ada"))).toEqual([sid(1)]);
  });
});

describe("the name of a browser", () => {
  it("is kept to 300 characters, and less where the rest needs the room", async () => {
    const { list } = setUp();
    const kept = async (key: string, userAgent: string) => {
      await list.note("ada", record(1, { key, userAgent }));
      return (await list.find(sid(1)))?.userAgent?.length;
    };
    expect(await kept("k", "x".repeat(299))).toBe(299);
    expect(await kept("k", "x".repeat(400))).toBe(300);
    const lengths = new Set<number | undefined>();
    for (let length = 0; length < longestValue; length += 20) {
      lengths.add(await kept("k".repeat(length), "x".repeat(400)));
    }
    expect([...lengths]).toEqual([300, 150, 60, undefined]);
    expect(await kept("k", "")).toBeUndefined();
  });
});
