import { describe, expect, it } from "vitest";
import {
  at,
  iso,
  maxAge,
  publicly,
  sessionsWorld,
  updateAge,
} from "../../../test/support/sessions-world.js";

const containing = (text: string): unknown => expect.stringContaining(text);
const having = (members: object): unknown => expect.objectContaining(members);

describe.each(["jwt", "database"] as const)("a session of strategy %s", (strategy) => {
  it("is there once it was started, for who started it", async () => {
    const { start, read, current, told } = sessionsWorld({ strategy });
    expect(await current(0)).toBeNull();
    const { changes } = await start(0);
    expect(changes).toMatchObject([
      { name: "s", options: { path: "/", expires: new Date(at(maxAge)) } },
    ]);
    expect(await current(1)).toBe("1");
    const { result } = await read(1);
    expect(result).toEqual({ session: { user: publicly, expires: iso(maxAge) } });
    expect(told).toMatchObject([["session", { session: result.session }]]);
  });

  it("is nobody's where no cookie is, and none is set", async () => {
    const { read, told } = sessionsWorld({ strategy });
    expect(await read(0)).toEqual({ result: { session: null }, changes: [] });
    expect(told).toEqual([]);
  });

  it("that nobody can read is cleared", async () => {
    const { send, read, current } = sessionsWorld({ strategy });
    send("s=nonsense");
    expect(await current(0)).toBeNull();
    const { result, changes } = await read(0);
    expect(result).toEqual({ session: null });
    expect(changes).toEqual([{ name: "s", value: "", options: { path: "/", maxAge: 0 } }]);
  });

  it("is extended when `updateAge` has passed, and not before", async () => {
    const { start, read } = sessionsWorld({ strategy });
    await start(0);
    const early = await read(updateAge - 1);
    expect(early.changes).toEqual([]);
    expect(early.result.session?.expires).toBe(iso(maxAge));
    const due = await read(updateAge);
    expect(due.changes).toMatchObject([
      { name: "s", options: { expires: new Date(at(maxAge + updateAge)) } },
    ]);
    expect(due.result.session?.expires).toBe(iso(maxAge + updateAge));
    const again = await read(updateAge + 1);
    expect(again.changes).toEqual([]);
    expect(again.result.session?.expires).toBe(iso(maxAge + updateAge));
  });

  it("is read and not extended where no cookie can be set", async () => {
    const { start, request, sessions } = sessionsWorld({ strategy });
    await start(0);
    const { result, changes } = await request(50, (context) =>
      sessions.read({ ...context, renew: false }),
    );
    expect(result.session?.expires).toBe(iso(maxAge));
    expect(changes).toEqual([]);
    const asked = await request(50, (context) => sessions.read({ ...context, renew: true }));
    expect(asked.result.session?.expires).toBe(iso(maxAge + 50));
  });

  it("tells the session callback of an update, and of nothing at a plain read", async () => {
    const asked: object[] = [];
    const { start, read } = sessionsWorld({
      strategy,
      callbacks: {
        session: (params) => {
          asked.push(params);
          return params.session;
        },
      },
    });
    await start(0);
    await read(1);
    await read(1, { data: { theme: "dark" } });
    expect(asked[0]).not.toHaveProperty("trigger");
    expect(asked[0]).not.toHaveProperty("newSession");
    expect(asked[1]).toMatchObject({ trigger: "update", newSession: { theme: "dark" } });
  });

  it("stays when a callback fails, which is logged", async () => {
    const { start, read, logged } = sessionsWorld({
      strategy,
      callbacks: {
        session: () => {
          throw new Error("passing");
        },
      },
    });
    await start(0);
    const { result, changes } = await read(50);
    expect(result).toMatchObject({ session: null, fault: "callback" });
    expect(changes).toEqual([]);
    const type = strategy === "jwt" ? "JWTSessionError" : "SessionTokenError";
    expect(logged).toEqual([[type, having({ type })]]);
    expect(logged[0]?.[1]).toMatchObject({
      message: containing("The session couldn't be read"),
      cause: { err: { message: "passing" } },
    });
  });

  it("is over once it was ended", async () => {
    const { start, end, current, told } = sessionsWorld({ strategy });
    await start(0);
    const { changes } = await end(1);
    expect(changes).toEqual([{ name: "s", value: "", options: { path: "/", maxAge: 0 } }]);
    expect(told.map(([name]) => name)).toEqual(["signOut"]);
    expect(await current(1)).toBeNull();
  });

  it("that is not there is not ended, and nobody is told", async () => {
    const { end, told } = sessionsWorld({ strategy });
    expect((await end(0)).changes).toEqual([]);
    expect(told).toEqual([]);
  });
});
