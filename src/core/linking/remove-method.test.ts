import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inert } from "../../../test/support/sign-in-world.js";
import { rowsIn, storeNotes } from "../../../test/support/user-rows.js";
import type { Adapter, AdapterUser } from "../../types/adapter.js";
import { createStore } from "../config/adapter.js";
import { createEvents } from "../config/hooks.js";
import { createKeyRing } from "../crypto/keys.js";
import type { Flow, FlowTokens } from "../flow.js";
import { passkeyNotes } from "../passkeys/notes-table.js";
import { recordsBinder } from "../records/bound.js";
import type { SharedState } from "../state/contract.js";
import { stateKey } from "../state/key.js";
import { takeLease } from "../state/lease.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import { removeMethod } from "./remove-method.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const ada: AdapterUser = { id: "1", email: "", emailVerified: null };
const flow = (id: string, more: Partial<Flow> = {}) => ({ ...inert, id, name: id, ...more });
const atIdp = { provider: "idp", providerAccountId: "7", type: "oidc", userId: "1" } as const;
const atOther = { provider: "other", providerAccountId: "8", type: "oauth", userId: "1" } as const;
const atKey = { provider: "key", providerAccountId: "a1", type: "webauthn", userId: "1" } as const;
const passkey = {
  ...{ userId: "1", providerAccountId: "a1", credentialID: "k1", credentialPublicKey: "" },
  ...{ counter: 0, credentialDeviceType: "x", credentialBackedUp: false, transports: null },
};

afterEach(() => {
  vi.useRealTimers();
});

interface Options {
  readonly change?: (adapter: Required<Adapter>) => Adapter;
  readonly shared?: SharedState;
}

/** Ada has an account at each of two providers, and a passkey. */
async function setUp({ change = (adapter) => adapter, shared = memoryState() }: Options = {}) {
  const rows = createMemoryStore();
  rows.users.set("1", ada);
  const adapter = MemoryAdapter(rows);
  for (const account of [atIdp, atOther, atKey]) await adapter.linkAccount({ ...account });
  await adapter.createAuthenticator(passkey);
  await storeNotes(adapter, "1", JSON.stringify({ k1: { name: "Phone" } }));
  const told: unknown[] = [];
  const unlinkAccount = (message: unknown) => void told.push(message);
  const flows = [flow("idp"), flow("other"), flow("key", { type: "webauthn" })];
  const context = {
    store: createStore(change(adapter), {
      ...{ logger: silent, timeout: 1000 },
      keepRecords: recordsBinder([passkeyNotes]),
    }),
    flows: new Map(flows.map((one) => [one.id, one])),
    keys: createKeyRing(["a secret of accounts"]),
    state: createState(shared, { logger: silent, timeout: 1000 }),
    events: createEvents({ unlinkAccount }, { logger: silent, timeout: 1000 }),
    timeout: 1000,
    logger: silent,
    endSessions: () => Promise.resolve(true),
  };
  const linked = () => [...rows.accounts.values()].map(({ provider }) => provider);
  const notes = () => rowsIn(rows, "passkey_notes").map(({ row }) => row["data"]);
  return { context, rows, told, linked, notes };
}
const idp = { kind: "account", provider: "idp", account: "7" } as const;
const other = { kind: "account", provider: "other", account: "8" } as const;
const key = { kind: "passkey", id: "k1" } as const;

