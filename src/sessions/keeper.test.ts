import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CookieJar } from "../cookies/jar.js";
import { createKeyRing } from "../crypto/keys.js";
import type { SharedState } from "../state/contract.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import type { Account } from "../types/account.js";
import { createKeeper, type KeeperDeps } from "./keeper.js";

const began = Date.UTC(2026, 0, 1);
const seconds = began / 1000;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const anyText: unknown = expect.any(String);
const account: Account = { provider: "idp", providerAccountId: "7", type: "oidc" };
const sid = (count: number) => `session-${count}`.padEnd(22, "x");
const contextAt = (now = began) => ({
  jar: new CookieJar(null),
  cookie: { name: "s", options: {} },
  now,
});
const owned = (count: number, more: object = {}) => ({
  facts: { sid: sid(count), authTime: seconds, ...more },
  userId: "ada",
});
const noting = (count: number, more: object = {}) => ({
  ...owned(count),
  context: contextAt(),
  expires: new Date(began + 100_000),
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: began });
});
afterEach(() => {
  vi.useRealTimers();
});

type Options = Partial<Pick<KeeperDeps, "within" | "listed" | "maxAge">>;

function setUp({ within = 0, listed = true, maxAge = 100 }: Options = {}) {
  const shared = memoryState();
  const ttls: number[] = [];
  const asked = { reads: 0, down: false, ttls };
  const watched: SharedState = {
    ...shared,
    get: (keys) => {
      asked.reads += 1;
      if (asked.down) throw new Error("down");
      return shared.get(keys);
    },
    set: (key, value, options) => {
      if (asked.down) throw new Error("down");
      asked.ttls.push(options.ttl);
      return shared.set(key, value, options);
    },
  };
  const keys = createKeyRing(["a secret of sessions"]);
  const state = createState(watched, { logger: silent, timeout: 1000 });
  const make = (given: Options = {}) =>
    createKeeper({ keys, state, maxAge, within, listed, ...given });
  return { asked, make, keeper: make() };
}

describe("a keeper", () => {
  it("says what it is for", () => {
    expect(setUp({ within: null, listed: true }).keeper).toMatchObject({
      ...{ revocable: false, listed: true },
    });
    expect(setUp({ within: 0, listed: false }).keeper).toMatchObject({
      ...{ revocable: true, listed: false },
    });
  });

  it("gives facts to a session that begins, and to one of before", async () => {
    const { keeper } = setUp();
    expect(await keeper.begin({ user: {}, account }, contextAt())).toMatchObject({
      ...{ authTime: seconds, provider: "idp", method: "oidc" },
    });
    expect(await keeper.adopt("token", 5.5)).toMatchObject({ authTime: 5 });
  });

  it("lets a session know which time all of its user's were ended before it", async () => {
    const { keeper } = setUp();
    const { facts } = owned(1);
    expect(await keeper.admit(facts, "ada")).toBe(facts);
    await keeper.endAll("ada");
    const admitted = await keeper.admit(facts, "ada");
    expect(admitted).toMatchObject({ ...facts, epoch: anyText });
    expect(await keeper.isEnded({ facts: admitted, userId: "ada" }, began)).toBe(false);
    expect(await keeper.isEnded({ facts, userId: "ada" }, began)).toBe(true);
    expect(await keeper.admit(facts, null)).toBe(facts);
    expect(await keeper.admit(facts, "grace")).toBe(facts);
  });

  it("of nothing asks for nothing", async () => {
    const { keeper, asked } = setUp({ within: null, listed: false });
    const { facts } = owned(1);
    await keeper.end(facts);
    await keeper.endAll("ada");
    await keeper.note(noting(1));
    await keeper.noteAgain(noting(1));
    expect(await keeper.admit(facts, "ada")).toBe(facts);
    expect(await keeper.isEnded(owned(1), began)).toBe(false);
    expect(await keeper.wasEnded(owned(1))).toBe(false);
    expect(asked).toMatchObject({ reads: 0, ttls: [] });
  });
});

