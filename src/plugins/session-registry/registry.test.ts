import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeyRing } from "../../core/crypto/keys.js";
import { appMaker } from "../../core/plugins/app.js";
import { adoptedFacts, hashAtProvider } from "../../core/sessions/begin-facts.js";
import type { SharedState } from "../../core/state/contract.js";
import { memoryState } from "../../core/state/memory.js";
import { createState } from "../../core/state/state.js";
import type { Issued, Owned } from "../../types/session-hooks.js";
import { sessionRegistry } from "./index.js";
import type { SessionRegistryOptions } from "./options.js";

const began = Date.UTC(2026, 0, 1);
const seconds = began / 1000;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const anyText: unknown = expect.any(String);
const sid = (count: number) => `session-${count}`.padEnd(22, "x");
const owned = (count: number, more: Partial<Owned> = {}): Owned => ({
  ...{ sid: sid(count), authTime: seconds, userId: "ada", provider: "idp", facts: {} },
  ...more,
});
const issued = (count: number, more: Partial<Issued> = {}): Issued => ({
  ...owned(count),
  ...{ now: began, expires: new Date(began + 100_000) },
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: began });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(
  options: SessionRegistryOptions = { within: 0 },
  { maxAge = 100, isShared = true } = {},
) {
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
    set: (key, value, written) => {
      if (asked.down) throw new Error("down");
      asked.ttls.push(written.ttl);
      return shared.set(key, value, written);
    },
  };
  const keys = createKeyRing(["a secret of sessions"]);
  const state = createState(watched, { logger: silent, timeout: 1000 });
  const make = (given: SessionRegistryOptions = options) => {
    const appFor = appMaker({
      ...{ production: true, timeout: 1000, logger: silent, keys, warnOnce: () => undefined },
      session: { strategy: "jwt", maxAge },
      ready: () => ({
        ...{ store: null, state, flows: new Map() },
        isStateShared: () => Promise.resolve(isShared),
        endSessions: () => Promise.resolve(true),
      }),
      tell: () => Promise.resolve(),
    });
    const { session, registry } = sessionRegistry(given).create(appFor("session-registry"));
    const { issue, check, checkNow, end, endAll, ...rest } = session ?? {};
    if (!issue || !check || !checkNow || !end || !endAll || !rest.issued || !registry) {
      throw new Error("A hook is missing.");
    }
    return { ...rest, registry, issue, check, checkNow, end, endAll, issued: rest.issued };
  };
  return { asked, make, keys, ...make() };
}

describe("the facts of a session", () => {
  it("say which times sessions of its user were ended before it", async () => {
    const { issue, endAll, check } = setUp();
    expect(await issue(owned(1))).toEqual({ of: anyText });
    await endAll("ada", {});
    const facts = await issue(owned(1));
    expect(facts).toEqual({ of: anyText, epoch: anyText });
    expect(await check(owned(1, { facts }), began)).toBe(true);
    expect(await check(owned(1), began)).toBe(false);
    expect(await issue(owned(1, { userId: null }))).toEqual({ of: anyText });
    expect(await issue(owned(1, { userId: "grace" }))).toEqual({ of: anyText });
  });

  it("say nothing of the kind in one that is older than the plugin", async () => {
    const { issue, endAll, check, keys } = setUp();
    await endAll("ada", {});
    const { sid: id, authTime } = await adoptedFacts(keys, "token", 5.5);
    const old = owned(1, { sid: id, authTime, adopted: true });
    expect(await issue(old)).toEqual({ of: anyText });
    expect(await check(old, began)).toBe(false);
  });
});

