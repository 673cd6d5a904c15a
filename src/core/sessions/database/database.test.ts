import { describe, expect, it } from "vitest";
import { at, iso, maxAge, sessionsWorld, who } from "../../../../test/support/sessions-world.js";
import type { Adapter } from "../../../types/adapter.js";

const containing = (text: string): unknown => expect.stringContaining(text);

describe("a session in the store", () => {
  const refusing = (method: keyof Adapter) => (adapter: Required<Adapter>) => ({
    ...adapter,
    [method]: () => Promise.reject(new Error(`no ${method}`)),
  });

  it("is not asked for where there is no cookie", async () => {
    const { current, read, logged } = sessionsWorld({
      strategy: "database",
      change: refusing("getSessionAndUser"),
    });
    expect(await current(0)).toBeNull();
    expect((await read(0)).result).toEqual({ session: null });
    expect(logged).toEqual([]);
  });

  it("is of users in the store only; without a store it can only be a token", () => {
    expect(sessionsWorld({ strategy: "database" }).sessions.ofStoredUsers).toBe(true);
  });

  it("is a row with a token of its own, the user and an expiry", async () => {
    const { start, rows } = sessionsWorld({ strategy: "database" });
    const { changes } = await start(0);
    expect([...rows.sessions.values()]).toEqual([
      { sessionToken: "token 1", userId: "1", expires: new Date(at(maxAge)) },
    ]);
    expect(changes).toMatchObject([{ value: "token 1" }]);
  });

  it("replaces the one that the browser had", async () => {
    const { start, rows } = sessionsWorld({ strategy: "database" });
    await start(0);
    await start(1);
    expect([...rows.sessions.keys()]).toEqual(["token 2"]);
  });

  it("is started although the one before can't be removed, which is logged", async () => {
    const { start, rows, logged } = sessionsWorld({
      strategy: "database",
      change: refusing("deleteSession"),
    });
    await start(0);
    expect(logged).toEqual([]);
    const { changes } = await start(1);
    expect(changes).toMatchObject([{ value: "token 2" }]);
    expect([...rows.sessions.keys()]).toEqual(["token 1", "token 2"]);
    expect(logged).toMatchObject([["SessionTokenError", { type: "SessionTokenError" }]]);
    expect(logged[0]?.[1]).toMatchObject({
      message: containing("replaced by a new one couldn't be deleted"),
      cause: { err: { message: containing("no deleteSession") } },
    });
  });

  it("goes on as it is when an account is linked", async () => {
    const { start, request, sessions, rows } = sessionsWorld({ strategy: "database" });
    await start(0);
    const { changes } = await request(1, (context) => sessions.goOn(context, who));
    expect(changes).toEqual([]);
    expect([...rows.sessions.keys()]).toEqual(["token 1"]);
  });

  it("is over at its expiry, to the moment, and its row is removed", async () => {
    const { start, current, rows } = sessionsWorld({ strategy: "database" });
    await start(0);
    expect(await current(maxAge - 0.001)).toBe("1");
    expect(rows.sessions.size).toBe(1);
    expect(await current(maxAge)).toBeNull();
    expect(rows.sessions.size).toBe(0);
  });

  it("says so when the store can't be asked, and the cookie stays", async () => {
    const { start, read, logged } = sessionsWorld({
      strategy: "database",
      change: refusing("getSessionAndUser"),
    });
    await start(0);
    const { result, changes } = await read(1);
    expect(result).toMatchObject({ session: null, fault: "store" });
    expect(changes).toEqual([]);
    expect(logged).toMatchObject([["SessionTokenError", { type: "SessionTokenError" }]]);
  });

  it("does not give its key to scripts, whatever the callback returns", async () => {
    let extra = {};
    const { start, read, told } = sessionsWorld({
      strategy: "database",
      callbacks: { session: ({ session }) => ({ ...session, ...extra }) },
    });
    await start(0);
    const first = (await read(1)).result.session;
    expect(first).toMatchObject({ userId: "1", user: { id: "1" } });
    expect(first).not.toHaveProperty("sessionToken");
    expect(told).toMatchObject([["session", { session: first }]]);
    extra = { sessionToken: "of another kind" };
    expect((await read(1)).result.session).toMatchObject({ sessionToken: "of another kind" });
  });

  it("leaves what the callback returned untouched", async () => {
    const returned: object[] = [];
    const { start, read } = sessionsWorld({
      strategy: "database",
      callbacks: {
        session: ({ session }) => {
          returned.push(session);
          return session;
        },
      },
    });
    await start(0);
    await read(1);
    expect(returned).toMatchObject([{ sessionToken: "token 1" }]);
  });

  it("is extended once for requests side by side", async () => {
    const writes: unknown[] = [];
    const { start, request, sessions } = sessionsWorld({
      strategy: "database",
      change: (adapter) => ({
        ...adapter,
        updateSession: (session) => {
          writes.push(session);
          return adapter.updateSession(session);
        },
      }),
    });
    await start(0);
    const reading = (seconds: number) =>
      request(seconds, (context) =>
        Promise.all([sessions.read(context), sessions.read(context), sessions.read(context)]),
      );
    const { result } = await reading(20);
    expect(result.map(({ session }) => session?.expires)).toEqual(Array(3).fill(iso(120)));
    expect(writes).toEqual([{ sessionToken: "token 1", expires: new Date(at(120)) }]);
    await reading(40);
    expect(writes).toHaveLength(2);
  });

  it("stays valid until its old expiry when it can't be extended, and the next read tries again", async () => {
    let broken = true;
    const { start, read, logged, rows } = sessionsWorld({
      strategy: "database",
      change: (adapter) => ({
        ...adapter,
        updateSession: (session) =>
          broken ? Promise.reject(new Error("no room")) : adapter.updateSession(session),
      }),
    });
    await start(0);
    const { result, changes } = await read(20);
    expect(result.session?.expires).toBe(iso(maxAge));
    expect(changes).toEqual([]);
    expect(logged).toMatchObject([["SessionTokenError", { type: "SessionTokenError" }]]);
    expect(logged[0]?.[1]).toMatchObject({
      message: containing("couldn't be extended"),
      cause: { err: { message: containing("no room") } },
    });
    broken = false;
    expect((await read(20)).result.session?.expires).toBe(iso(maxAge + 20));
    expect(rows.sessions.get("token 1")?.expires).toEqual(new Date(at(maxAge + 20)));
  });

  it("that can't be removed is signed out in the browser all the same, and says so", async () => {
    const { start, request, sessions, told } = sessionsWorld({
      strategy: "database",
      change: refusing("deleteSession"),
    });
    await start(0);
    const { result, changes } = await request(1, (context) =>
      sessions.end(context).catch((error: unknown) => error),
    );
    expect(result).toMatchObject({
      type: "SignOutError",
      message: containing("couldn't be deleted"),
      cause: { err: { message: containing("no deleteSession") } },
    });
    expect(changes).toMatchObject([{ name: "s", value: "" }]);
    expect(told).toEqual([]);
  });

  it("tells at sign-out which session it was", async () => {
    const { start, end, told } = sessionsWorld({ strategy: "database" });
    await start(0);
    await end(1);
    expect(told).toMatchObject([
      ["signOut", { session: { sessionToken: "token 1", userId: "1" } }],
    ]);
  });
});
