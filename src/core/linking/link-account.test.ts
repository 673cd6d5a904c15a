import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { proof } from "../../../test/support/sign-in-world.js";
import type { Adapter, AdapterAccount, AdapterUser } from "../../types/adapter.js";
import { createStore } from "../config/adapter.js";
import {
  accountRow,
  attach,
  attachWithUndo,
  formerRow,
  inPlaceOf,
  keyOf,
  link,
  renewTokens,
} from "./link-account.js";

const ada: AdapterUser = { id: "1", email: "ada@example.org", emailVerified: null };
const account: AdapterAccount = {
  provider: "idp",
  providerAccountId: "7",
  type: "oauth",
  userId: "1",
  access_token: "t",
};
const key = { provider: "idp", providerAccountId: "7" };
const former: AdapterAccount = { ...account, providerAccountId: "old" };
const failing = (text: string) => () => Promise.reject(new Error(text));
const containing = (text: string): unknown => expect.stringContaining(text);

/** A memory store, with what is linked in it and what is logged. */
function setUp(change: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter) {
  const rows = createMemoryStore();
  rows.users.set("1", ada);
  rows.users.set("2", { ...ada, id: "2", email: "other@example.org" });
  const logged: [string, unknown][] = [];
  const log = (code: string, ...[message]: unknown[]) => {
    if (!code.startsWith("adapter_")) logged.push([code, message]);
  };
  const logger = { error: log, warn: log, debug: () => undefined };
  const store = createStore(change(MemoryAdapter(rows)), { logger, timeout: 1000 });
  const linked = () => [...rows.accounts.values()].map((one) => one.providerAccountId);
  return { rows, logged, linked, context: { store, logger }, store };
}

describe("linking an account", () => {
  it("stores it as it is", async () => {
    const { context, rows, logged } = setUp();
    await link(context, account);
    expect([...rows.accounts.values()]).toEqual([account]);
    expect(logged).toEqual([]);
  });

  it("succeeds where only the answer was lost, which is noted", async () => {
    const { context, linked, logged } = setUp((adapter) => ({
      ...adapter,
      async linkAccount(given) {
        await adapter.linkAccount(given);
        throw new Error("connection lost");
      },
    }));
    await link(context, account);
    expect(linked()).toEqual(["7"]);
    expect(logged).toMatchObject([
      ["adapter-overcome", { message: containing("connection lost") }],
    ]);
  });

  it.each([
    ["is nobody's", () => Promise.resolve(null)],
    ["is another's", () => Promise.resolve({ ...ada, id: "2" })],
    ["can't be looked up", failing("down")],
  ])("fails where it fails and the account %s", async (_, getUserByAccount) => {
    const { context, logged } = setUp((adapter) => ({
      ...adapter,
      linkAccount: failing("no room"),
      getUserByAccount,
    }));
    await expect(link(context, account)).rejects.toThrow("no room");
    expect(logged).toEqual([]);
  });
});

