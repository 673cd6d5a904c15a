import { describe, expect, it } from "vitest";
import { about, keptWorld, seconds } from "../../../test/support/kept-sessions-world.js";
import { at, iso, maxAge, sessionsWorld, who } from "../../../test/support/sessions-world.js";
import { unavailable } from "../http/request-problem.js";

const plugins = { mine: { epoch: "e1" } };

describe.each(["jwt", "database"] as const)("a kept session of strategy %s", (strategy) => {
  it("begins with facts of its own, as others of the user make them, and is noted", async () => {
    const kept = keptWorld({ strategy });
    const named: string[] = [];
    await kept.request(0, (context) =>
      kept.sessions.start({ ...context, named: (one) => void named.push(one) }, who),
    );
    expect(named).toEqual([kept.sid(1)]);
    expect(kept.of("issue")).toEqual([["issue", { sid: kept.sid(1), userId: "1" }]]);
    expect(kept.of("started")).toMatchObject([
      [
        "started",
        { facts: { sid: kept.sid(1), plugins }, userId: "1", expires: new Date(at(maxAge)) },
      ],
    ]);
    expect((await about(kept, 1)).result).toMatchObject({
      ...{ sid: kept.sid(1), userId: "1", authTime: seconds, facts: plugins },
    });
  });

  it("is over once it was ended, asked for whose it is", async () => {
    const kept = keptWorld({ strategy });
    await kept.start(0);
    expect(await kept.current(1)).toBe("1");
    expect(kept.of("check")).toEqual([["check", { sid: kept.sid(1), userId: "1" }]]);
    kept.ended.add(kept.sid(1));
    expect(await kept.current(1)).toBeNull();
    expect((await about(kept, 1)).result).toBeNull();
    const { result, changes } = await kept.read(1);
    expect(result).toEqual({ session: null });
    expect(changes).toMatchObject([{ name: "s", value: "" }]);
  });

  it("is over as well where the answer has to be waited for", async () => {
    let ended = false;
    const kept = keptWorld({ strategy, change: { check: () => Promise.resolve(!ended) } });
    await kept.start(0);
    expect(await kept.current(1)).toBe("1");
    ended = true;
    expect(await kept.current(1)).toBeNull();
  });

  it("is ended when another takes its place, and when it is signed out", async () => {
    const kept = keptWorld({ strategy });
    await kept.start(0);
    await kept.start(1);
    expect(kept.of("end")).toEqual([["end", kept.sid(1)]]);
    expect(await kept.current(2)).toBe("1");
    await kept.end(3);
    expect(kept.of("end")).toEqual([
      ["end", kept.sid(1)],
      ["end", kept.sid(2)],
    ]);
    expect(await kept.current(4)).toBeNull();
  });

  it("is noted again when it is extended, and not before", async () => {
    const kept = keptWorld({ strategy });
    await kept.start(0);
    await kept.read(9);
    expect(kept.of("renewed")).toEqual([]);
    const { result } = await kept.read(20);
    expect(result.session?.expires).toBe(iso(maxAge + 20));
    expect(kept.of("renewed")).toMatchObject([
      ["renewed", { facts: { sid: kept.sid(1) }, userId: "1", expires: new Date(at(maxAge + 20)) }],
    ]);
  });

  it("keeps its id and when it began, however often it is extended", async () => {
    const kept = keptWorld({ strategy });
    await kept.start(0);
    for (const moment of [20, 40, 60]) await kept.read(moment);
    expect((await about(kept, 61)).result).toMatchObject({ sid: kept.sid(1), authTime: seconds });
  });

  it("of before gets the facts that its token makes", async () => {
    const kept = keptWorld({ strategy });
    const before = sessionsWorld({ strategy });
    const { changes } = await before.start(0);
    const token = changes[0]?.value ?? "";
    const { sessions: rows } = before.rows;
    for (const [key, row] of rows) kept.rows.sessions.set(key, row);
    kept.send(`s=${encodeURIComponent(token)}`);
    const adopted = await kept.adopted(token);
    const { result } = await about(kept, 1);
    expect(result).toMatchObject({ sid: adopted, userId: "1" });
    expect(result?.authTime).toBeUndefined();
    kept.ended.add(adopted);
    expect(await kept.current(1)).toBeNull();
  });

  it("ends for good when somebody signed in long enough ago", async () => {
    const kept = keptWorld({
      strategy,
      change: { endsBy: ({ facts }) => facts.authTime + 150 },
    });
    await kept.start(0);
    expect((await kept.read(90)).result.session?.expires).toBe(iso(150));
    expect(await kept.current(149)).toBe("1");
    expect(await kept.current(150)).toBeNull();
    expect((await kept.read(150)).result).toEqual({ session: null });
  });

  it("that is to end with the browser says so each time it is set", async () => {
    const kept = keptWorld({ strategy });
    const started = await kept.request(0, (context) =>
      kept.sessions.start({ ...context, untilClosed: true }, who),
    );
    const extended = await kept.read(20);
    for (const { changes } of [started, extended]) {
      expect(changes).toMatchObject([{ name: "s", options: { path: "/" } }]);
      expect(changes[0]?.options).not.toHaveProperty("expires");
    }
  });

  it("can't be read while nobody knows whether it was ended, and its cookie stays", async () => {
    const kept = keptWorld({ strategy, change: { check: () => Promise.reject(unavailable()) } });
    await kept.start(0);
    const { result, changes } = await kept.read(1);
    expect(result).toMatchObject({ session: null, fault: "store", error: { status: 503 } });
    expect(changes).toEqual([]);
    expect(kept.logged).toHaveLength(1);
    expect(kept.logged[0]?.[1]).toMatchObject({ message: "The session couldn't be read." });
  });

  it("that nobody asks to be kept has no id, and lasts as it did", async () => {
    const plain = sessionsWorld({ strategy });
    await plain.start(0);
    const { result } = await about(plain, 1);
    expect(result).toMatchObject({ userId: "1" });
    expect(result?.sid).toBeUndefined();
    expect(result?.authTime).toBeUndefined();
    expect(result?.facts).toBeUndefined();
    expect((await about(plain, maxAge + 15)).result).toBeNull();
  });

  it("that nobody keeps can end with the browser all the same", async () => {
    const plain = sessionsWorld({ strategy });
    const { changes } = await plain.request(0, (context) =>
      plain.sessions.start({ ...context, untilClosed: true }, who),
    );
    expect(changes[0]?.options).not.toHaveProperty("expires");
    expect((await about(plain, 1)).result).toMatchObject({ userId: "1", authTime: seconds });
    const { changes: renewed } = await plain.read(20);
    expect(renewed).toHaveLength(1);
    expect(renewed[0]?.options).not.toHaveProperty("expires");
  });

  it("has what plugins add to it, before the callback that has the last word", async () => {
    const change = { read: () => Promise.resolve({ role: "admin", expires: "never" }) };
    const kept = keptWorld({ strategy, change });
    await kept.start(0);
    expect((await kept.read(1)).result.session).toMatchObject({ role: "admin" });
    const seen: unknown[] = [];
    const called = keptWorld({
      strategy,
      change,
      callbacks: {
        session: ({ session }) => {
          seen.push(Reflect.get(session, "role"));
          return { ...session, role: "guest" };
        },
      },
    });
    await called.start(0);
    expect((await called.read(1)).result.session).toMatchObject({ role: "guest" });
    expect(seen).toEqual(["admin"]);
  });

  it("tells the application whose it is, where it asks", async () => {
    const kept = keptWorld({ strategy });
    await kept.start(0);
    const { result } = await kept.request(1, (context) =>
      kept.sessions.read({ ...context, withId: true }),
    );
    expect(result.session?.user).toMatchObject({ id: "1", name: "Ada" });
    expect((await kept.read(1)).result.session?.user).not.toHaveProperty("id");
  });
});
