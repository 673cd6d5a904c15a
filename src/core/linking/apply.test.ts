import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { inert } from "../../../test/support/sign-in-world.js";
import type { Adapter, AdapterUser } from "../../types/adapter.js";
import { createStore } from "../config/adapter.js";
import { createEvents } from "../config/hooks.js";
import type { Verified } from "../flow.js";
import { noPlugins } from "../plugins/folded.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import type { AddressProof } from "./address-proof.js";
import { apply } from "./apply.js";

const now = Date.UTC(2026, 0, 1);
const containing = (text: string): unknown => expect.stringContaining(text);
const ada: AdapterUser = { id: "1", email: "ada@example.org", emailVerified: null };

type Change = (adapter: Required<Adapter>) => Adapter;

/** What is written, told and logged when a plan is carried out on a memory store. */
function setUp(change: Change = (adapter) => adapter) {
  const rows = createMemoryStore();
  rows.users.set(ada.id, ada);
  rows.emails.set(ada.email, ada.id);
  const told: [string, unknown][] = [];
  const logged: { level: string; code: string; error: unknown }[] = [];
  const disowned: string[] = [];
  const at =
    (level: string) =>
    (code: string, ...[error]: unknown[]) => {
      if (!code.startsWith("adapter_")) logged.push({ level, code, error });
    };
  const logger = { error: at("error"), warn: at("warn"), debug: at("debug") };
  const events = createEvents(
    {
      createUser: (message) => void told.push(["createUser", message]),
      updateUser: (message) => void told.push(["updateUser", message]),
      linkAccount: (message) => void told.push(["linkAccount", message]),
      unlinkAccount: (message) => void told.push(["unlinkAccount", message]),
    },
    { logger, timeout: 1000 },
  );
  const flow = {
    ...inert,
    disown: (_store: unknown, userId: string) => Promise.resolve(disowned.push(userId) > 0),
  };
  const context = {
    store: createStore(change(MemoryAdapter(rows)), { logger, timeout: 1000 }),
    events,
    logger,
    now,
    flows: new Map([["keys", flow]]),
    state: createState(memoryState(), { logger, timeout: 1000 }),
    plugins: noPlugins,
  };
  return { rows, told, logged, disowned, context, ...doing(context) };
}

function doing(context: Parameters<typeof apply>[0]) {
  return {
    create: (verified = proof(), emailVerified = false) =>
      apply(context, { do: "create", emailVerified }, verified),
    link: (verified = proof()) =>
      apply(context, { do: "link", user: ada, proof: "unchanged" }, verified),
    signIn: (then: { proof: AddressProof; link: boolean }, verified = proof()) =>
      apply(context, { do: "sign-in", user: ada, ...then }, verified),
  };
}

const proof = (more: Partial<Verified> = {}): Verified => ({
  kind: "verified",
  trust: "account-only",
  user: { id: "at-provider", name: "Grace", email: "grace@example.org" },
  account: { provider: "idp", providerAccountId: "7", type: "oauth", access_token: "secret" },
  storedTokens: { access_token: "secret" },
  ...more,
});
const row = (userId: string) => ({
  provider: "idp",
  providerAccountId: "7",
  type: "oauth",
  access_token: "secret",
  userId,
});

/** The adapter without some of its methods. */
const without =
  (...names: (keyof Adapter)[]): Change =>
  (adapter) =>
    Object.fromEntries(Object.entries(adapter).filter(([name]) => !names.some((n) => n === name)));

/** The adapter without transactions, some of whose methods fail. */
const broken =
  (...names: (keyof Adapter)[]): Change =>
  (adapter) => ({
    ...without("transaction")(adapter),
    ...Object.fromEntries(names.map((name) => [name, () => refuse(`no ${name}`)])),
  });
const refuse = (message: string) => Promise.reject<never>(new Error(message));