describe("taking a way to sign in from a user", () => {
  it("unlinks an account at a provider, and tells of it", async () => {
    const { context, told, linked } = await setUp();
    expect(await removeMethod(context, ada, idp)).toBe("done");
    expect(linked()).toEqual(["other", "key"]);
    expect(told).toEqual([{ user: ada, account: atIdp }]);
  });

  it("takes a passkey with all that is kept of it, and tells of it", async () => {
    const { context, rows, told, linked, notes } = await setUp();
    expect(await removeMethod(context, ada, key)).toBe("done");
    expect(linked()).toEqual(["idp", "other"]);
    expect(rows.authenticators.size).toBe(0);
    expect(notes()).toEqual(["{}"]);
    expect(told).toEqual([{ user: ada, account: atKey }]);
  });

  it("leaves the last one, whichever that is", async () => {
    const { context, linked, told } = await setUp();
    await removeMethod(context, ada, idp);
    await removeMethod(context, ada, other);
    expect(await removeMethod(context, ada, key)).toBe("last");
    expect(linked()).toEqual(["key"]);
    const accounts = await setUp();
    await removeMethod(accounts.context, ada, key);
    await removeMethod(accounts.context, ada, idp);
    expect(await removeMethod(accounts.context, ada, other)).toBe("last");
    expect(accounts.linked()).toEqual(["other"]);
    expect(told).toHaveLength(2);
  });

  it("leaves one of all that are removed at once", async () => {
    const { context, linked } = await setUp();
    const removed = await Promise.all(
      [idp, other, key].map((one) => removeMethod(context, ada, one)),
    );
    expect(removed.toSorted()).toEqual(["done", "done", "last"]);
    expect(linked()).toHaveLength(1);
  });

  it("takes nothing that they do not have", async () => {
    const { context, linked, told } = await setUp();
    for (const none of [
      { kind: "account", provider: "idp", account: "8" },
      { kind: "account", provider: "other", account: "7" },
      { kind: "passkey", id: "a1" },
      { kind: "passkey", id: "7" },
    ] as const) {
      expect(await removeMethod(context, ada, none)).toBe("none");
    }
    expect(await removeMethod(context, { ...ada, id: "2" }, idp)).toBe("none");
    expect([linked().length, told]).toEqual([3, []]);
  });

  it("works with adapters that can't tell of one account, or remove a passkey", async () => {
    const { context, rows, told } = await setUp({
      change: ({ getAccount: _, deleteAuthenticator: __, ...adapter }) => adapter,
    });
    expect(await removeMethod(context, ada, idp)).toBe("done");
    expect(await removeMethod(context, ada, key)).toBe("done");
    expect(told).toMatchObject([{ account: { ...atIdp, type: "oauth" } }, { account: atKey }]);
    expect(rows.authenticators.size).toBe(1);
  });

  it("gives the tokens of an account back to its provider, and goes on where that fails", async () => {
    const given: unknown[] = [];
    const revoke: FlowTokens["revoke"] = (_, account) => {
      given.push(account);
      return Promise.reject(new Error("the provider is down"));
    };
    const { context, linked } = await setUp();
    const flows = new Map([...context.flows, ["idp", flow("idp", { tokens: { revoke } })]]);
    expect(await removeMethod({ ...context, flows }, ada, idp)).toBe("done");
    expect(await removeMethod({ ...context, flows }, ada, other)).toBe("done");
    expect(given).toMatchObject([atIdp]);
    expect(linked()).toEqual(["key"]);
  });

  it("takes the account of a passkey first, which is what lets somebody in", async () => {
    const order: string[] = [];
    const { context } = await setUp({
      change: (adapter) => ({
        ...adapter,
        unlinkAccount: (given) => {
          order.push("account");
          return adapter.unlinkAccount(given);
        },
        deleteAuthenticator: (id) => {
          order.push("passkey");
          return adapter.deleteAuthenticator(id);
        },
      }),
    });
    await removeMethod(context, ada, key);
    expect(order).toEqual(["account", "passkey"]);
  });
});

describe("two processes that take ways from one user", () => {
  it("wait for each other, and not for those of other users", async () => {
    const { context, linked } = await setUp();
    const held = async (userId: string) =>
      takeLease(context.state.strict, await stateKey(context.keys, "account", [userId]));
    const others = await held("2");
    expect(await removeMethod(context, ada, idp)).toBe("done");
    const own = await held("1");
    const removed = removeMethod(context, ada, other);
    await new Promise((wake) => setTimeout(wake, 120));
    expect(linked()).toEqual(["other", "key"]);
    await own?.release();
    expect(await removed).toBe("done");
    await others?.release();
  });

  it("give up after five seconds of waiting, and nothing is taken", async () => {
    const shared = memoryState();
    const held: SharedState = { ...shared, set: () => false };
    const { context, linked } = await setUp({ shared: held });
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const removed = expect(removeMethod(context, ada, idp)).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(6000);
    await removed;
    expect(linked()).toHaveLength(3);
  });

  it("come in turn when the one before is done, also where that fails", async () => {
    let fails = true;
    const { context } = await setUp({
      change: (adapter) => ({
        ...adapter,
        unlinkAccount: (given) =>
          fails ? Promise.reject<undefined>(new Error("down")) : adapter.unlinkAccount(given),
      }),
    });
    await expect(removeMethod(context, ada, idp)).rejects.toThrow("down");
    fails = false;
    expect(await removeMethod(context, ada, idp)).toBe("done");
  });
});