describe("a session that was ended", () => {
  it("is so for whoever asks, at once where it is asked each time", async () => {
    const { keeper } = setUp();
    expect(await keeper.isEnded(owned(1), began)).toBe(false);
    await keeper.end({ sid: sid(1) });
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
    expect(await keeper.wasEnded(owned(1))).toBe(true);
    expect(await keeper.isEnded(owned(2), began)).toBe(false);
  });

  it("is not asked about again for so long, in this process and with any configuration", async () => {
    const { keeper, make, asked } = setUp({ within: 10 });
    expect(await keeper.isEnded(owned(1), began)).toBe(false);
    expect(asked.reads).toBe(1);
    expect(keeper.isEnded(owned(1), began + 9_999)).toBe(false);
    expect(make().isEnded(owned(1), began)).toBe(false);
    expect(asked.reads).toBe(1);
    expect(await keeper.isEnded(owned(1), began + 10_000)).toBe(false);
    expect(asked.reads).toBe(2);
    expect(await keeper.wasEnded(owned(1))).toBe(false);
    expect(asked.reads).toBe(3);
  });

  it("is asked about each time where that is wanted", async () => {
    const { keeper, asked } = setUp({ within: 0 });
    for (let time = 0; time < 3; time += 1) await keeper.isEnded(owned(1), began);
    expect(asked.reads).toBe(3);
  });

  it("here is known here at once, whatever was asked a moment ago", async () => {
    const { keeper } = setUp({ within: 10 });
    for (const count of [1, 2, 3]) await keeper.isEnded(owned(count), began);
    await keeper.isEnded({ ...owned(4), userId: "grace" }, began);
    await keeper.end({ sid: sid(1) });
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
    expect(keeper.isEnded(owned(2), began)).toBe(false);
    await keeper.endAll("ada");
    expect(await keeper.isEnded(owned(2), began)).toBe(true);
    expect(keeper.isEnded({ ...owned(4), userId: "grace" }, began)).toBe(false);
  });

  it("is not remembered as one that goes on", async () => {
    const { keeper, make } = setUp({ within: 10 });
    await make({ within: 0 }).end({ sid: sid(1) });
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
  });

  it("at its provider is ended here", async () => {
    const { keeper } = setUp({ within: 10 });
    const who = { user: {}, account, profile: { sid: "there" } };
    const facts = await keeper.begin(who, contextAt());
    expect(await keeper.isEnded({ facts, userId: "ada" }, began)).toBe(false);
    expect(await keeper.isNotedAt("idp", "there")).toBe(false);
    await keeper.noteAtProvider("idp", "there");
    expect(await keeper.isNotedAt("idp", "there")).toBe(true);
    expect(await keeper.isNotedAt("idp", "elsewhere")).toBe(false);
    await keeper.endAtProvider("idp", "there");
    expect(await keeper.isEnded({ facts, userId: "ada" }, began)).toBe(true);
  });

  it("where only the list asks is asked for when it is extended, not at reads", async () => {
    const { keeper } = setUp({ within: null });
    await keeper.end({ sid: sid(1) });
    expect(keeper.isEnded(owned(1), began)).toBe(false);
    expect(await keeper.wasEnded(owned(1))).toBe(true);
  });

  it.each([
    [100, 0, 31 * 86_400],
    [40 * 86_400, 0, 40 * 86_400 + 3600],
    [40 * 86_400, 60, 40 * 86_400 + 3660],
    [40 * 86_400 + 0.5, null, 40 * 86_400 + 3601],
    [99 * 366 * 86_400, 0, 10 * 366 * 86_400],
  ])("of %s seconds, looked after every %s, is marked for %s", async (maxAge, within, ttl) => {
    const { keeper, asked } = setUp({ maxAge, within });
    await keeper.end({ sid: sid(1) });
    expect(asked.ttls).toEqual([ttl]);
  });
});

