import { MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { asPlugin, plugins } from "../../../test/support/plugins.js";
import type { Adapter } from "../../types/adapter.js";
import { createStore } from "../config/adapter.js";
import { noPlugins } from "../plugins/folded.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import { findUnprovenData, logClaimed, claimAddress } from "./claim-address.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const flows = new Map<string, never>();
const by = { provider: "mail", providerAccountId: "1" };

/** Somebody with the account that proves the address, and others that prove nothing. */
const state = createState(memoryState(), { logger: silent, timeout: 1000 });

async function setUp(change: (adapter: Adapter) => Adapter = (adapter) => adapter) {
  const adapter = MemoryAdapter();
  const user = await adapter.createUser({ id: "", email: "a@example.org", emailVerified: null });
  const linked = [by, { provider: "mail", providerAccountId: "2" }, { ...by, provider: "other" }];
  for (const key of linked) {
    await adapter.linkAccount({ ...key, type: "oauth", userId: user.id });
  }
  const expires = new Date(Date.now() + 60_000);
  await adapter.createSession({ sessionToken: "before", userId: user.id, expires });
  const store = createStore(change(adapter), { logger: silent, timeout: 1000 });
  return { adapter, store, claim: { user, by } };
}

const keys = (accounts: readonly { provider: string; providerAccountId: string }[] | undefined) =>
  accounts?.map(({ provider, providerAccountId }) => `${provider} ${providerAccountId}`);

describe("what nobody has proven to be the owner's", () => {
  it("is every account but the one that proves the address", async () => {
    const { store, claim } = await setUp();
    expect(
      keys(await findUnprovenData({ store, flows, state, plugins: noPlugins }, claim)),
    ).toEqual(["mail 2", "other 1"]);
  });

  it.each(["listAccountsByUserId", "unlinkAccount"] as const)(
    "can't be told without %s",
    async (method) => {
      const { store, claim } = await setUp((adapter) => ({ ...adapter, [method]: undefined }));
      expect(
        await findUnprovenData({ store, flows, state, plugins: noPlugins }, claim),
      ).toBeUndefined();
      expect(await claimAddress({ store, flows, state, plugins: noPlugins }, claim)).toEqual({
        accounts: [],
        lacking: [method],
      });
    },
  );

  it("is taken away, with the sessions that were there", async () => {
    const { adapter, store, claim } = await setUp();
    const taken = await claimAddress({ store, flows, state, plugins: noPlugins }, claim);
    expect(keys(taken.accounts)).toEqual(["mail 2", "other 1"]);
    expect(taken.lacking).toEqual([]);
    expect(keys(await adapter.listAccountsByUserId(claim.user.id))).toEqual(["mail 1"]);
    expect(await adapter.getSessionAndUser("before")).toBeNull();
  });

  it("is what plugins keep, too", async () => {
    const { store, claim } = await setUp();
    const taken: unknown[] = [];
    const addressProven = (runtime: object, userId: string) =>
      Promise.resolve(void taken.push([runtime, userId]));
    const users = [
      { ...asPlugin.bound, call: { addressProven } },
      { ...asPlugin.bound, call: {} },
    ];
    await claimAddress({ store, flows, state, plugins: plugins({ users }) }, claim);
    expect(taken).toEqual([[{ store, state, records: store.records }, claim.user.id]]);
  });
});

describe("what is said of it", () => {
  const told = (taken: Parameters<typeof logClaimed>[2]) => {
    const lines: string[] = [];
    const warn = (code: string, message?: string) => void lines.push(`${code}: ${message}`);
    logClaimed(
      { ...silent, warn },
      { id: "7", email: "a@example.org", emailVerified: null },
      taken,
    );
    return lines;
  };
  const account = (provider: string) => {
    return { provider, providerAccountId: "1", type: "oauth" as const, userId: "7" };
  };

  it("is nothing when nothing was taken and nothing is lacking", () => {
    expect(told({ accounts: [], lacking: [] })).toEqual([]);
  });

  it("names each provider once", () => {
    const accounts = ["one", "other", "one"].map(account);
    expect(told({ accounts, lacking: [] })).toEqual([
      "unproven-removed: The email address of user 7 was proven for the first time. Accounts linked earlier without that proof were unlinked: one, other.",
    ]);
  });

  it("names what the adapter has not", () => {
    const [line, ...others] = told({
      accounts: [],
      lacking: ["unlinkAccount", "deleteSessionsByUserId"],
    });
    expect(others).toEqual([]);
    expect(line).toMatch(
      /^unproven-kept: The email address of user 7 was proven for the first time\. Not everything/,
    );
    expect(line).toContain("the adapter has no unlinkAccount, deleteSessionsByUserId. Add it");
  });
});
