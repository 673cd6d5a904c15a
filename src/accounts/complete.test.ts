import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { createStore } from "../config/adapter.js";
import { createCallbacks, createEvents } from "../config/hooks.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import type { Trust, Verified } from "../flows/flow.js";
import { createSessions } from "../sessions/index.js";
import type { Adapter } from "../types/adapter.js";
import type { CallbacksOptions } from "../types/config.js";
import type { PagesOptions } from "../types/pages.js";
import { completeSignIn, type CompleteContext } from "./complete.js";
import { Serialiser } from "./serialise.js";

const now = Date.UTC(2026, 0, 1);
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const cookies = cookieSet(true, {});

interface Options {
  readonly strategy?: "jwt" | "database";
  readonly pages?: Partial<PagesOptions>;
  readonly callbacks?: CallbacksOptions;
  readonly change?: (adapter: Required<Adapter>) => Adapter;
}

/** The end of a sign-in on a memory store, with whatever a flow may have proven. */
function setUp({ strategy = "database", pages = {}, callbacks, change = (a) => a }: Options = {}) {
  const rows = createMemoryStore();
  const told: [string, unknown][] = [];
  const tell = (name: string) => (message: unknown) => {
    told.push([name, message]);
  };
  const store = createStore(change(MemoryAdapter(rows)), { logger: silent, timeout: 1000 });
  const keys = createKeyRing(["a secret for the end of a sign-in"]);
  const events = createEvents(
    {
      signIn: tell("signIn"),
      createUser: tell("createUser"),
      updateUser: tell("updateUser"),
      linkAccount: tell("linkAccount"),
    },
    { logger: silent, timeout: 1000 },
  );
  const shared = { store, keys, events, logger: silent, callbacks: createCallbacks(callbacks) };
  const sessions = createSessions({
    ...shared,
    strategy,
    maxAge: 100,
    updateAge: 10,
    generateSessionToken: () => crypto.randomUUID(),
    jwt: { maxAge: 100, secret: "s" },
  });
  const serialiser = new Serialiser();
  const finish = (verified: Verified, cookie = "") => {
    const jar = new CookieJar(cookie);
    const context: CompleteContext = {
      ...shared,
      site: { origin: "https://app.test", basePath: "/auth" },
      jar,
      cookies,
      now,
      sessions,
      pages,
      serialiser,
      callbackUrl: "https://app.test/in",
      flows: new Map(),
      resolveRedirect: (target) => Promise.resolve(`judged ${String(target)}`),
    };
    return completeSignIn(context, verified).then((outcome) => {
      const session = jar.changes().find(({ name }) => name === cookies.session.name);
      return { outcome, cookie: `${cookies.session.name}=${session?.value ?? ""}` };
    });
  };
  return { rows, told, finish };
}

const proof = (trust: Trust, overrides: Partial<Verified> = {}): Verified => ({
  kind: "verified",
  trust,
  user: { id: "at-provider", name: "Ada", email: "ada@example.org" },
  account: {
    provider: "idp",
    providerAccountId: "at-provider",
    type: trust === "email-owner" ? "email" : "oauth",
    access_token: "t",
    custom: "x",
  },
  ...(trust !== "email-owner" && { profile: { sub: "at-provider", nickname: "Lady" } }),
  storedTokens: { access_token: "t" },
  ...overrides,
});

describe("the end of a sign-in", () => {
  it("[SVC-3] [EVT-1] [EVT-3] [RES-10] creates the user and links the account at the first sign-in", async () => {
    const { rows, told, finish } = setUp();
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
    const { rows, told, finish } = setUp();
    await finish(proof("account-only"));
    told.length = 0;
    await finish(proof("account-only"));
    expect([rows.users.size, rows.accounts.size, rows.sessions.size]).toEqual([1, 1, 2]);
    expect(told).toEqual([["signIn", expect.objectContaining({ isNewUser: false })]]);
  });

  it("[RES-4] [EVT-2] emailVerified is null until an e-mail sign-in, then the date of the first", async () => {
    const { rows, told, finish } = setUp();
    await finish(proof("account-only"));
    const verifiedAt = () => [...rows.users.values()].map(({ emailVerified }) => emailVerified);
    expect(verifiedAt()).toEqual([null]);
    const email = proof("email-owner", {
      account: { provider: "mail", providerAccountId: "ada@example.org", type: "email" },
    });
    told.length = 0;
    await finish(email);
    expect(verifiedAt()).toEqual([new Date(now)]);
    expect(told.map(([name]) => name)).toEqual(["linkAccount", "updateUser", "signIn"]);
    expect(told[1]?.[1]).toMatchObject({ user: { emailVerified: new Date(now) } });
    told.length = 0;
    await finish(email);
    expect(told.map(([name]) => name)).toEqual(["signIn"]);
    expect([...rows.accounts.values()].map(({ type }) => type)).toEqual(["oauth", "email"]);
  });

  it("[RES-4] a user created by an e-mail sign-in has proven the address at once", async () => {
    const { rows, finish } = setUp();
    await finish(proof("email-owner"));
    expect([...rows.users.values()]).toMatchObject([{ emailVerified: new Date(now) }]);
  });

  it("[EVT-3] [RES-10] links a further account to the user who is signed in, and the session goes on", async () => {
    const { rows, told, finish } = setUp();
    const { cookie } = await finish(proof("account-only"));
    const [user] = rows.users.values();
    told.length = 0;
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
    expect(rows.sessions.size).toBe(1);
    expect(told.map(([name]) => name)).toEqual(["linkAccount", "signIn"]);
  });

  it("refuses an account of another user, and writes nothing", async () => {
    const { rows, finish } = setUp();
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
    const { finish } = setUp({ pages: { newUser: "/welcome?step=1" } });
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
    const { rows, finish } = setUp({
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
      const { rows, finish } = setUp({ callbacks: { signIn: () => answer } });
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
    const { finish } = setUp({
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
      const { rows, finish, told } = setUp({
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
    const { rows, finish } = setUp();
    await Promise.all([1, 2, 3, 4].map(() => finish(proof("account-only"))));
    expect([rows.users.size, rows.accounts.size, rows.sessions.size]).toEqual([1, 1, 4]);
  });

  it("another process that created the user in the meantime is noticed, and the sign-in goes on", async () => {
    let raced = false;
    const { rows, finish } = setUp({
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
});
