import { describe, expect, it } from "vitest";
import { began, iso, maxAge, sessionsWorld, updateAge } from "../../test/support/sessions-world.js";
import type { JWTOptions } from "../types/jwt.js";

const containing = (text: string): unknown => expect.stringContaining(text);
const having = (members: object): unknown => expect.objectContaining(members);

describe("a session token of the application's own making", () => {
  const own = (decode: JWTOptions["decode"], asked: unknown[] = []): Partial<JWTOptions> => ({
    encode(params) {
      asked.push(params);
      return "own";
    },
    decode(params) {
      asked.push(params);
      return decode(params);
    },
  });

  it("is made and read by the application's functions", async () => {
    const asked: unknown[] = [];
    const { start, current } = sessionsWorld({ jwt: own(() => ({ sub: "9" }), asked) });
    const { changes } = await start(0);
    expect(changes).toMatchObject([{ value: "own" }]);
    expect(await current(1)).toBe("9");
    const secret = "a secret of sessions";
    expect(asked).toEqual([
      { token: having({ sub: "1" }), secret, maxAge, salt: "s" },
      { token: "own", secret, salt: "s" },
    ]);
  });

  it("is nobody's where the application says so", async () => {
    const { send, current, logged } = sessionsWorld({ jwt: own(() => null) });
    send("s=own");
    expect(await current(0)).toBeNull();
    expect(logged).toEqual([]);
  });

  it("is nobody's where the application's function fails, which is logged", async () => {
    const { send, current, logged } = sessionsWorld({
      jwt: own(() => {
        throw new Error("bad token");
      }),
    });
    send("s=own");
    expect(await current(0)).toBeNull();
    expect(logged).toEqual([["JWTSessionError", having({ type: "JWTSessionError" })]]);
    expect(logged[0]?.[1]).toMatchObject({
      message: containing("`jwt.decode` failed"),
      cause: { err: { message: "bad token" } },
    });
  });

  it.each([
    [-16, null],
    [-15, null],
    [-14, "9"],
    [50, "9"],
  ])("that ends %i seconds from now is of %s", async (seconds, expected) => {
    const { send, current } = sessionsWorld({
      jwt: own(() => ({ sub: "9", exp: began / 1000 + seconds })),
    });
    send("s=own");
    expect(await current(0.5)).toBe(expected);
  });

  it("without dates ends `maxAge` from now, and is due", async () => {
    const { send, request, sessions, read } = sessionsWorld({ jwt: own(() => ({ sub: "9" })) });
    send("s=own");
    const { result } = await request(5, (context) => sessions.read({ ...context, renew: false }));
    expect(result.session?.expires).toBe(iso(5 + maxAge));
    expect((await read(5)).changes).toHaveLength(1);
  });

  it("with dates is due by them", async () => {
    const dates = { iat: began / 1000, exp: began / 1000 + 50 };
    const { send, read } = sessionsWorld({ jwt: own(() => ({ sub: "9", ...dates })) });
    send("s=own");
    const { result, changes } = await read(updateAge - 1);
    expect(changes).toEqual([]);
    expect(result.session?.expires).toBe(iso(50));
    expect((await read(updateAge)).changes).toHaveLength(1);
  });

  it("is written anew only when a callback changed what the application had read", async () => {
    const dates = { iat: began / 1000, exp: began / 1000 + 50 };
    const { send, read } = sessionsWorld({
      jwt: own(() => ({ sub: "9", ...dates })),
      callbacks: { jwt: ({ token }) => token },
    });
    send("s=own");
    expect((await read(1)).changes).toEqual([]);
  });
});