describe("a session that was ended", () => {
  it("is refused, at once where it is checked each time", async () => {
    const { check, checkNow, end } = setUp();
    expect(await check(owned(1), began)).toBe(true);
    await end(sid(1));
    expect(await check(owned(1), began)).toBe(false);
    expect(await checkNow(owned(1))).toBe(false);
    expect(await check(owned(2), began)).toBe(true);
  });

  it("is not looked for again for so long, in this process and with any configuration", async () => {
    const { check, checkNow, make, asked } = setUp({ within: 10 });
    expect(await check(owned(1), began)).toBe(true);
    expect(asked.reads).toBe(1);
    expect(check(owned(1), began + 9_999)).toBe(true);
    expect(await make().check(owned(1), began)).toBe(true);
    expect(asked.reads).toBe(1);
    expect(await check(owned(1), began + 10_000)).toBe(true);
    expect(asked.reads).toBe(2);
    expect(await checkNow(owned(1))).toBe(true);
    expect(asked.reads).toBe(3);
  });

  it("is looked for every 30 seconds by default, and each time in a state of this process", async () => {
    const usual = setUp({});
    await usual.check(owned(1), began);
    expect(usual.check(owned(1), began + 29_999)).toBe(true);
    const alone = setUp({}, { isShared: false });
    for (let time = 0; time < 3; time += 1) await alone.check(owned(1), began);
    expect(alone.asked.reads).toBe(3);
  });

  it("here is known here at once, whatever was checked a moment ago", async () => {
    const { check, end, endAll } = setUp({ within: 10 });
    const graces = owned(4, { userId: "grace" });
    for (const count of [1, 2, 3]) await check(owned(count), began);
    await check(graces, began);
    await end(sid(1));
    expect(await check(owned(1), began)).toBe(false);
    expect(check(owned(2), began)).toBe(true);
    await endAll("ada", {});
    expect(await check(owned(2), began)).toBe(false);
    expect(check(graces, began)).toBe(true);
  });

  it("at its provider is ended here", async () => {
    const { check, registry, keys } = setUp({ within: 10 });
    const session = owned(1, { atProvider: await hashAtProvider(keys, "idp", "there") });
    expect(await check(session, began)).toBe(true);
    expect(await registry.isNotedAt("idp", "there")).toBe(false);
    await registry.noteAtProvider("idp", "there");
    expect(await registry.isNotedAt("idp", "there")).toBe(true);
    expect(await registry.isNotedAt("idp", "elsewhere")).toBe(false);
    await registry.endAtProvider("idp", "there");
    expect(await check(session, began)).toBe(false);
  });

  it("can't be told while the state is down: it throws", async () => {
    const { check, asked } = setUp();
    asked.down = true;
    await expect(check(owned(1), began)).rejects.toMatchObject({ status: 503 });
  });

  it.each([
    [100, 0, 31 * 86_400],
    [40 * 86_400, 0, 40 * 86_400 + 3600],
    [40 * 86_400, 60, 40 * 86_400 + 3660],
    [99 * 366 * 86_400, 0, 10 * 366 * 86_400],
  ])("of %s seconds, checked every %s, is marked for %s", async (maxAge, within, ttl) => {
    const { end, asked } = setUp({ within, list: false }, { maxAge });
    await end(sid(1));
    expect(asked.ttls).toEqual([ttl]);
  });
});

describe("an absolute lifetime", () => {
  it("ends a session so many seconds after signing in, and is none by default", () => {
    expect(setUp({ absoluteMaxAge: 60 }).endsBy?.(owned(1))).toBe(seconds + 60);
    expect(setUp().endsBy).toBeUndefined();
  });
});

