import type { MemoryStore } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { proof, signInWorld } from "../../../test/support/sign-in-world.js";
import type { Adapter } from "../../types/adapter.js";

const containing = (text: string): unknown => expect.stringContaining(text);

describe("a store without transactions", () => {
  const { provider, providerAccountId } = proof("account-only").account;
  const key = { provider, providerAccountId, type: "oauth" } as const;

  /** The address is another's until the account is there, after that many looks. */
  const linkedAfter = (looks: number, seen: { looks: number }) => ({
    change: ({ transaction: _none, ...adapter }: Required<Adapter>): Adapter => ({
      ...adapter,
      async getUserByAccount(given) {
        seen.looks += 1;
        if (seen.looks === looks) await adapter.linkAccount({ ...key, userId: "1" });
        return adapter.getUserByAccount(given);
      },
    }),
  });
  const adaIn = (rows: MemoryStore) => {
    rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
    rows.emails.set("ada@example.org", "1");
  };

  it.each([1, 2, 3])("is looked at again until the account is there: look %i", async (looks) => {
    const seen = { looks: 0 };
    const { rows, finish } = signInWorld(linkedAfter(looks, seen));
    adaIn(rows);
    await finish(proof("account-only"));
    expect([...rows.sessions.values()]).toMatchObject([{ userId: "1" }]);
    expect(seen.looks).toBe(looks);
  });

  it("is looked at twice more and not for ever, with time in between", async () => {
    const seen = { looks: 0 };
    const { rows, finish } = signInWorld(linkedAfter(99, seen));
    adaIn(rows);
    const began = performance.now();
    await expect(finish(proof("account-only"))).rejects.toMatchObject({
      cause: { reason: "email-of-another" },
    });
    expect(seen.looks).toBe(3);
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  it("is not looked at again for a refusal that time does not mend", async () => {
    const seen = { looks: 0 };
    const { finish } = signInWorld(linkedAfter(99, seen));
    const { cookie } = await finish(proof("account-only"));
    seen.looks = 0;
    const began = proof("account-only", {
      account: { provider: "other", providerAccountId: "8", type: "oauth" },
      user: { id: "g", email: "grace@example.org" },
      beganAs: null,
    });
    await expect(finish(began, cookie)).rejects.toMatchObject({
      cause: { reason: "session-changed" },
    });
    expect(seen.looks).toBe(1);
  });

  it.each([
    ["address", { email: "ada@example.org" }, ["0", "1", "2"]],
    ["account", {}, ["0", "0", "0"]],
  ])("is asked by one sign-in at a time of an %s", async (_, user, ids) => {
    let made = 0;
    const { rows, finish } = signInWorld({
      change: ({ transaction: _none, ...adapter }) => ({
        ...adapter,
        async createUser(given) {
          made += 1;
          await new Promise((wake) => setTimeout(wake, 20));
          return adapter.createUser(given);
        },
      }),
    });
    const all = ids.map((providerAccountId) => {
      const account = { provider: "idp", providerAccountId, type: "oauth" } as const;
      return proof("linked-email", { account, user: { id: "x", ...user } });
    });
    await Promise.all(all.map((verified) => finish(verified)));
    expect(made).toBe(1);
    expect([rows.users.size, rows.accounts.size]).toEqual([1, new Set(ids).size]);
  });

  it("with transactions is not looked at again, since nothing is there by halves", async () => {
    let looks = 0;
    const { rows, finish } = signInWorld({
      change: (adapter) => ({
        ...adapter,
        getUserByAccount: (given) => {
          looks += 1;
          return adapter.getUserByAccount(given);
        },
      }),
    });
    adaIn(rows);
    await expect(finish(proof("account-only"))).rejects.toMatchObject({
      cause: { reason: "email-of-another" },
    });
    expect(looks).toBe(1);
  });

  it("is looked at once more after the `signIn` callback, which may have changed it", async () => {
    const { rows, finish } = signInWorld({
      callbacks: {
        signIn: () => {
          rows.accounts.set(JSON.stringify([provider, providerAccountId]), { ...key, userId: "1" });
          return true;
        },
      },
    });
    adaIn(rows);
    await finish(proof("account-only"));
    expect([...rows.sessions.values()]).toMatchObject([{ userId: "1" }]);
  });
});

describe("a store that fails", () => {
  it("fails the sign-in where the decision would be the same again", async () => {
    let tries = 0;
    const { overcome, finish } = signInWorld({
      change: ({ transaction: _none, ...adapter }) => ({
        ...adapter,
        createUser: () => {
          tries += 1;
          return Promise.reject(new Error("no room"));
        },
      }),
    });
    await expect(finish(proof("account-only"))).rejects.toMatchObject({
      type: "AdapterError",
      message: containing("no room"),
    });
    expect(tries).toBe(1);
    expect(overcome).toEqual([]);
  });

  it("is noted where another decision helped", async () => {
    const { rows, overcome, finish } = signInWorld({
      change: ({ transaction: _none, ...adapter }) => ({
        ...adapter,
        async createUser(user) {
          const made = await adapter.createUser({ ...user, id: "faster" });
          const { provider, providerAccountId } = proof("account-only").account;
          await adapter.linkAccount({
            provider,
            providerAccountId,
            type: "oauth",
            userId: made.id,
          });
          throw new Error("it is there already");
        },
      }),
    });
    await finish(proof("account-only"));
    expect([...rows.users.keys()]).toEqual(["faster"]);
    expect(overcome).toMatchObject([{ type: "AdapterError" }]);
  });

  it("is not the fault of whatever else goes wrong, which is not tried again", async () => {
    let tries = 0;
    const { finish } = signInWorld();
    const alongside = () => {
      tries += 1;
      return Promise.reject(new TypeError("a mistake"));
    };
    await finish(proof("account-only"));
    const failed = finish(proof("account-only", { alongside }));
    await expect(failed).rejects.toThrow("a mistake");
    expect(tries).toBe(1);
  });
});
