import { describe, expect, it, vi } from "vitest";
import {
  began,
  iso,
  maxAge,
  sessionsWorld,
  updateAge,
} from "../../../test/support/sessions-world.js";
import type { JWTOptions } from "../../types/jwt.js";
import { CookieJar } from "../cookies/jar.js";

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

describe("a session token of the application's own making that is none", () => {
  const decoding = (claims: unknown) => {
    const asked: unknown[] = [];
    const world = sessionsWorld({
      jwt: {
        // @ts-expect-error An application without types may answer anything.
        decode: ({ token }) => {
          asked.push(token);
          return claims;
        },
      },
    });
    return { ...world, asked };
  };

  it.each([undefined, "9", 9, ["9"], true])("since it says %j is nobody's", async (claims) => {
    const { send, current, asked, logged } = decoding(claims);
    send("s=own");
    expect(await current(0)).toBeNull();
    expect([asked, logged]).toEqual([["own"], []]);
  });

  it.each(["soon", Number.NaN, Number.POSITIVE_INFINITY, null])(
    "since it ends at %j is nobody's",
    async (exp) => {
      const { send, current } = decoding({ sub: "9", exp });
      send("s=own");
      expect(await current(0)).toBeNull();
    },
  );

  it("since nobody can have made it is not asked about", async () => {
    const { send, current, asked } = decoding({ sub: "9" });
    send("s=a%00b");
    expect(await current(0)).toBeNull();
    expect(asked).toEqual([]);
  });

  it("is of nobody where its `sub` is no id, and of a number as a text", async () => {
    for (const [sub, expected] of [
      ["", null],
      [{}, null],
      [9, "9"],
      [9n, "9"],
    ]) {
      const { send, current } = decoding({ sub });
      send("s=own");
      expect(await current(0)).toBe(expected);
    }
  });

  it("is issued at no time that is no number", async () => {
    const exp = began / 1000 + 50;
    const { send, read } = decoding({ sub: "9", exp, iat: "then" });
    send("s=own");
    expect((await read(1)).changes).toHaveLength(1);
  });
});

describe("a session token of another secret", () => {
  it("is nobody's, and the log says what to do", async () => {
    const { start } = sessionsWorld({});
    const { changes } = await start(0);
    const other = sessionsWorld({ secret: "another secret of sessions" });
    other.send(`s=${changes[0]?.value}`);
    expect(await other.current(1)).toBeNull();
    expect(other.refused).toEqual([{ reason: "no-key" }]);
    expect(other.logged).toEqual([["other-secret", containing("Set the same AUTH_SECRET")]]);
  });

  it("is not what a token is that has expired", async () => {
    const { start, current, logged } = sessionsWorld({});
    await start(0);
    expect(await current(maxAge + 16)).toBeNull();
    expect(logged).toEqual([]);
  });
});

describe("a session token that comes again and again", () => {
  /** Counts how often tokens are decrypted. */
  const counted = (world: ReturnType<typeof sessionsWorld>) =>
    vi.spyOn(world.keys.backend, "decrypt");

  it("is decrypted twice and known from then on, until it has expired", async () => {
    const world = sessionsWorld({});
    await world.start(0);
    const decrypted = counted(world);
    for (let time = 0; time < 5; time++) expect(await world.current(1)).toBe("1");
    expect(decrypted).toHaveBeenCalledTimes(2);
    expect(await world.current(maxAge + 16)).toBeNull();
    expect(decrypted).toHaveBeenCalledTimes(2);
    expect(world.refused).toEqual([{ reason: "expired" }]);
  });

  it("is known by every character: a changed one is authenticated and refused", async () => {
    const world = sessionsWorld({});
    const { changes } = await world.start(0);
    const good = changes[0]?.value ?? "";
    for (let time = 0; time < 3; time++) expect(await world.current(1)).toBe("1");
    for (const index of [good.indexOf("..") + 2, good.length - 10, good.length - 2]) {
      const other = good[index] === "A" ? "B" : "A";
      world.send(`s=${good.slice(0, index)}${other}${good.slice(index + 1)}`);
      expect(await world.current(1)).toBeNull();
    }
    world.send(`s=${good}`);
    expect(await world.current(1)).toBe("1");
    expect(world.refused).toHaveLength(3);
  });

  it("says the same every time, whatever a callback did to it", async () => {
    const seen: unknown[] = [];
    const world = sessionsWorld({
      callbacks: {
        session({ session, token }) {
          seen.push({ ...token });
          token["sub"] = "somebody else";
          Object.assign(session, { hidden: true });
          return session;
        },
      },
    });
    await world.start(0);
    for (let time = 0; time < 4; time++) await world.read(1);
    expect(seen[3]).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({ sub: "1" });
    expect(await world.current(1)).toBe("1");
  });

  it("is of no use with the keys of another cookie", async () => {
    const world = sessionsWorld({});
    await world.start(0);
    for (let time = 0; time < 3; time++) await world.current(1);
    const elsewhere = await world.request(1, ({ jar, ...context }) => {
      const value = jar.get("s") ?? "";
      const other = { name: "other", options: {} };
      return world.sessions.current({
        ...context,
        jar: new CookieJar(`other=${value}`),
        cookie: other,
      });
    });
    expect(elsewhere.result).toBeNull();
  });
});
