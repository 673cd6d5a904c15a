import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { inert } from "../../../test/support/sign-in-world.js";
import { passwords, readPassword, setPassword } from "../../flows/password/table.js";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from "../../types/adapter.js";
import { Conflict } from "../../types/records.js";
import { createStore } from "../config/adapter.js";
import type { Flow } from "../flow.js";
import { passkeyNotes } from "../passkeys/notes-table.js";
import { recordsBinder } from "../records/bound.js";
import {
  describeMethods,
  renamePasskey,
  signInMethodsOf,
  type StoredMethods,
} from "./sign-in-methods.js";

const user: AdapterUser = { id: "1", email: "ada@example.org", emailVerified: null };
const flow = (id: string, more: Partial<Flow> = {}): Flow => ({ ...inert, id, name: id, ...more });
const begin = () => Promise.reject(new Error("not begun here"));
const github = flow("github", { begin });
const mail = flow("mail", { type: "email" });
const passkey = flow("passkey", { type: "webauthn" });
const password = flow("password", {
  type: "credentials",
  hasPassword: ({ records }, id) => readPassword(records, id).then((found) => found !== null),
});
const own = flow("own", { type: "credentials" });

const account = (provider: string, id: string, type: AdapterAccount["type"]): AdapterAccount => ({
  ...{ provider, type },
  providerAccountId: id,
  userId: "1",
});
const atGithub = account("github", "g1", "oauth");
const key = (id: string): AdapterAuthenticator => ({
  userId: "1",
  providerAccountId: id,
  credentialID: id,
  credentialPublicKey: "",
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
  transports: "internal,hybrid",
});
const nothing: StoredMethods = { user, accounts: [], authenticators: null, hasPassword: null };

/** Which of the ways can be removed. */
function removable(flows: readonly Flow[], stored: Partial<StoredMethods>): string[] {
  const { accounts, passkeys } = describeMethods(flows, { ...nothing, ...stored });
  return [
    ...(accounts ?? []).filter((one) => one.removable).map((one) => one.provider),
    ...(passkeys ?? []).filter((one) => one.removable).map((one) => one.id),
  ];
}

const linkedKey = account("passkey", "k1", "webauthn");

describe("which way to sign in can be removed", () => {
  const rows: readonly [string, readonly Flow[], Partial<StoredMethods>, string[]][] = [
    ["the only account", [github], { accounts: [atGithub] }, []],
    [
      "one of two at a provider",
      [github],
      { accounts: [atGithub, account("github", "g2", "oauth")] },
      ["github", "github"],
    ],
    ["an account beside the e-mail link", [github, mail], { accounts: [atGithub] }, ["github"]],
    [
      "the same without an address",
      [github, mail],
      { user: { ...user, email: "" }, accounts: [atGithub] },
      [],
    ],
    [
      "an account beside a password",
      [github, password],
      { accounts: [atGithub], hasPassword: true, user: { ...user, email: "" } },
      ["github"],
    ],
    [
      "an account where a password can be asked for by mail",
      [github, password],
      { accounts: [atGithub], hasPassword: false },
      ["github"],
    ],
    [
      "an account beside credentials of the application, of which nothing is known",
      [github, own],
      { accounts: [atGithub] },
      [],
    ],
    [
      "an account at a provider that is not offered any more",
      [mail],
      { accounts: [atGithub] },
      ["github"],
    ],
    ["the same where it is all there is", [], { accounts: [atGithub] }, []],
    [
      "an account beside one that is not offered any more",
      [github],
      { accounts: [atGithub, account("old", "o1", "oidc")] },
      ["old"],
    ],
    ["the only passkey", [passkey], { accounts: [linkedKey], authenticators: [key("k1")] }, []],
    [
      "a passkey beside an account",
      [github, passkey],
      { accounts: [atGithub, linkedKey], authenticators: [key("k1")] },
      ["github", "k1"],
    ],
    [
      "an account beside a passkey that was taken away",
      [github, passkey],
      { accounts: [atGithub], authenticators: [key("k1")] },
      [],
    ],
  ];
  it.each(rows)("%s", (_, flows, stored, expected) => {
    expect(removable(flows, stored)).toEqual(expected);
  });

  it("nothing where the adapter does not tell what there is", () => {
    const ways = describeMethods([github, mail], { ...nothing, accounts: null });
    expect(ways).toMatchObject({ accounts: null, passkeys: null, mail: true });
  });

  it("accounts of e-mail links are the link, and only what can be begun is offered", () => {
    const accounts = [atGithub, account("mail", "ada@example.org", "email")];
    const ways = describeMethods([github, mail, passkey, own], { ...nothing, accounts });
    expect(ways.accounts).toHaveLength(1);
    expect(ways.offers).toEqual([{ provider: "github", name: "github" }]);
  });

  it("what can be begun and is no provider of accounts is not offered", () => {
    const flows = [flow("mail", { type: "email", begin }), flow("idp", { type: "oidc", begin })];
    expect(describeMethods([...flows, flow("odd")], nothing).offers).toEqual([
      { provider: "idp", name: "idp" },
    ]);
  });
});

