import { describe, expect, it } from "vitest";
import { now, proof, signInWorld } from "../../test/support/sign-in-world.js";
import { CookieJar } from "../cookies/jar.js";
import type { AdapterUser } from "../types/adapter.js";

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
    endSessions: (userId: string) => Promise.resolve(void ended.push(userId)),
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

describe("where there is an account page", () => {
  const waiting = (changes: readonly { name: string; value: string }[], name: string) =>
    changes.filter((one) => one.name === name && one.value !== "");

  it("what is refused for its address waits for who has it", async () => {
    const jar = new CookieJar(null);
    const { cookies, finish, rows } = watched({ more: { accountPage: true, jar } });
    await finish(proof("account-only"));
    expect(waiting(jar.changes(), cookies.pending.name)).toEqual([]);
    const refused = finish(proof("account-only", { account: other }));
    await expect(refused).rejects.toMatchObject({ cause: { reason: "email-of-another" } });
    expect(rows.accounts.size).toBe(1);
    expect(waiting(jar.changes(), cookies.pending.name)).toHaveLength(1);
  });

  /** Ada with a proven address, signed in, and another account that has it. */
  async function withProvenAddress(options: Parameters<typeof signInWorld>[0]) {
    const world = watched(options);
    await world.finish(email());
    const { cookie } = await world.finish(email());
    const { beganAs: _, ...verified } = proof("account-only", { account: other });
    const [id = ""] = world.rows.users.keys();
    return { ...world, cookie, verified: { ...verified, beganAs: id } };
  }

  it("and accounts are linked by an act of its own, its owner is asked at once", async () => {
    const more = { accountPage: true, explicitLinking: true };
    const { cookie, verified, cookies, finish, rows, told } = await withProvenAddress({ more });
    told.length = 0;
    const { outcome, changes } = await finish(verified, cookie);
    expect(outcome).toMatchObject({ kind: "redirect", to: containing("/auth/account/pending?") });
    expect(waiting(changes, cookies.pending.name)).toHaveLength(1);
    expect(rows.accounts.size).toBe(1);
    expect(told).toEqual([]);
  });

  it("nobody is asked whose address is not proven, or who is not here", async () => {
    const more = { accountPage: true, explicitLinking: true };
    const { verified, finish } = await withProvenAddress({ more });
    await expect(finish(verified)).rejects.toMatchObject({ cause: { reason: "email-of-another" } });
    const unproven = watched({ more });
    const { cookie } = await unproven.finish(proof("account-only"));
    const [id = ""] = unproven.rows.users.keys();
    const refused = unproven.finish(proof("account-only", { account: other, beganAs: id }), cookie);
    await expect(refused).rejects.toMatchObject({ cause: { reason: "email-of-another" } });
  });

  it("what can not wait is refused, though its owner is here", async () => {
    const more = { accountPage: true, explicitLinking: true };
    const { cookie, verified, finish } = await withProvenAddress({ more });
    const odd = { ...verified, alongside: () => Promise.resolve() };
    await expect(finish(odd, cookie)).rejects.toMatchObject({
      cause: { reason: "email-of-another" },
    });
  });

  it("nothing waits without the page, nor what is refused for another reason", async () => {
    const explicit = await withProvenAddress({ more: { explicitLinking: true } });
    await expect(explicit.finish(explicit.verified, explicit.cookie)).rejects.toMatchObject({
      cause: { reason: "email-of-another" },
    });
    const world = watched({ more: { accountPage: true } });
    const { cookie } = await world.finish(proof("account-only"));
    const grace = proof("account-only", {
      account: other,
      user: { id: "g", email: "grace@example.org" },
    });
    await world.finish(grace);
    await expect(world.finish(grace, cookie)).rejects.toMatchObject({
      cause: { reason: "account-of-another" },
    });
  });

  it("a further account is linked by who has proven of late who they are", async () => {
    const asked: unknown[] = [];
    let fresh = true;
    const { finish, rows } = watched({
      more: {
        accountPage: true,
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

  it("and can not be asked again: the first error is told", async () => {
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

  it("and whose address it is is here: they are asked, where there is an account page", async () => {
    const { finish, rows, cookies } = watched({
      more: { accountPage: true, explicitLinking: true },
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
    const { outcome, changes } = await finish(
      proof("account-only", { account: key, beganAs: id }),
      cookie,
    );
    expect(outcome).toMatchObject({ to: containing("/account/pending") });
    expect(changes.some(({ name }) => name === cookies.pending.name)).toBe(true);
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