describe("the list of sessions", () => {
  it("has who was where, when and with what", async () => {
    const { keeper } = setUp();
    const client = () => ({ userAgent: "Browser", ip: "::ffff:192.0.2.1" });
    const facts = { ...owned(1).facts, provider: "idp", method: "oidc", epoch: "e1" };
    const expires = new Date(began + 100_900);
    await keeper.note({
      ...{ facts, userId: "ada", expires, key: "token" },
      context: { ...contextAt(began + 1500), client },
    });
    const record = await keeper.find(sid(1));
    expect(record).toMatchObject({
      ...{ sid: sid(1), authTime: seconds, seen: seconds + 1, expires: seconds + 100 },
      ...{ provider: "idp", method: "oidc", epoch: "e1", key: "token" },
      ...{ userAgent: "Browser", ip: "192.0.2.1" },
    });
    if (!record) throw new Error("It was noted.");
    expect(await keeper.isOf(record, "ada")).toBe(true);
    expect(await keeper.isOf(record, "grace")).toBe(false);
  });

  it("keeps what was known before where a later note does not say it", async () => {
    const { keeper } = setUp();
    const client = () => ({ userAgent: "Browser", ip: "192.0.2.1" });
    const facts = { ...owned(1).facts, provider: "idp", method: "oidc" };
    const context = { ...contextAt(), client };
    await keeper.note(noting(1, { facts, context, key: "token" }));
    const before = await keeper.find(sid(1));
    await keeper.note(noting(1));
    expect(await keeper.find(sid(1))).toEqual(before);
    const moved = { ...contextAt(), client: () => ({ userAgent: "Other", ip: "192.0.2.2" }) };
    await keeper.note(noting(1, { context: moved, key: "other" }));
    expect(await keeper.find(sid(1))).toMatchObject({
      ...{ userAgent: "Other", ip: "192.0.2.2", key: "other", provider: "idp" },
    });
  });

  it("has no session of nobody", async () => {
    const { keeper } = setUp();
    await keeper.note({ ...noting(1), userId: null });
    expect(await keeper.find(sid(1))).toBeUndefined();
  });

  it("is written once a minute for a session that is extended", async () => {
    const { keeper } = setUp();
    const again = (milliseconds: number) =>
      keeper.noteAgain(noting(1, { context: contextAt(began + milliseconds) }));
    const seen = async () => (await keeper.find(sid(1)))?.seen;
    await again(0);
    expect(await seen()).toBe(seconds);
    await again(59_999);
    expect(await seen()).toBe(seconds);
    await again(60_000);
    expect(await seen()).toBe(seconds + 60);
  });

  it("may fail to be written again, and not the first time", async () => {
    const { keeper, asked } = setUp();
    asked.down = true;
    await keeper.noteAgain(noting(1));
    await expect(keeper.note(noting(1))).rejects.toMatchObject({ status: 503 });
  });

  it("has those that go on, also where one was ended while it was noted", async () => {
    const { keeper } = setUp();
    for (const count of [1, 2, 3]) await keeper.note(noting(count));
    await keeper.end({ sid: sid(1) });
    expect(await keeper.find(sid(1))).toBeUndefined();
    await keeper.note(noting(1));
    const sids = (await keeper.list("ada")).map((one) => one.sid);
    expect(sids.toSorted()).toEqual([sid(2), sid(3)]);
    expect(await keeper.list("grace")).toEqual([]);
  });

  it("has one left when all others are ended", async () => {
    const { keeper } = setUp();
    for (const count of [1, 2, 3]) await keeper.note(noting(count));
    await keeper.endAll("ada", sid(2));
    expect((await keeper.list("ada")).map((one) => one.sid)).toEqual([sid(2)]);
    expect(await keeper.isEnded(owned(2), began)).toBe(false);
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
    expect(await keeper.find(sid(1))).toBeUndefined();
    await keeper.endAll("ada", { sid: sid(3) });
    expect(await keeper.isEnded(owned(3), began)).toBe(false);
    expect(await keeper.isEnded(owned(2), began)).toBe(true);
    await keeper.endAll("ada");
    expect(await keeper.list("ada")).toEqual([]);
  });

  it("does not spare one that is not in it: it was ended, or is nobody's", async () => {
    const { keeper } = setUp();
    await keeper.note(noting(1));
    await keeper.endAll("ada", sid(9));
    expect(await keeper.isEnded(owned(9), began)).toBe(true);
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
  });

  it("does not spare one that was ended with the others before", async () => {
    const { keeper } = setUp();
    await keeper.note(noting(1));
    await keeper.note(noting(2));
    await keeper.endAll("ada", sid(2));
    await keeper.note(noting(1));
    await keeper.endAll("ada", sid(1));
    expect(await keeper.isEnded(owned(1), began)).toBe(true);
    expect(await keeper.isEnded(owned(2), began)).toBe(true);
  });

  it("is not asked where there is none: one is spared by its id alone", async () => {
    const { keeper } = setUp({ listed: false });
    await keeper.endAll("ada", sid(1));
    expect(await keeper.isEnded(owned(1), began)).toBe(false);
    expect(await keeper.isEnded(owned(2), began)).toBe(true);
    await keeper.note(noting(3));
    expect(await keeper.find(sid(3))).toBeUndefined();
  });
});
