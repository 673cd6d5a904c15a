import { describe, expect, it } from "vitest";
import { about, keptWorld, seconds } from "../../../../test/support/kept-sessions-world.js";
import { ada, at, iso } from "../../../../test/support/sessions-world.js";
import { unavailable } from "../../http/request-problem.js";
import type { SessionFacts } from "../facts.js";
import { factsInSuffix, withSuffix } from "../token-suffix.js";

describe("a kept session in the store", () => {
  const stored = (options: Omit<Parameters<typeof keptWorld>[0], "strategy"> = {}) =>
    keptWorld({ ...options, strategy: "database" });

  it("has its facts at the end of its token", async () => {
    const kept = stored();
    const { changes } = await kept.start(0);
    const [row] = kept.rows.sessions.values();
    expect(changes[0]?.value).toBe(row?.sessionToken);
    expect(row?.sessionToken.startsWith("token 1.")).toBe(true);
    expect(factsInSuffix(row?.sessionToken ?? "")).toMatchObject({
      sid: kept.sid(1),
      plugins: { mine: { epoch: "e1" } },
    });
    expect(kept.of("started")).toMatchObject([["started", { key: row?.sessionToken }]]);
  });

  it("is known by the key that its store finds it by, also where that is a hash", async () => {
    for (const hashed of [true, false]) {
      const kept = stored({ hashed });
      await kept.start(0);
      const [row] = kept.rows.sessions.values();
      const { result } = await about(kept, 1);
      const plain = row?.sessionToken ?? "";
      expect(result?.key?.startsWith("sha256:")).toBe(hashed);
      if (!hashed) expect(result?.key).toBe(plain);
      expect(kept.of("started")).toMatchObject([["started", { key: result?.key }]]);
      await kept.read(20);
      expect(kept.of("renewed")).toMatchObject([["renewed", { key: result?.key }]]);
    }
  });

  it("is told with the provider that started it", async () => {
    const kept = stored();
    await kept.start(0);
    expect((await about(kept, 1)).result).toMatchObject({ provider: "idp" });
  });

  it("that was ended is removed", async () => {
    const kept = stored();
    await kept.start(0);
    kept.ended.add(kept.sid(1));
    await kept.current(1);
    expect(kept.rows.sessions.size).toBe(0);
  });

  it("that was ended while it was extended is over, and its row is removed once more", async () => {
    const kept = stored({ change: { checkNow: () => Promise.resolve(false) } });
    await kept.start(0);
    const { result, changes } = await kept.read(20);
    expect(result).toEqual({ session: null });
    expect(changes).toMatchObject([{ value: "" }]);
    expect(kept.rows.sessions.size).toBe(0);
    expect(kept.of("renewed")).toEqual([]);
  });

  it("asks whose it is when it is extended", async () => {
    const kept = stored();
    await kept.start(0);
    await kept.read(5);
    expect(kept.of("checkNow")).toEqual([]);
    await kept.read(20);
    expect(kept.of("checkNow")).toEqual([["checkNow", { sid: kept.sid(1), userId: "1" }]]);
  });

  it("of before began when its expiry says, and with an end for good it is not extended", async () => {
    const kept = stored({ change: { endsBy: ({ facts }) => facts.authTime + 1000 } });
    const row = { sessionToken: "before", userId: "1", expires: new Date(at(60)) };
    kept.rows.sessions.set("before", row);
    kept.send("s=before");
    const { result, changes } = await kept.read(20);
    expect(result.session?.expires).toBe(iso(60));
    expect(changes).toEqual([]);
    const { result: session } = await about(kept, 20);
    expect(session).toMatchObject({ sid: await kept.adopted("before"), key: "before" });
    expect(session?.authTime).toBeUndefined();
  });

  it("of before is ended at sign-out, and when another takes its place", async () => {
    const kept = stored();
    for (const leave of [() => kept.end(1), () => kept.start(1)]) {
      const row = { sessionToken: "before", userId: "1", expires: new Date(at(60)) };
      kept.rows.sessions.set("before", row);
      kept.send("s=before");
      await leave();
      expect(kept.rows.sessions.has("before")).toBe(false);
      expect(kept.of("end").at(-1)).toEqual(["end", await kept.adopted("before")]);
    }
  });

  it("is signed out although shared state does not answer", async () => {
    const kept = stored({ change: { end: () => Promise.reject(unavailable()) } });
    await kept.start(0);
    await kept.end(1);
    expect(kept.rows.sessions.size).toBe(0);
    expect(kept.told).toMatchObject([["signOut", { session: { userId: "1" } }]]);
    expect(kept.logged).toEqual([]);
  });

  it("is looked up together with its user", async () => {
    const kept = stored();
    const user = (moment: number) =>
      kept.request(
        moment,
        (context) => kept.sessions.currentUser?.(context) ?? Promise.resolve(undefined),
      );
    expect((await user(0)).result).toBeNull();
    await kept.start(0);
    expect((await user(1)).result).toMatchObject({ id: "1", email: ada.email });
  });

  it("is not asked for where the cookie can't be a key, and nobody is told whose it was", async () => {
    const kept = stored();
    kept.send("s=a%01b");
    expect(await kept.current(0)).toBeNull();
    await kept.end(0);
    expect(kept.told).toEqual([["signOut", { session: null }]]);
    expect(kept.of("end")).toEqual([]);
  });

  it("with facts of another session is found by its whole token only", async () => {
    const kept = stored();
    await kept.start(0);
    const facts: SessionFacts = { sid: kept.sid(1), authTime: seconds + 1000 };
    kept.send(`s=${encodeURIComponent(withSuffix("token 1", facts))}`);
    expect(await kept.current(1)).toBeNull();
    expect(kept.rows.sessions.size).toBe(1);
  });
});
