import { describe, expect, it } from "vitest";
import { now, proof, signInWorld } from "../../../test/support/sign-in-world.js";
import type { Adapter } from "../../types/adapter.js";
import type { JWTCallbackParams } from "../../types/callbacks.js";

const containing = (text: string): unknown => expect.stringContaining(text);

describe("the end of a sign-in", () => {
  it("[SVC-3] [EVT-1] [EVT-3] [RES-10] creates the user and links the account at the first sign-in", async () => {
    const { rows, told, finish } = signInWorld();
    const { outcome } = await finish(proof("account-only"));
    expect(outcome).toEqual({ kind: "redirect", to: "https://app.test/in" });
    const [user] = rows.users.values();
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.org", emailVerified: null });
    expect(user?.id).not.toBe("at-provider");
    const account = {
      provider: "idp",
      providerAccountId: "at-provider",
      type: "oauth",
      userId: user?.id,
      access_token: "t",
    };
    expect([...rows.accounts.values()]).toEqual([account]);
    expect([...rows.sessions.values()]).toMatchObject([{ userId: user?.id }]);
    expect(told).toEqual([
      ["createUser", { user }],
      ["linkAccount", { user, account, profile: proof("account-only").user }],
      [
        "signIn",
        {
          user,
          account: { ...proof("account-only").account, userId: user?.id },
          profile: { sub: "at-provider", nickname: "Lady" },
          isNewUser: true,
        },
      ],
    ]);
  });

  it("[SVC-3] [EVT-4] finds the user again at the second sign-in, and creates nothing", async () => {
    const { rows, told, finish } = signInWorld();
    await finish(proof("account-only"));
    told.length = 0;
    await finish(proof("account-only"));
    expect([rows.users.size, rows.accounts.size, rows.sessions.size]).toEqual([1, 1, 2]);
    expect(told).toEqual([["signIn", expect.objectContaining({ isNewUser: false })]]);
  });

  it("[RES-4] [EVT-2] emailVerified is null until an e-mail sign-in, then the date of the first", async () => {
    const { rows, told, finish } = signInWorld();
    await finish(proof("account-only"));
    const verifiedAt = () => [...rows.users.values()].map(({ emailVerified }) => emailVerified);
    expect(verifiedAt()).toEqual([null]);
    const email = proof("email-owner", {
      account: { provider: "mail", providerAccountId: "ada@example.org", type: "email" },
    });
    told.length = 0;
    await finish(email);
    expect(verifiedAt()).toEqual([new Date(now)]);
    const names = ["unlinkAccount", "linkAccount", "updateUser", "signIn"];
    expect(told.map(([name]) => name)).toEqual(names);
    expect(told[2]?.[1]).toMatchObject({ user: { emailVerified: new Date(now) } });
    told.length = 0;
    await finish(email);
    expect(told.map(([name]) => name)).toEqual(["signIn"]);
    expect([...rows.accounts.values()].map(({ type }) => type)).toEqual(["email"]);
  });

  it("[RES-4] a user created by an e-mail sign-in has proven the address at once", async () => {
    const { rows, finish } = signInWorld();
    await finish(proof("email-owner"));
    expect([...rows.users.values()]).toMatchObject([{ emailVerified: new Date(now) }]);
  });

  it("[EVT-3] [RES-10] links a further account to the user who is signed in, and the session goes on", async () => {
    const { rows, told, finish } = signInWorld();
    const { cookie } = await finish(proof("account-only"));
    const [user] = rows.users.values();
    told.length = 0;
    const before = [...rows.sessions.keys()];
    const second = { provider: "other", providerAccountId: "7", type: "oidc" } as const;
    await finish(
      proof("account-only", {
        account: second,
        user: { id: "7", email: "else@example.org" },
        beganAs: user?.id ?? "",
      }),
      cookie,
    );
    expect(rows.users.size).toBe(1);
    expect([...rows.accounts.values()].map(({ userId }) => userId)).toEqual([user?.id, user?.id]);
    expect([...rows.sessions.keys()]).toEqual(before);
    expect(told.map(([name]) => name)).toEqual(["linkAccount", "signIn"]);
  });

  it("refuses an account of another user, and writes nothing", async () => {
    const { rows, finish } = signInWorld();
    const { cookie } = await finish(proof("account-only"));
    const grace = proof("account-only", {
      account: { provider: "idp", providerAccountId: "g", type: "oauth" },
      user: { id: "g", email: "grace@example.org" },
    });
    await finish(grace);
    const before = structuredClone(rows);
    await expect(finish(grace, cookie)).rejects.toMatchObject({
      type: "OAuthAccountNotLinked",
      cause: { provider: "idp", reason: "account-of-another" },
    });
    expect(rows).toEqual(before);
  });

  it("[RTE-6] a new user goes to pages.newUser, which learns where they wanted to go", async () => {
    const { finish } = signInWorld({ pages: { newUser: "/welcome?step=1" } });
    expect((await finish(proof("account-only"))).outcome).toEqual({
      kind: "redirect",
      to: "https://app.test/welcome?step=1&callbackUrl=https%3A%2F%2Fapp.test%2Fin",
    });
    expect((await finish(proof("account-only"))).outcome).toMatchObject({
      to: "https://app.test/in",
    });
  });

  it("[CBK-7] the signIn callback gets the stored user where there is one, and the profile", async () => {
    const asked: unknown[] = [];
    const { rows, finish } = signInWorld({
      callbacks: {
        signIn: (params) => {
          asked.push(params);
          return true;
        },
      },
    });
    await finish(proof("account-only"));
    await finish(proof("account-only"));
    const { user, account, profile } = proof("account-only");
    const [stored] = rows.users.values();
    expect(asked).toEqual([
      { user, account, profile },
      { user: stored, account, profile },
    ]);
  });

  it("[SIG-2] [SIG-3] a refusal or another target comes before anything is written", async () => {
    for (const answer of [false, "/elsewhere"]) {
      const { rows, finish } = signInWorld({ callbacks: { signIn: () => answer } });
      const result = await finish(proof("account-only")).catch((error: unknown) => error);
      expect(result).toMatchObject(
        answer === false
          ? { type: "AccessDenied" }
          : { outcome: { kind: "redirect", to: "judged /elsewhere" } },
      );
      expect(rows.users.size).toBe(0);
    }
  });

  it("[JWS-1] [CBK-1] the jwt callback of a new user gets trigger signUp, isNewUser and the profile", async () => {
    const asked: unknown[] = [];
    const { finish } = signInWorld({
      strategy: "jwt",
      callbacks: {
        jwt: (params) => {
          asked.push(params);
          return params.token;
        },
      },
    });
    await finish(proof("account-only"));
    await finish(proof("account-only"));
    expect(asked).toMatchObject([
      {
        trigger: "signUp",
        isNewUser: true,
        profile: { nickname: "Lady" },
        account: { custom: "x" },
      },
      { trigger: "signIn", isNewUser: false },
    ]);
  });

  it("leaves no user behind when linking the account fails, transactions or not", async () => {
    for (const transactional of [true, false]) {
      const { rows, finish, told } = signInWorld({
        change: ({ transaction, ...adapter }) => {
          const linkAccount = () => Promise.reject(new Error("no room for accounts"));
          if (!transactional) return { ...adapter, linkAccount };
          const broken: Adapter["transaction"] = (work) =>
            transaction((inner) => work({ ...inner, linkAccount }));
          return { ...adapter, transaction: broken };
        },
      });
      await expect(finish(proof("account-only"))).rejects.toMatchObject({ type: "AdapterError" });
      expect([rows.users.size, rows.accounts.size, rows.sessions.size]).toEqual([0, 0, 0]);
      expect(told).toEqual([]);
    }
  });

  it("two simultaneous first sign-ins end as one user", async () => {
    const { rows, finish } = signInWorld();
    await Promise.all([1, 2, 3, 4].map(() => finish(proof("account-only"))));
    expect([rows.users.size, rows.accounts.size, rows.sessions.size]).toEqual([1, 1, 4]);
  });

  it("another process that created the user in the meantime is noticed, and the sign-in goes on", async () => {
    let raced = false;
    const { rows, finish } = signInWorld({
      change: ({ transaction: _none, ...adapter }) => ({
        ...adapter,
        async createUser(user) {
          if (!raced) {
            raced = true;
            const other = await adapter.createUser({ ...user, id: "of-the-other-process" });
            const { provider, providerAccountId } = proof("account-only").account;
            await adapter.linkAccount({
              provider,
              providerAccountId,
              type: "oauth",
              userId: other.id,
            });
          }
          return adapter.createUser(user);
        },
      }),
    });
    await finish(proof("account-only"));
    expect([...rows.users.keys()]).toEqual(["of-the-other-process"]);
    expect([...rows.sessions.values()]).toMatchObject([{ userId: "of-the-other-process" }]);
  });

  it("goes where the flow was to go, and renews the CSRF token", async () => {
    const { cookies, finish } = signInWorld();
    const { outcome, changes } = await finish(
      proof("account-only", { callbackUrl: "https://app.test/from-the-flow" }),
      `${cookies.callbackUrl.name}=x; ${cookies.csrf.name}=y`,
    );
    expect(outcome).toEqual({ kind: "redirect", to: "https://app.test/from-the-flow" });
    const set = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
    expect(set[cookies.callbackUrl.name]).toBe("");
    expect(set[cookies.csrf.name]).toMatch(/^[\da-f]{64}\|[\da-f]{64}$/);
  });

  it("a new user goes where everybody goes when there is no page for new ones", async () => {
    const { finish } = signInWorld({ pages: {} });
    expect((await finish(proof("account-only"))).outcome).toMatchObject({
      to: "https://app.test/in",
    });
  });

  it("[CBK-7] the signIn callback gets the credentials, and the owner of a proven address", async () => {
    const asked: unknown[] = [];
    const signIn = (params: object) => {
      asked.push(params);
      return true;
    };
    const { rows, finish } = signInWorld({ strategy: "jwt", callbacks: { signIn } });
    const { profile: _none, ...given } = proof("none", { credentials: { username: "ada" } });
    await finish(given);
    expect(asked).toEqual([
      { user: given.user, account: given.account, credentials: { username: "ada" } },
    ]);
    await finish(proof("email-owner"));
    await finish(proof("email-owner"));
    const [owner] = rows.users.values();
    expect(asked[1]).toEqual({
      user: proof("email-owner").user,
      account: proof("email-owner").account,
    });
    expect(asked[2]).toMatchObject({ user: owner });
    const account = { provider: "mail", providerAccountId: "x", type: "email" } as const;
    await finish(proof("email-owner", { account }));
    expect(asked[3]).toMatchObject({ user: owner, account });
  });

  it("an account whose address is somebody's is known by the account, not by the address", async () => {
    const asked: { user: { id?: string } }[] = [];
    const { rows, finish } = signInWorld({
      callbacks: {
        signIn: ({ user }) => {
          asked.push({ user });
          return true;
        },
      },
    });
    await finish(proof("email-owner"));
    await finish(
      proof("linked-email", {
        account: { provider: "other", providerAccountId: "7", type: "oauth" },
      }),
    );
    expect(asked[1]?.user.id).toBe("at-provider");
    expect(rows.users.size).toBe(1);
    expect([...rows.accounts.values()].map(({ provider }) => provider)).toEqual(["idp", "other"]);
  });

  it("an address is somebody's however it is written", async () => {
    const { rows, finish } = signInWorld();
    await finish(proof("email-owner"));
    const sameAddress = proof("account-only", {
      user: { id: "x", email: "ADA@Example.org" },
      account: { provider: "other", providerAccountId: "x", type: "oauth" },
    });
    await expect(finish(sameAddress)).rejects.toMatchObject({ type: "OAuthAccountNotLinked" });
    expect(rows.users.size).toBe(1);
  });
});