describe("what is written with an account", () => {
  const written = (done: unknown[]) =>
    proof("account-only", {
      alongside: (_store, userId) => Promise.resolve(void done.push(userId)),
    });

  it.each([
    ["within a transaction", attach],
    ["without one", attachWithUndo],
  ])("is written for its user %s, after it", async (_, attaching) => {
    const { context, linked } = setUp();
    const done: unknown[] = [];
    await attaching(context, account, written(done));
    await attaching(context, { ...account, providerAccountId: "8" }, proof("account-only"));
    expect(linked()).toEqual(["7", "8"]);
    expect(done).toEqual(["1"]);
  });

  it("and fails takes the account with it", async () => {
    const { context, linked, logged } = setUp();
    const verified = proof("account-only", { alongside: failing("no pen") });
    await expect(attachWithUndo(context, account, verified)).rejects.toThrow("no pen");
    expect(linked()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("and fails, and the account can't be unlinked: both are told", async () => {
    const { context, linked, logged } = setUp((adapter) => ({
      ...adapter,
      unlinkAccount: failing("down"),
    }));
    const verified = proof("account-only", { alongside: failing("no pen") });
    await expect(attachWithUndo(context, account, verified)).rejects.toThrow("no pen");
    expect(linked()).toEqual(["7"]);
    expect(logged).toMatchObject([
      [
        "AdapterError",
        {
          message: containing("An account of user 1 was only partly linked"),
          cause: { err: { message: containing("down") } },
        },
      ],
    ]);
  });

  it("and fails within a transaction is not undone by hand", async () => {
    const { context, linked } = setUp();
    const verified = proof("account-only", { alongside: failing("no pen") });
    await expect(attach(context, account, verified)).rejects.toThrow("no pen");
    expect(linked()).toEqual(["7"]);
  });
});

describe("an account in place of one with its former id", () => {
  it("takes that one away first", async () => {
    const { context, store, rows, linked } = setUp();
    await store.linkAccount(former);
    await inPlaceOf(former, attach)(context, account, proof("account-only"));
    expect(linked()).toEqual(["7"]);
    expect([...rows.accounts.values()]).toEqual([account]);
  });

  it("that can't be linked brings that one back", async () => {
    const { context, store, linked } = setUp();
    await store.linkAccount(former);
    const linking = inPlaceOf(former, failing("no room"))(context, account, proof("account-only"));
    await expect(linking).rejects.toThrow("no room");
    expect(linked()).toEqual(["old"]);
  });

  it("fails with its own error where that one does not come back", async () => {
    const { context, store, linked } = setUp((adapter) => {
      let links = 0;
      return {
        ...adapter,
        linkAccount: (given) => ((links += 1) > 1 ? failing("down")() : adapter.linkAccount(given)),
      };
    });
    await store.linkAccount(former);
    const linking = inPlaceOf(former, failing("no room"))(context, account, proof("account-only"));
    await expect(linking).rejects.toThrow("no room");
    expect(linked()).toEqual([]);
  });
});

describe("the tokens of an account", () => {
  const given = (storedTokens?: object) => {
    const { storedTokens: _, ...verified } = proof("account-only", { account: { ...account } });
    return storedTokens ? { ...verified, storedTokens } : verified;
  };

  it("are those that came last", async () => {
    const { store, rows } = setUp();
    await store.linkAccount(account);
    await renewTokens(store, given({ access_token: "new", expires_at: 5 }));
    expect([...rows.accounts.values()]).toEqual([
      { ...account, access_token: "new", expires_at: 5 },
    ]);
  });

  it("stay where none came, or the adapter can't change them", async () => {
    const updates: unknown[] = [];
    const { store } = setUp((adapter) => ({
      ...adapter,
      updateAccount: (change) => {
        updates.push(change);
        return adapter.updateAccount(change);
      },
    }));
    await store.linkAccount(account);
    await renewTokens(store, given());
    await renewTokens(store, given({}));
    expect(updates).toEqual([]);
    await renewTokens(store, given({ access_token: "new" }));
    expect(updates).toEqual([{ ...key, access_token: "new" }]);
    const { store: lacking, rows } = setUp(({ updateAccount: _, ...adapter }) => adapter);
    await lacking.linkAccount(account);
    await renewTokens(lacking, given({ access_token: "new" }));
    expect([...rows.accounts.values()]).toEqual([account]);
  });
});

describe("the row of an account", () => {
  it("has its key, its user and the tokens to be stored, and nothing else", () => {
    const verified = proof("account-only", { storedTokens: { access_token: "s" } });
    expect(accountRow(verified, ada)).toStrictEqual({
      provider: "idp",
      providerAccountId: "at-provider",
      type: "oauth",
      access_token: "s",
      userId: "1",
    });
  });

  it("is none for credentials", () => {
    const verified = proof("none", {
      account: { provider: "c", providerAccountId: "1", type: "credentials" },
    });
    expect(() => accountRow(verified, ada)).toThrow(
      new TypeError("Accounts of credentials providers aren't stored."),
    );
  });

  it("of before has the former id, where there is one", () => {
    const verified = proof("account-only", { former: { id: "old", isAccepted: false } });
    expect(formerRow(verified, ada)).toMatchObject({ provider: "idp", providerAccountId: "old" });
    expect(formerRow(proof("account-only"), ada).providerAccountId).toBe("at-provider");
  });

  it("is found by its key alone", () => {
    expect(keyOf(account)).toStrictEqual(key);
  });
});