describe("what is told of a way to sign in", () => {
  it("an account has the name of its provider, or its id where that is not offered any more", () => {
    const flows = [{ ...github, name: "GitHub" }];
    const accounts = [atGithub, account("old", "o1", "oidc")];
    expect(describeMethods(flows, { ...nothing, accounts }).accounts).toEqual([
      { provider: "github", name: "GitHub", account: "g1", removable: false },
      { provider: "old", name: "old", account: "o1", removable: true },
    ]);
  });

  it("a passkey has what it is, and what was noted of it", () => {
    const note = { name: "Phone", createdAt: "2026-01-01T00:00:00.000Z" };
    const ways = describeMethods([passkey], {
      ...nothing,
      accounts: [linkedKey, account("passkey", "k2", "webauthn"), account("idp", "k3", "oauth")],
      authenticators: [
        key("k1"),
        { ...key("k2"), transports: null, credentialBackedUp: false },
        key("k3"),
      ],
      passkeyNotes: new Map([["k1", note]]),
    });
    expect(ways.passkeys).toEqual([
      {
        provider: "passkey",
        id: "k1",
        synced: true,
        name: "Phone",
        createdAt: "2026-01-01T00:00:00.000Z",
        lastUsedAt: null,
        renamable: true,
        transports: ["internal", "hybrid"],
        removable: true,
      },
      {
        provider: "passkey",
        id: "k2",
        synced: false,
        name: null,
        createdAt: null,
        lastUsedAt: null,
        renamable: true,
        transports: [],
        removable: true,
      },
    ]);
  });

  it("passkeys are not told where accounts, or they themselves, can't be", () => {
    const ways = (stored: Partial<StoredMethods>) =>
      describeMethods([passkey], { ...nothing, ...stored }).passkeys;
    expect(ways({ accounts: [linkedKey], authenticators: null })).toBeNull();
    expect(ways({ accounts: null, authenticators: [key("k1")] })).toBeNull();
    expect(ways({ accounts: [linkedKey], authenticators: [] })).toEqual([]);
  });

  it("a passkey of an adapter that keeps no notes can't be renamed", () => {
    const stored = { ...nothing, accounts: [linkedKey], authenticators: [key("k1")] };
    expect(describeMethods([passkey], stored).passkeys).toMatchObject([{ renamable: false }]);
    const without = { ...stored, passkeyNotes: null };
    expect(describeMethods([passkey], without).passkeys).toMatchObject([{ renamable: false }]);
  });
});

