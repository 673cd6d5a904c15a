import { describe, expect, it } from "vitest";
import {
  ada,
  began,
  iso,
  maxAge,
  publicly,
  sessionsWorld,
  who,
} from "../../../../test/support/sessions-world.js";
import { sealToken } from "../../crypto/token.js";

const having = (members: object): unknown => expect.objectContaining(members);

describe("a session in a token", () => {
  it("is anybody's, stored or not", () => {
    expect(sessionsWorld({}).sessions.ofStoredUsers).toBe(false);
    const { sessions } = sessionsWorld({ strategy: "jwt", change: () => ({}) });
    expect(sessions.ofStoredUsers).toBe(false);
  });

  it("holds who it is, and the picture under one name", async () => {
    const { start, claims } = sessionsWorld({});
    await start(0);
    expect(await claims()).toMatchObject({
      sub: "1",
      name: "Ada",
      email: ada.email,
      picture: ada.image,
      iat: began / 1000,
      exp: began / 1000 + maxAge,
    });
    expect(await claims()).not.toHaveProperty("image");
  });

  it("is nobody's without a subject", async () => {
    const { start, current, read } = sessionsWorld({});
    await start(0, { ...who, user: { name: "Nobody" } });
    expect(await current(1)).toBeNull();
    expect((await read(1)).result.session?.user).toEqual({ name: "Nobody" });
  });

  it("ends by its own date, 15 seconds allowed for clocks", async () => {
    const { start, current } = sessionsWorld({});
    await start(0);
    expect(await current(maxAge + 14)).toBe("1");
    expect(await current(maxAge + 15)).toBeNull();
  });

  it.each([
    [true, "signUp"],
    [false, "signIn"],
    [undefined, "signIn"],
  ])("of a new user %s is started with trigger %s", async (isNewUser, trigger) => {
    const asked: unknown[] = [];
    const { start } = sessionsWorld({
      callbacks: {
        jwt: (params) => {
          asked.push({ ...params });
          return params.token;
        },
      },
    });
    const profile = { sub: "7" };
    const signedIn = { ...who, ...(isNewUser !== undefined && { isNewUser }) };
    await start(0, isNewUser ? { ...signedIn, profile } : signedIn);
    expect(asked).toEqual([
      {
        token: { ...publicly, picture: ada.image, sub: "1" },
        user: ada,
        account: who.account,
        ...(isNewUser && { profile }),
        ...(isNewUser !== undefined && { isNewUser }),
        trigger,
      },
    ]);
  });

  it("goes on with what the callback makes of the linked account", async () => {
    const { start, request, sessions, claims } = sessionsWorld({
      callbacks: { jwt: ({ token, account }) => ({ ...token, with: account?.provider }) },
    });
    await start(0);
    await request(1, (context) =>
      sessions.goOn(context, { ...who, account: { ...who.account, provider: "other" } }),
    );
    expect(await claims()).toMatchObject({ sub: "1", with: "other" });
  });

  it("is refused by a jwt callback that returns null, at the start and at a read", async () => {
    let answer = true;
    const { start, read, current } = sessionsWorld({
      callbacks: { jwt: ({ token }) => (answer ? token : null) },
    });
    await start(0);
    answer = false;
    const { result, changes } = await read(1);
    expect(result).toEqual({ session: null });
    expect(changes).toMatchObject([{ name: "s", value: "", options: { maxAge: 0 } }]);
    answer = true;
    await start(0);
    answer = false;
    expect((await start(1)).changes).toMatchObject([{ name: "s", value: "" }]);
    expect(await current(1)).toBeNull();
  });

  it("asks the jwt callback at every read, with the picture under both names", async () => {
    const asked: unknown[] = [];
    const { start, read } = sessionsWorld({
      callbacks: {
        jwt: (params) => {
          asked.push(params);
          return params.token;
        },
      },
    });
    await start(0);
    asked.length = 0;
    const plain = await read(1);
    expect(plain.changes).toEqual([]);
    expect(asked).toMatchObject([{ token: { picture: ada.image, image: ada.image } }]);
    expect(asked[0]).toHaveProperty("session", undefined);
    expect(asked[0]).not.toHaveProperty("trigger");
    const updated = await read(1, { data: 5 });
    expect(asked[1]).toMatchObject({ session: 5, trigger: "update" });
    expect(updated.changes).toHaveLength(1);
  });

  it("is written anew when the callback changed it, and is what the callback made of it", async () => {
    const granted: { role?: string } = {};
    const { start, read, claims } = sessionsWorld({
      callbacks: {
        jwt: ({ token }) => ({ ...token, ...granted }),
        session: ({ session, token }) => ({ ...session, role: token["role"] }),
      },
    });
    await start(0);
    granted.role = "admin";
    const { result, changes } = await read(1);
    expect(changes).toHaveLength(1);
    expect(result.session).toMatchObject({ role: "admin", expires: iso(maxAge + 1) });
    expect(await claims()).toMatchObject({ role: "admin", picture: ada.image });
    expect(await claims()).not.toHaveProperty("image");
    expect((await read(2)).changes).toEqual([]);
  });

  it("is written anew on update without a jwt callback, as it was", async () => {
    const { start, read, claims } = sessionsWorld({});
    await start(0);
    const { changes } = await read(1, { data: null });
    expect(changes).toHaveLength(1);
    expect(await claims()).toMatchObject({ name: "Ada", iat: began / 1000 + 1 });
  });

  it("of which it is not known when it was issued is due", async () => {
    const { keys, send, read } = sessionsWorld({});
    const [key] = await keys.tokenKeys("s");
    if (!key) throw new Error("There is a secret.");
    const text = JSON.stringify({ sub: "1", exp: began / 1000 + 50 });
    send(`s=${await keys.backend.encrypt(key.key, key.header, text)}`);
    const { changes, result } = await read(0);
    expect(changes).toHaveLength(1);
    expect(result.session?.expires).toBe(iso(maxAge));
  });

  it("tells at sign-out whose it was, or that nobody knows", async () => {
    const { start, end, send, told } = sessionsWorld({});
    await start(0);
    await end(1);
    send("s=nonsense");
    expect((await end(1)).changes).toMatchObject([{ name: "s", value: "" }]);
    expect(told).toEqual([
      ["signOut", { token: having({ sub: "1" }) }],
      ["signOut", { token: null }],
    ]);
  });
});

describe("the token of another purpose", () => {
  it("is no session, and the log says why when asked for details", async () => {
    const { keys, send, current, refused } = sessionsWorld({});
    const token = await sealToken(keys, { salt: "x", claims: { sub: "1" }, maxAge, now: began });
    send(`s=${token}`);
    expect(await current(0)).toBeNull();
    expect(refused).toEqual([{ reason: "no-key" }]);
  });
});
