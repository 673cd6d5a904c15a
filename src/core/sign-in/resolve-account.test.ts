import { describe, expect, it } from "vitest";
import { asPlugin, plugins } from "../../../test/support/plugins.js";
import { now, proof, signInWorld } from "../../../test/support/sign-in-world.js";
import type { AdapterUser } from "../../types/adapter.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import type { Refused } from "../plugin.js";

const containing = (text: string): unknown => expect.stringContaining(text);
const other = { provider: "other", providerAccountId: "7", type: "oauth" } as const;
const email = (more: object = {}) =>
  proof("email-owner", {
    account: { provider: "mail", providerAccountId: "ada@example.org", type: "email" },
    ...more,
  });

/** A sign-in world in which users' sessions that are more than rows can be ended. */
function watched(options: Parameters<typeof signInWorld>[0] = {}) {
  const ended: string[] = [];
  const more = {
    endSessions: (userId: string) => Promise.resolve(ended.push(userId) > 0),
    ...options.more,
  };
  return { ended, ...signInWorld({ ...options, more }) };
}

describe("whoever was signed in before an address was proven", () => {
  it("is signed out everywhere, before it counts as proven and once more after it", async () => {
    const { ended, rows, finish } = watched();
    await finish(proof("account-only"));
    expect(ended).toEqual([]);
    await finish(email());
    const [id = ""] = rows.users.keys();
    expect(ended).toEqual([id, id]);
  });

  it("stays signed in where it was proven before, or by themselves", async () => {
    const { ended, finish } = watched();
    const { cookie } = await finish(proof("account-only"));
    await finish(email(), cookie);
    await finish(email());
    await finish(proof("account-only"));
    expect(ended).toEqual([]);
  });

  it("is not forgotten where that fails: nothing is proven", async () => {
    const { rows, finish } = watched({
      more: { endSessions: () => Promise.reject(new Error("state is down")) },
    });
    await finish(proof("account-only"));
    await expect(finish(email())).rejects.toThrow("state is down");
    expect([...rows.users.values()].map((user) => user.emailVerified)).toEqual([null]);
  });
});

const elsewhere = redirectTo("https://app.test/ask");

/** A plugin that answers what is refused for its address, and what it was told. */
function answering(answer: Outcome | undefined) {
  const told: Refused[] = [];
  const call = (_: unknown, refused: Refused) => {
    told.push(refused);
    return Promise.resolve(answer);
  };
  const refused = [{ ...asPlugin.bound, call }];
  const more = { plugins: plugins({ refused }), forPlugin: asPlugin.forPlugin };
  return { seen: told, more };
}

