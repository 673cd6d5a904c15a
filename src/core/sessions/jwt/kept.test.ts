import { describe, expect, it } from "vitest";
import { about, keptWorld, seconds } from "../../../../test/support/kept-sessions-world.js";
import { at, maxAge, sessionsWorld, who } from "../../../../test/support/sessions-world.js";
import { parseObject } from "../../values/json.js";

const containing = (text: string): unknown => expect.stringContaining(text);

const plugins = { mine: { epoch: "e1" } };

describe("a kept session in a token", () => {
  it("goes on with the same facts when an account is linked, or begins with new ones", async () => {
    const kept = keptWorld({});
    await kept.start(0);
    await kept.request(1, (context) => kept.sessions.goOn(context, who));
    expect((await about(kept, 2)).result).toMatchObject({ sid: kept.sid(1), provider: "idp" });
    expect(kept.of("end")).toEqual([]);
    kept.send("");
    await kept.request(3, (context) => kept.sessions.goOn(context, who));
    expect((await about(kept, 4)).result).toMatchObject({
      sid: kept.sid(2),
      authTime: seconds + 3,
    });
  });

  it("has its facts, whatever the callback makes of the token", async () => {
    const seen: unknown[] = [];
    const kept = keptWorld({
      callbacks: {
        jwt: ({ token }) => {
          seen.push(token["latchkey"]);
          return { sub: "1", latchkey: { sid: "x".repeat(22), authTime: 0 } };
        },
        session: ({ session, token }) => ({ ...session, facts: token["latchkey"] }),
      },
    });
    await kept.start(0);
    expect(seen[0]).toMatchObject({ sid: kept.sid(1), authTime: seconds });
    expect(await kept.claims()).toMatchObject({ latchkey: { sid: kept.sid(1), plugins } });
    const { result } = await kept.read(20);
    expect(result.session).toMatchObject({ facts: { sid: kept.sid(1) } });
    expect(await kept.claims(20)).toMatchObject({ latchkey: { sid: kept.sid(1), plugins } });
    expect(await kept.current(21)).toBe("1");
    expect(await kept.claims(21)).toMatchObject({ latchkey: { sid: kept.sid(1), plugins } });
  });

  it("of before is written with its facts at the next read, and not again", async () => {
    const kept = keptWorld({});
    const before = sessionsWorld({});
    const { changes: set } = await before.start(0);
    kept.send(`s=${set[0]?.value ?? ""}`);
    const { changes } = await kept.read(1);
    expect(changes).toHaveLength(1);
    const adopted = await kept.adopted(set[0]?.value ?? "");
    const latchkey = { sid: adopted, authTime: seconds, adopted: true, plugins };
    expect(await kept.claims()).toMatchObject({ latchkey });
    expect((await kept.read(2)).changes).toEqual([]);
    expect(kept.of("issue")).toHaveLength(1);
  });

  it("of before in a token of the application's own is not written for it", async () => {
    const encode = ({ token }: { token?: object | undefined }) =>
      Promise.resolve(Buffer.from(JSON.stringify(token)).toString("base64url"));
    const decode = ({ token = "" }: { token?: string | undefined }) =>
      Promise.resolve(parseObject(Buffer.from(token, "base64url").toString()) ?? null);
    const kept = keptWorld({ jwt: { encode, decode } });
    const text = JSON.stringify({ sub: "1", iat: seconds, exp: seconds + 100 });
    kept.send(`s=${Buffer.from(text).toString("base64url")}`);
    const { result, changes } = await kept.read(1);
    expect(result.session?.user).toEqual({});
    expect(changes).toEqual([]);
    expect(kept.of("issue")).toEqual([]);
  });

  it("that does not say when it was made is taken to begin now", async () => {
    const kept = keptWorld({});
    const [key] = await kept.keys.tokenKeys("s");
    if (!key) throw new Error("There is a secret.");
    const text = JSON.stringify({ sub: "1", exp: seconds + 50 });
    const token = await kept.keys.backend.encrypt(key.key, key.header, text);
    kept.send(`s=${token}`);
    await kept.read(1.5);
    expect(await kept.claims(2)).toMatchObject({ latchkey: { authTime: seconds + 1 } });
  });

  it("is noted as nobody's without a subject", async () => {
    const kept = keptWorld({});
    await kept.start(0, { ...who, user: { name: "Nobody" } });
    expect(kept.of("issue", "started")).toMatchObject([
      ["issue", { userId: null }],
      ["started", { userId: null }],
    ]);
    await kept.read(1);
    expect(kept.of("check")).toMatchObject([["check", { userId: null }]]);
    expect((await about(kept, 1)).result).toBeNull();
  });

  it("that the callback changed is written by whoever asks who is signed in, and noted", async () => {
    const granted: { role?: string } = {};
    const kept = keptWorld({ callbacks: { jwt: ({ token }) => ({ ...token, ...granted }) } });
    await kept.start(0);
    granted.role = "admin";
    expect(await kept.current(1)).toBe("1");
    expect(await kept.claims()).toMatchObject({ role: "admin", latchkey: { sid: kept.sid(1) } });
    expect(kept.of("renewed")).toMatchObject([
      ["renewed", { facts: { sid: kept.sid(1) }, userId: "1", expires: new Date(at(maxAge + 1)) }],
    ]);
    granted.role = "owner";
    await kept.request(2, (context) => kept.sessions.current({ ...context, renew: false }));
    expect(await kept.claims()).toMatchObject({ role: "admin" });
    await kept.request(2, (context) => kept.sessions.current({ ...context, renew: true }));
    expect(await kept.claims()).toMatchObject({ role: "owner" });
  });

  it("asks the callback once, however often one request asks who is signed in", async () => {
    let asked = 0;
    const kept = keptWorld({
      callbacks: {
        jwt: ({ token }) => {
          asked += 1;
          return token;
        },
      },
    });
    await kept.start(0);
    asked = 0;
    const { result } = await kept.request(1, async (context) => [
      await kept.sessions.current(context),
      await kept.sessions.current(context),
    ]);
    expect(result).toEqual(["1", "1"]);
    expect(asked).toBe(1);
    await kept.current(2);
    expect(asked).toBe(2);
  });

  it("of whom the callback says nothing any more is nobody's, for whoever asks", async () => {
    let answer = true;
    const kept = keptWorld({ callbacks: { jwt: ({ token }) => (answer ? token : null) } });
    await kept.start(0);
    answer = false;
    const { result, changes } = await kept.request(1, (context) => kept.sessions.current(context));
    expect(result).toBeNull();
    expect(changes).toMatchObject([{ name: "s", value: "" }]);
  });

  it("is not known to be anybody's when the callback fails", async () => {
    let broken = false;
    const kept = keptWorld({
      callbacks: {
        jwt: ({ token }) => {
          if (broken) throw new Error("passing");
          return token;
        },
      },
    });
    await kept.start(0);
    broken = true;
    await expect(kept.current(1)).rejects.toMatchObject({
      type: "JWTSessionError",
      message: containing("it's unknown whether the user is signed in"),
      cause: { err: { message: "passing" } },
    });
    const { result } = await kept.read(1);
    expect(result).toMatchObject({
      session: null,
      fault: "callback",
      error: { message: "passing" },
    });
    expect(kept.logged.at(-1)?.[1]).toMatchObject({
      message: "The session couldn't be read: the `jwt` or `session` callback failed.",
    });
  });

  it("that was ended while an update waited its turn is over", async () => {
    let ended = false;
    let looks = 0;
    const kept = keptWorld({
      change: {
        check: () => {
          looks += 1;
          return !ended && looks <= 1;
        },
      },
    });
    await kept.start(0);
    const { result, changes } = await kept.read(1, { data: 1 });
    expect(result).toEqual({ session: null });
    expect(changes).toMatchObject([{ value: "" }]);
    ended = true;
    expect((await kept.read(1, { data: 1 })).result).toEqual({ session: null });
  });

  it("is told to the event, and to whoever listens at sign-out with its claims", async () => {
    const kept = keptWorld({});
    await kept.start(0);
    await kept.read(1);
    await kept.end(2);
    expect(kept.told).toMatchObject([
      ["session", { session: { user: { name: "Ada" } }, token: { sub: "1" } }],
      ["signOut", { token: { sub: "1", latchkey: { sid: kept.sid(1) } } }],
    ]);
  });
});