describe.each([
  ["with transactions", (adapter: Required<Adapter>): Adapter => adapter],
  ["without transactions", without("transaction")],
])("a plan %s", (_, kind: Change) => {
  it("to create makes a user with an id of our own, the account, and tells of both", async () => {
    const { rows, told, create } = setUp(kind);
    const result = await create();
    const [, user] = rows.users.values();
    expect(user).toEqual({
      id: user?.id,
      name: "Grace",
      email: "grace@example.org",
      emailVerified: null,
    });
    if (!user) throw new Error("A user was made.");
    expect(user.id).toMatch(/^[\da-f-]{36}$/);
    expect([...rows.accounts.values()]).toEqual([row(user.id)]);
    expect(told).toEqual([
      ["createUser", { user }],
      ["linkAccount", { user, account: row(user.id), profile: proof().user }],
    ]);
    expect(result).toEqual({
      user,
      account: { ...proof().account, userId: user.id },
      isNewUser: true,
    });
  });

  it("to create may know the e-mail address to be proven, and hands the profile on", async () => {
    const { rows, create } = setUp(kind);
    const profile = { sub: "7" };
    const result = await create(proof({ profile }), true);
    expect([...rows.users.values()][1]?.emailVerified).toEqual(new Date(now));
    expect(result.profile).toEqual(profile);
  });

  it("to create and to link write what goes along, for the user it is about", async () => {
    const { rows, create, link } = setUp(kind);
    const along: string[] = [];
    const alongside: Verified["alongside"] = async (store, userId) => {
      along.push(userId);
      await store.updateUser({ id: userId, name: "along" });
    };
    const made = await create(proof({ alongside }));
    const other = { provider: "idp", providerAccountId: "8", type: "oauth" } as const;
    await link(proof({ account: other, alongside }));
    expect(along).toEqual([made.user.id, "1"]);
    expect([...rows.users.values()].map(({ name }) => name)).toEqual(["along", "along"]);
  });

  it("to create leaves nothing when what goes along fails, and tells nobody", async () => {
    const { rows, told, logged, create } = setUp(kind);
    const alongside = () => refuse("no key");
    await expect(create(proof({ alongside }))).rejects.toThrow("no key");
    expect([...rows.users.keys()]).toEqual(["1"]);
    expect(rows.accounts.size).toBe(0);
    expect(told).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("to link adds the account to the user and tells of it", async () => {
    const { rows, told, link } = setUp(kind);
    const result = await link(proof({ profile: { sub: "7" } }));
    expect([...rows.accounts.values()]).toEqual([row("1")]);
    expect(rows.users.size).toBe(1);
    expect(told).toEqual([
      ["linkAccount", { user: ada, account: row("1"), profile: proof().user }],
    ]);
    expect(result).toEqual({
      user: ada,
      account: { ...proof().account, userId: "1" },
      profile: { sub: "7" },
      isNewUser: false,
    });
  });

  it("to link leaves no account when what goes along fails, and tells nobody", async () => {
    const { rows, told, logged, link } = setUp(kind);
    const alongside = () => refuse("no key");
    await expect(link(proof({ alongside }))).rejects.toThrow("no key");
    expect(rows.accounts.size).toBe(0);
    expect(told).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("is not for accounts of credentials, which are not stored", async () => {
    const { rows, create } = setUp(kind);
    const account = { provider: "c", providerAccountId: "7", type: "credentials" } as const;
    await expect(create(proof({ account }))).rejects.toThrow("credentials");
    expect([rows.users.size, rows.accounts.size]).toEqual([1, 0]);
  });
});

describe("with transactions", () => {
  it("creating and linking are one each, and nothing is taken back by hand", async () => {
    const calls: string[] = [];
    const { create, link } = setUp((adapter) => ({
      ...adapter,
      transaction: (work) => {
        calls.push("transaction");
        return adapter.transaction(work);
      },
      unlinkAccount: () => Promise.resolve(void calls.push("unlinkAccount")),
      deleteUser: () => Promise.resolve(void calls.push("deleteUser")),
    }));
    const alongside = () => refuse("no key");
    await expect(create(proof({ alongside }))).rejects.toThrow("no key");
    await expect(link(proof({ alongside }))).rejects.toThrow("no key");
    expect(calls).toEqual(["transaction", "transaction"]);
  });

  /** How many transactions there are when a plan is carried out. */
  async function transactionsOf(work: (world: ReturnType<typeof setUp>) => Promise<unknown>) {
    let count = 0;
    const world = setUp((adapter) => ({
      ...adapter,
      transaction: (inner) => {
        count += 1;
        return adapter.transaction(inner);
      },
    }));
    await work(world);
    return count;
  }

  it("one write needs none, and several need one", async () => {
    const alongside = () => Promise.resolve();
    const plain = { proof: "unchanged", link: false } as const;
    expect(await transactionsOf(({ signIn }) => signIn(plain))).toBe(0);
    expect(await transactionsOf(({ signIn }) => signIn(plain, proof({ alongside })))).toBe(0);
    expect(await transactionsOf(({ link }) => link())).toBe(0);
    expect(await transactionsOf(({ link }) => link(proof({ alongside })))).toBe(1);
    for (const way of ["own", "clean", "taken"] as const) {
      expect(await transactionsOf(({ signIn }) => signIn({ proof: way, link: false }))).toBe(1);
      expect(await transactionsOf(({ signIn }) => signIn({ proof: way, link: true }))).toBe(1);
    }
  });

  it("an account that takes the place of one with a former id is one", async () => {
    const count = await transactionsOf(async ({ context, rows, told }) => {
      const former = { id: "old", isAccepted: true };
      const { provider, type } = row("1");
      await context.store.linkAccount({ ...row("1"), type: "oauth", providerAccountId: "old" });
      const entry = { do: "link", user: ada, proof: "unchanged", replace: true } as const;
      await apply(context, entry, proof({ former }));
      expect([...rows.accounts.values()]).toEqual([row("1")]);
      expect(told.map(([name]) => name)).toEqual(["unlinkAccount", "linkAccount"]);
      expect(told[0]?.[1]).toEqual({
        user: ada,
        account: { provider, type, providerAccountId: "old", userId: "1" },
      });
    });
    expect(count).toBe(1);
  });
});

describe("a plan to sign in somebody who is known", () => {
  it("writes nothing but what goes along", async () => {
    const { rows, told, disowned, signIn } = setUp();
    const along: string[] = [];
    const alongside: Verified["alongside"] = (_store, userId) =>
      Promise.resolve(void along.push(userId));
    const then = { proof: "unchanged", link: false } as const;
    expect(await signIn(then, proof({ alongside }))).toEqual({
      user: ada,
      account: { ...proof().account, userId: "1" },
      isNewUser: false,
    });
    expect(await signIn(then)).toMatchObject({ user: ada });
    expect(along).toEqual(["1"]);
    expect([rows.accounts.size, told, disowned]).toEqual([0, [], []]);
  });

  it("may link the account, and writes what goes along once", async () => {
    const { rows, told, signIn } = setUp();
    const along: string[] = [];
    const alongside: Verified["alongside"] = (_store, userId) =>
      Promise.resolve(void along.push(userId));
    await signIn({ proof: "unchanged", link: true }, proof({ alongside }));
    expect([...rows.accounts.values()]).toEqual([row("1")]);
    expect(told.map(([name]) => name)).toEqual(["linkAccount"]);
    expect(along).toEqual(["1"]);
  });

  it("notes when the e-mail address was proven, once others have lost their ways in", async () => {
    const { rows, told, disowned, signIn } = setUp();
    const result = await signIn({ proof: "taken", link: false });
    const user = { ...ada, emailVerified: new Date(now) };
    expect(rows.users.get("1")).toEqual(user);
    expect(told).toEqual([["updateUser", { user }]]);
    expect(disowned).toEqual(["1"]);
    expect(result).toMatchObject({ user, isNewUser: false });
  });

  const vouched = (type: "oauth" | "oidc") => proof({ vouched: true, account: { ...key, type } });
  const key = { provider: "idp", providerAccountId: "7" };
  const provenAt = ({ rows }: ReturnType<typeof setUp>) => rows.users.get("1")?.emailVerified;

  it("notes that an address was proven by themselves, whatever else is attached", async () => {
    const world = setUp();
    await world.context.store.linkAccount({ ...key, type: "oauth", userId: "1" });
    const other = { provider: "other", providerAccountId: "8", type: "oauth" } as const;
    await world.context.store.linkAccount({ ...other, userId: "1" });
    await world.signIn({ proof: "own", link: false }, vouched("oauth"));
    expect(provenAt(world)).toEqual(new Date(now));
    expect(world.rows.accounts.size).toBe(2);
    expect(world.disowned).toEqual([]);
  });

  it("notes that an account proves it only where nothing unproven is attached", async () => {
    const clean = setUp();
    await clean.context.store.linkAccount({ ...key, type: "oauth", userId: "1" });
    await clean.signIn({ proof: "clean", link: false }, vouched("oauth"));
    expect(provenAt(clean)).toEqual(new Date(now));
    expect(clean.told.map(([name]) => name)).toEqual(["updateUser"]);
    const other = { provider: "other", providerAccountId: "8", type: "oauth" } as const;
    const unclean = setUp();
    await unclean.context.store.linkAccount({ ...key, type: "oauth", userId: "1" });
    await unclean.context.store.linkAccount({ ...other, userId: "1" });
    await unclean.signIn({ proof: "clean", link: false }, vouched("oauth"));
    expect(provenAt(unclean)).toBeNull();
    expect([unclean.rows.accounts.size, unclean.told]).toEqual([2, []]);
  });

  it("notes nothing where it can't be told, or written", async () => {
    const untold = setUp(without("transaction", "listAccountsByUserId"));
    await untold.signIn({ proof: "clean", link: false }, vouched("oauth"));
    expect(provenAt(untold)).toBeNull();
    for (const way of ["own", "taken"] as const) {
      const unwritten = setUp(without("transaction", "updateUser"));
      expect(await unwritten.signIn({ proof: way, link: false })).toMatchObject({ user: ada });
      expect(unwritten.told).toEqual([]);
    }
  });
});

describe("without transactions", () => {
  it("an account that is the user's after all was linked, and only the answer was lost", async () => {
    const { rows, logged, told, create } = setUp((adapter) => ({
      ...without("transaction")(adapter),
      async linkAccount(account) {
        await adapter.linkAccount(account);
        throw new Error("connection lost");
      },
    }));
    await create();
    expect([rows.users.size, rows.accounts.size]).toEqual([2, 1]);
    expect(told.map(([name]) => name)).toEqual(["createUser", "linkAccount"]);
    expect(logged).toMatchObject([
      { level: "warn", code: "adapter-overcome", error: { type: "AdapterError" } },
    ]);
  });

  it("ids that are numbers and texts of them are the same user's", async () => {
    // @ts-expect-error A store without types may have numbers as ids.
    const numbered: AdapterUser = { ...ada, id: 5 };
    const { create, logged } = setUp((adapter) => ({
      ...without("transaction")(adapter),
      createUser: async (user) => adapter.createUser({ ...user, id: "5" }),
      linkAccount: () => refuse("connection lost"),
      getUserByAccount: () => Promise.resolve(numbered),
    }));
    await expect(create()).resolves.toMatchObject({ user: { id: "5" } });
    expect(logged.map(({ code }) => code)).toEqual(["adapter-overcome"]);
  });

  it("an account that another user has is not linked, and the new user is removed", async () => {
    const { rows, create, logged } = setUp((adapter) => ({
      ...without("transaction")(adapter),
      linkAccount: () => refuse("it is there already"),
      getUserByAccount: () => Promise.resolve(ada),
    }));
    await expect(create()).rejects.toThrow("it is there already");
    expect([...rows.users.keys()]).toEqual(["1"]);
    expect(logged).toEqual([]);
  });

  it("when nobody can tell whose the account is, it is taken not to be linked", async () => {
    const { rows, create } = setUp(broken("linkAccount", "getUserByAccount"));
    await expect(create()).rejects.toThrow("no linkAccount");
    expect([...rows.users.keys()]).toEqual(["1"]);
  });

  it("a user that was made although no answer came is removed", async () => {
    const { rows, create, logged } = setUp((adapter) => ({
      ...without("transaction")(adapter),
      async createUser(user) {
        await adapter.createUser(user);
        throw new Error("connection lost");
      },
    }));
    await expect(create()).rejects.toThrow("connection lost");
    expect([...rows.users.keys()]).toEqual(["1"]);
    expect(logged).toEqual([]);
  });

  it("a user that was never made and can't be removed is not spoken of", async () => {
    const { create, logged } = setUp(broken("createUser", "deleteUser"));
    await expect(create()).rejects.toThrow("no createUser");
    expect(logged).toEqual([]);
  });

  it("a user that was made and can't be removed is named in the log", async () => {
    const { rows, create, logged } = setUp(broken("linkAccount", "deleteUser"));
    await expect(create()).rejects.toThrow("no linkAccount");
    const [, left] = rows.users.keys();
    expect(logged).toMatchObject([
      { level: "error", code: "AdapterError", error: { type: "AdapterError" } },
    ]);
    expect(logged[0]?.error).toMatchObject({
      message: containing(`User ${left ?? ""} was created without an account`),
      cause: { err: { message: containing("no deleteUser") } },
    });
  });

  it("the user's own id is used to take it back where the store gave another", async () => {
    const deleted: string[] = [];
    const { create } = setUp((adapter) => ({
      ...broken("linkAccount")(adapter),
      createUser: (user) => adapter.createUser({ ...user, id: "of the store" }),
      deleteUser: (id) => Promise.resolve(void deleted.push(id)),
    }));
    await expect(create()).rejects.toThrow("no linkAccount");
    expect(deleted).toEqual(["of the store"]);
  });

  it("the account is taken back before the user, by its key and nothing else", async () => {
    const calls: unknown[] = [];
    const { create } = setUp((adapter) => ({
      ...without("transaction")(adapter),
      unlinkAccount: (key) => {
        calls.push(key);
        return adapter.unlinkAccount(key);
      },
      deleteUser: (id) => {
        calls.push("user");
        return adapter.deleteUser(id);
      },
    }));
    await expect(create(proof({ alongside: () => refuse("no key") }))).rejects.toThrow("no key");
    expect(calls).toEqual([{ provider: "idp", providerAccountId: "7" }, "user"]);
  });

  it.each([
    ["can't unlink", without("transaction", "unlinkAccount")],
    ["fails to unlink", broken("unlinkAccount")],
  ])("a store that %s still gets the user removed", async (_, change: Change) => {
    const { rows, create, logged } = setUp(change);
    const alongside = () => refuse("no key");
    await expect(create(proof({ alongside }))).rejects.toThrow("no key");
    expect([...rows.users.keys()]).toEqual(["1"]);
    expect(logged).toEqual([]);
  });

  it("an account that was linked by halves and can't be unlinked is told of in the log", async () => {
    const { link, logged, told } = setUp(broken("unlinkAccount"));
    const alongside = () => refuse("no key");
    await expect(link(proof({ alongside }))).rejects.toThrow("no key");
    expect(told).toEqual([]);
    expect(logged).toMatchObject([{ level: "error", code: "AdapterError" }]);
    expect(logged[0]?.error).toMatchObject({
      message: containing("An account of user 1 was only partly linked"),
      cause: { err: { message: containing("no unlinkAccount") } },
    });
  });

  it("an account that can't be linked to a user is not told of", async () => {
    const { link, told } = setUp(broken("linkAccount"));
    await expect(link()).rejects.toThrow("no linkAccount");
    expect(told).toEqual([]);
  });
});