describe("an account that is refused for its address", () => {
  const refusal = { cause: { reason: "email-of-another" } };

  /** Ada with a proven address, signed in, and another account that has it. */
  async function withProvenAddress(options: Parameters<typeof signInWorld>[0]) {
    const world = watched(options);
    await world.finish(email());
    const { cookie } = await world.finish(email());
    const { beganAs: _, ...verified } = proof("account-only", { account: other });
    const [id = ""] = world.rows.users.keys();
    return { ...world, cookie, verified: { ...verified, beganAs: id } };
  }

  it("is told to plugins, and refused unless one of them answers", async () => {
    const { seen, more } = answering(undefined);
    const { finish, rows } = watched({ more });
    await finish(proof("account-only"));
    const verified = proof("account-only", { account: other });
    await expect(finish(verified)).rejects.toMatchObject(refusal);
    const there = "https://app.test/there";
    await expect(finish({ ...verified, callbackUrl: there })).rejects.toMatchObject(refusal);
    expect(seen).toMatchObject([
      { verified, ownerIsHere: false, callbackUrl: "https://app.test/in" },
      { ownerIsHere: false, callbackUrl: there },
    ]);
    expect(rows.accounts.size).toBe(1);
  });

  it("links nothing and signs nobody in where one of them answers", async () => {
    const { seen, more } = answering(elsewhere);
    const world = await withProvenAddress({ more: { ...more, explicitLinking: true } });
    const { cookie, verified, finish, rows, told } = world;
    told.length = 0;
    const { outcome } = await finish(verified, cookie);
    expect(outcome).toEqual({ kind: "redirect", to: "https://app.test/ask" });
    expect(seen).toMatchObject([{ ownerIsHere: true }]);
    expect(rows.accounts.size).toBe(1);
    expect(told).toEqual([]);
  });

  it("is refused where a plugin answers with what is no answer", async () => {
    const { more } = answering(elsewhere);
    // @ts-expect-error What JavaScript may return.
    const odd = answering({ kind: "linked" });
    for (const [given, isRefused] of [
      [odd.more, true],
      [more, false],
    ] as const) {
      const { finish } = watched({ more: given });
      await finish(proof("account-only"));
      const refused = finish(proof("account-only", { account: other }));
      if (isRefused) await expect(refused).rejects.toMatchObject(refusal);
      else await expect(refused).resolves.toMatchObject({ outcome: { kind: "redirect" } });
    }
  });

  it("has an owner who is here only where they are signed in and have proven the address", async () => {
    const { seen, more: hook } = answering(undefined);
    const more = { ...hook, explicitLinking: true };
    const { verified, finish } = await withProvenAddress({ more });
    await expect(finish(verified)).rejects.toMatchObject(refusal);
    const unproven = watched({ more });
    const { cookie } = await unproven.finish(proof("account-only"));
    const [id = ""] = unproven.rows.users.keys();
    const refused = unproven.finish(proof("account-only", { account: other, beganAs: id }), cookie);
    await expect(refused).rejects.toMatchObject(refusal);
    expect(seen.map(({ ownerIsHere }) => ownerIsHere)).toEqual([false, false]);
  });

  it("is refused without plugins, and plugins aren't told what is refused for another reason", async () => {
    const explicit = await withProvenAddress({ more: { explicitLinking: true } });
    await expect(explicit.finish(explicit.verified, explicit.cookie)).rejects.toMatchObject(
      refusal,
    );
    const { seen, more } = answering(elsewhere);
    const world = watched({ more });
    const { cookie } = await world.finish(proof("account-only"));
    const grace = proof("account-only", {
      account: other,
      user: { id: "g", email: "grace@example.org" },
    });
    await world.finish(grace);
    await expect(world.finish(grace, cookie)).rejects.toMatchObject({
      cause: { reason: "account-of-another" },
    });
    expect(seen).toEqual([]);
  });
});

describe("where a plugin has browsers keep a proof", () => {
  it("a further account is linked by who has proven of late who they are", async () => {
    const asked: unknown[] = [];
    let fresh = true;
    const { finish, rows } = watched({
      more: {
        plugins: plugins({ keepsProofs: true }),
        isFresh: (...given) => {
          asked.push(given);
          return Promise.resolve(fresh);
        },
      },
    });
    const { cookie } = await finish(proof("account-only"));
    const [id = ""] = rows.users.keys();
    const linking = (providerAccountId: string) =>
      finish(
        proof("account-only", { account: { ...other, providerAccountId }, beganAt: now - 5 }),
        cookie,
      );
    await linking("7");
    expect(asked).toEqual([[id, { moment: now - 5 }]]);
    fresh = false;
    await expect(linking("8")).rejects.toMatchObject({ type: "FreshSignInRequired" });
    expect(rows.accounts.size).toBe(2);
  });
});

describe("an account under an id of before", () => {
  const renamed = (isAccepted: boolean) =>
    proof("account-only", {
      account: { provider: "idp", providerAccountId: "new-id", type: "oauth" },
      former: { id: "at-provider", isAccepted },
    });

  it("is refused where that does not count, and says what to do", async () => {
    const { finish } = watched();
    await finish(proof("account-only"));
    await expect(finish(renamed(false))).rejects.toMatchObject({
      message: containing("set `acceptFormerId: true`"),
      cause: { reason: "former-id" },
    });
  });

  it("is its owner's where that counts", async () => {
    const { finish, rows } = watched();
    await finish(proof("account-only"));
    await finish(renamed(true));
    expect([...rows.accounts.values()].map((one) => one.providerAccountId)).toEqual(["new-id"]);
    expect(rows.users.size).toBe(1);
  });
});