describe("who signs in by the application's word", () => {
  const word = () => {
    const { profile: _none, ...rest } = proof("none", {
      account: { provider: "c", providerAccountId: "1", type: "credentials" },
    });
    return rest;
  };

  it("is not stored, and the event has what the flow said", async () => {
    const { rows, told, finish } = signInWorld({ strategy: "jwt" });
    await finish(word());
    expect([rows.users.size, rows.accounts.size]).toEqual([0, 0]);
    expect(told).toStrictEqual([["signIn", { user: word().user, account: word().account }]]);
  });

  it("keeps the profile where there is no store, for the event and the jwt callback", async () => {
    const asked: object[] = [];
    const jwt = (params: JWTCallbackParams) => {
      asked.push(params);
      return params.token;
    };
    const { told, finish } = signInWorld({ strategy: "jwt", stored: false, callbacks: { jwt } });
    await finish(proof("account-only"));
    const { user, account, profile } = proof("account-only");
    expect(told).toEqual([["signIn", { user, account, profile }]]);
    expect(asked).toMatchObject([{ profile, trigger: "signIn" }]);
    await finish(word());
    expect(asked[1]).not.toHaveProperty("profile");
  });

  it("must be in the store where sessions are", async () => {
    const { rows, finish } = signInWorld();
    await expect(finish(word())).rejects.toMatchObject({
      type: "AdapterError",
      message: containing("must return a user who is in the database"),
    });
    expect(rows.sessions.size).toBe(0);
    rows.users.set("at-provider", {
      id: "at-provider",
      email: "ada@example.org",
      emailVerified: null,
    });
    await finish(word());
    expect([...rows.sessions.values()]).toMatchObject([{ userId: "at-provider" }]);
  });
});