describe("the ways in a store", () => {
  const all = [github, passkey, password];

  function setUp(change: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter) {
    const rows = createMemoryStore();
    const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined };
    const store = createStore(change(MemoryAdapter(rows)), {
      ...{ logger, timeout: 1000 },
      keepRecords: recordsBinder([passkeyNotes, passwords]),
    });
    const flows = (these: readonly Flow[]) => new Map(these.map((one) => [one.id, one]));
    const contextOf = (these = all) => ({ store, flows: flows(these) });
    return { rows, store, contextOf };
  }

  async function withAll(change?: (adapter: Required<Adapter>) => Adapter) {
    const world = setUp(change);
    world.rows.users.set("1", user);
    await world.store.linkAccount(atGithub);
    await world.store.linkAccount(linkedKey);
    await world.store.createAuthenticator(key("k1"));
    return world;
  }

  it("are all told", async () => {
    const { contextOf, store } = await withAll();
    expect(await signInMethodsOf(contextOf(), user)).toMatchObject({
      accounts: [{ provider: "github" }],
      passkeys: [{ id: "k1", name: null, renamable: true }],
      mail: true,
      password: false,
    });
    await setPassword(store.records, "1", "hash");
    expect(await signInMethodsOf(contextOf(), user)).toMatchObject({ password: true });
  });

  it("are asked for where such a way is offered", async () => {
    const { contextOf } = await withAll();
    expect(await signInMethodsOf(contextOf([github, own]), user)).toMatchObject({
      ...{ passkeys: null, password: null, mail: false },
    });
    expect(await signInMethodsOf(contextOf([passkey]), user)).toMatchObject({
      passkeys: [{ id: "k1" }],
      password: null,
    });
  });

  it("are not told where the adapter can't", async () => {
    const of = async (flows: Flow[], ...names: (keyof Adapter)[]) => {
      const { contextOf } = await withAll((adapter) => {
        const left = Object.entries(adapter).filter(([name]) => !names.some((one) => one === name));
        return Object.fromEntries(left);
      });
      return signInMethodsOf(contextOf(flows), user);
    };
    expect(await of(all, "unlinkAccount")).toMatchObject({ accounts: null, passkeys: null });
    expect(await of(all, "listAccountsByUserId")).toMatchObject({ accounts: null, passkeys: null });
    expect(await of(all, "listAuthenticatorsByUserId")).toMatchObject({ passkeys: null });
    const notOfPasswords = { passkeys: [{ id: "k1", renamable: false }], password: null };
    expect(await of([github, passkey], "records")).toMatchObject(notOfPasswords);
  });

  it("a passkey gets a name, another one, and none", async () => {
    const { contextOf, store } = await withAll();
    const name = async () =>
      (await signInMethodsOf(contextOf(), user)).passkeys?.map((one) => one.name);
    const createdAt = "2026-01-01T00:00:00.000Z";
    const data = JSON.stringify({ k1: { createdAt } });
    await store.records.insert(passkeyNotes, { userId: "1", data });
    for (const given of ["Phone", "Key", ""]) {
      expect(await renamePasskey(contextOf(), user, { id: "k1", name: given })).toBe("done");
      expect(await name()).toEqual([given === "" ? null : given]);
    }
    expect((await signInMethodsOf(contextOf(), user)).passkeys).toMatchObject([{ createdAt }]);
  });

  it("a passkey of nobody, or where names can't be kept, gets none", async () => {
    const { contextOf } = await withAll();
    expect(await renamePasskey(contextOf(), user, { id: "k9", name: "x" })).toBe("none");
    expect(await renamePasskey(contextOf([github]), user, { id: "k1", name: "x" })).toBe("none");
    const without = await withAll(({ records: _, ...adapter }) => adapter);
    const renamed = renamePasskey(without.contextOf([passkey]), user, { id: "k1", name: "x" });
    expect(await renamed).toBe("none");
  });

  it("that can't be written for now says so", async () => {
    const { contextOf } = await withAll((adapter) => ({
      ...adapter,
      records: { ...adapter.records, write: () => Promise.resolve(new Conflict("passkey_notes")) },
    }));
    await expect(renamePasskey(contextOf(), user, { id: "k1", name: "x" })).rejects.toMatchObject({
      status: 503,
    });
  });
});