describe("two sign-ins at once", () => {
  /** How many are at work on the store at once, at most: they wait there for so many, and so long. */
  function counting(wanted: number, milliseconds: number) {
    const seen = { now: 0, most: 0 };
    const world = watched({
      change: ({ transaction: _none, ...adapter }) => ({
        ...adapter,
        async createUser(given: AdapterUser) {
          seen.now += 1;
          seen.most = Math.max(seen.most, seen.now);
          const until = performance.now() + milliseconds;
          while (seen.most < wanted && performance.now() < until) {
            await new Promise((wake) => setTimeout(wake, 5));
          }
          seen.now -= 1;
          return adapter.createUser(given);
        },
      }),
    });
    return { ...world, seen };
  }
  const of = (providerAccountId: string, address?: string) =>
    proof("linked-email", {
      account: { provider: "idp", providerAccountId, type: "oauth" },
      user: { id: "x", ...(address !== undefined && { email: address }) },
    });

  it("of two people do not wait for each other", async () => {
    const { finish, seen } = counting(4, 10_000);
    const people = [of("1"), of("2"), of("3", "a@example.org"), of("4", "b@example.org")];
    await Promise.all(people.map((one) => finish(one)));
    expect(seen.most).toBe(4);
  });

  it("of one address wait, however it is written", async () => {
    const { finish, seen, rows } = counting(2, 100);
    await Promise.all([finish(of("1", "Ada@Example.org")), finish(of("2", "ada@example.org"))]);
    expect(seen.most).toBe(1);
    expect(rows.users.size).toBe(1);
  });
});

describe("a store that refuses while another process signs the same person in", () => {
  const key = { provider: "idp", providerAccountId: "at-provider", type: "oauth" } as const;
  const lost = Object.assign(new Error("duplicate"), { code: "23505" });

  it("is told as refused where it lost a race, and as a fault otherwise", async () => {
    const refusing = (error: Error) =>
      watched({
        change: ({ transaction: _, ...adapter }) => ({
          ...adapter,
          async createUser(user) {
            await adapter.createUser({ ...user, id: "faster" });
            throw error;
          },
        }),
      });
    await expect(refusing(lost).finish(proof("account-only"))).rejects.toMatchObject({
      cause: { reason: "email-of-another" },
    });
    await expect(
      refusing(new Error("out of order")).finish(proof("account-only")),
    ).rejects.toMatchObject({ type: "AdapterError", message: containing("out of order") });
  });

  it("and can't be asked again: the first error is told", async () => {
    let broken = false;
    const { finish, overcome } = watched({
      change: ({ transaction: _, ...adapter }) => ({
        ...adapter,
        createUser: () => {
          broken = true;
          return Promise.reject(lost);
        },
        getUserByAccount: (given) =>
          broken ? Promise.reject(new Error("down now")) : adapter.getUserByAccount(given),
      }),
    });
    await expect(finish(proof("account-only"))).rejects.toThrow("duplicate");
    expect(overcome).toEqual([]);
  });

  it("and whose address it is is here: plugins are told so", async () => {
    const { seen, more } = answering(elsewhere);
    const { finish, rows } = watched({
      more: { ...more, explicitLinking: true },
      change: ({ transaction: _, ...adapter }) => ({
        ...adapter,
        async createUser(user) {
          if (user.email !== "ada@example.org") return adapter.createUser(user);
          const [first] = rows.users.values();
          if (first) {
            rows.emails.set("ada@example.org", first.id);
            rows.users.set(first.id, { ...first, email: "ada@example.org" });
          }
          throw lost;
        },
      }),
    });
    const mail = "was@example.org";
    const { cookie } = await finish(
      email({
        user: { id: mail, email: mail },
        account: { provider: "mail", providerAccountId: mail, type: "email" },
      }),
    );
    const [id = ""] = rows.users.keys();
    const { outcome } = await finish(proof("account-only", { account: key, beganAs: id }), cookie);
    expect(outcome).toMatchObject({ to: "https://app.test/ask" });
    expect(seen).toMatchObject([{ ownerIsHere: true }]);
    expect(rows.accounts.size).toBe(1);
  });
});

describe("who it would be", () => {
  it("is told to the `signIn` callback, where the account or the address of a mail is known", async () => {
    const seen: unknown[] = [];
    const { finish, rows } = watched({
      callbacks: {
        signIn: ({ user }) => {
          seen.push(user.id);
          return true;
        },
      },
    });
    await finish(proof("account-only"));
    const [id = ""] = rows.users.keys();
    await finish(proof("account-only"));
    await finish(email());
    expect(seen).toEqual(["at-provider", id, id]);
  });
});