describe("the list of sessions", () => {
  it("has who was where, when and with what", async () => {
    const { registry, issued: note } = setUp();
    const session = issued(1, {
      ...{ method: "oidc", facts: { epoch: "e1" }, key: "token", now: began + 1500 },
      expires: new Date(began + 100_900),
      client: { userAgent: "Browser", ip: "::ffff:192.0.2.1" },
    });
    await note(session, "started");
    expect(await registry.find(sid(1), "ada")).toMatchObject({
      ...{ sid: sid(1), authTime: seconds, seen: seconds + 1, expires: seconds + 100 },
      ...{ provider: "idp", method: "oidc", facts: { epoch: "e1" }, key: "token" },
      ...{ userAgent: "Browser", ip: "192.0.2.1" },
    });
    expect(await registry.find(sid(1), "grace")).toBeUndefined();
  });

  it("keeps what was known before where a later note does not say it", async () => {
    const { registry, issued: note } = setUp();
    const client = { userAgent: "Browser", ip: "192.0.2.1" };
    await note(issued(1, { method: "oidc", client, key: "token" }), "started");
    const before = await registry.find(sid(1), "ada");
    await note(issued(1, { provider: undefined }), "started");
    expect(await registry.find(sid(1), "ada")).toEqual(before);
    const moved = { userAgent: "Other", ip: "192.0.2.2" };
    await note(issued(1, { client: moved, key: "other" }), "started");
    expect(await registry.find(sid(1), "ada")).toMatchObject({ ...moved, key: "other" });
  });

  it("has no session of nobody, and none where none are listed", async () => {
    const { registry, issued: note } = setUp();
    await note(issued(1, { userId: null }), "started");
    expect(await registry.list("ada")).toEqual([]);
    const unlisted = setUp({ within: 0, list: false });
    await unlisted.issued(issued(1), "started");
    expect(await unlisted.registry.find(sid(1), "ada")).toBeUndefined();
    expect(unlisted.registry.lists).toBe(false);
  });

  it("is written once a minute for a session that is extended", async () => {
    const { registry, issued: note } = setUp();
    const again = (milliseconds: number) =>
      note(issued(1, { now: began + milliseconds }), "renewed");
    const seen = async () => (await registry.find(sid(1), "ada"))?.seen;
    await again(0);
    expect(await seen()).toBe(seconds);
    await again(59_999);
    expect(await seen()).toBe(seconds);
    await again(60_000);
    expect(await seen()).toBe(seconds + 60);
  });

  it("may fail to be written again, and not the first time", async () => {
    const { issued: note, asked } = setUp();
    asked.down = true;
    await note(issued(1), "renewed");
    await expect(note(issued(1), "started")).rejects.toMatchObject({ status: 503 });
  });

  it("has those that go on, also where one was ended while it was noted, the one seen last first", async () => {
    const { registry, issued: note, end } = setUp();
    for (const count of [1, 2, 3]) {
      await note(issued(count, { now: began + count * 1000 }), "started");
    }
    await end(sid(1));
    expect(await registry.find(sid(1), "ada")).toBeUndefined();
    await note(issued(1), "started");
    expect((await registry.list("ada")).map((one) => one.sid)).toEqual([sid(3), sid(2)]);
    expect(await registry.list("grace")).toEqual([]);
  });

  it("ends one by its id, of a user only their own", async () => {
    const { registry, issued: note, check } = setUp();
    await note(issued(1), "started");
    expect(await registry.end(sid(1), "grace")).toBe(false);
    expect(await registry.end(sid(9), "ada")).toBe(false);
    expect(await check(owned(1), began)).toBe(true);
    expect(await registry.end(sid(1), "ada")).toBe(true);
    expect(await check(owned(1), began)).toBe(false);
    expect(await registry.end(sid(9))).toBe(false);
  });

  it("has one left when all others are ended", async () => {
    const { registry, issued: note, check, endAll } = setUp();
    for (const count of [1, 2, 3]) await note(issued(count), "started");
    await endAll("ada", { except: { sid: sid(2) } });
    expect((await registry.list("ada")).map((one) => one.sid)).toEqual([sid(2)]);
    expect(await check(owned(2), began)).toBe(true);
    expect(await check(owned(1), began)).toBe(false);
    await endAll("ada", {});
    expect(await registry.list("ada")).toEqual([]);
  });

  it("loses those that one provider started", async () => {
    const { registry, issued: note, endAll } = setUp();
    await note(issued(1), "started");
    await note(issued(2, { provider: "other" }), "started");
    await endAll("ada", { startedWith: "idp" });
    expect((await registry.list("ada")).map((one) => one.sid)).toEqual([sid(2)]);
  });

  it("does not spare one that is not in it, or was ended with the others before", async () => {
    const { issued: note, check, endAll } = setUp();
    for (const count of [1, 2]) await note(issued(count), "started");
    await endAll("ada", { except: { sid: sid(2) } });
    await note(issued(1), "started");
    await endAll("ada", { except: { sid: sid(1) } });
    for (const count of [1, 2]) expect(await check(owned(count), began)).toBe(false);
    await endAll("ada", { except: { sid: sid(9) } });
    expect(await check(owned(9), began)).toBe(false);
  });

  it("is not needed to spare one by its id", async () => {
    const { check, endAll } = setUp({ within: 0, list: false });
    await endAll("ada", { except: { sid: sid(1) } });
    expect(await check(owned(1), began)).toBe(true);
    expect(await check(owned(2), began)).toBe(false);
  });
});
