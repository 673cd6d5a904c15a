import { describe, expect, it } from "vitest";
import { proof, signInWorld } from "../../../test/support/sign-in-world.js";

const containing = (text: string): unknown => expect.stringContaining(text);

describe("a sign-in that is refused", () => {
  const other = { provider: "other", providerAccountId: "7" };

  it("says that the address is another's, and what they can do", async () => {
    const { rows, finish } = signInWorld();
    await finish(proof("account-only"));
    const before = structuredClone(rows);
    await expect(
      finish(proof("account-only", { account: { ...other, type: "oidc" } })),
    ).rejects.toMatchObject({
      type: "OAuthAccountNotLinked",
      message: containing("sign in the way they did before"),
      cause: { provider: "other", reason: "email-of-another" },
    });
    expect(rows).toEqual(before);
  });

  it("of a passkey has an error of its own", async () => {
    const { finish } = signInWorld();
    await finish(proof("account-only"));
    await expect(
      finish(proof("account-only", { account: { ...other, type: "webauthn" } })),
    ).rejects.toMatchObject({ type: "AccountNotLinked", cause: { reason: "email-of-another" } });
  });

  it("says that the account is another's", async () => {
    const { finish } = signInWorld();
    const { cookie } = await finish(proof("account-only"));
    const grace = proof("account-only", {
      account: { ...other, type: "oauth" },
      user: { id: "g", email: "grace@example.org" },
    });
    await finish(grace);
    await expect(finish(grace, cookie)).rejects.toThrow("belongs to a different user");
  });

  it("says that somebody else signed in meanwhile", async () => {
    const { finish } = signInWorld();
    const { cookie } = await finish(proof("account-only"));
    const began = proof("account-only", {
      account: { ...other, type: "oauth" },
      user: { id: "g", email: "grace@example.org" },
      beganAs: null,
    });
    await expect(finish(began, cookie)).rejects.toMatchObject({
      message: containing("during the sign-in"),
      cause: { reason: "session-changed" },
    });
  });

  it("is none that began with this very request: its account is the signed-in user's now", async () => {
    const { rows, finish } = signInWorld({ strategy: "jwt" });
    const { cookie } = await finish(proof("account-only"));
    const { cookie: after } = await finish(
      proof("account-only", { account: { ...other, type: "webauthn" }, user: { id: "g" } }),
      cookie,
    );
    expect([...rows.accounts.values()]).toHaveLength(2);
    expect(rows.users.size).toBe(1);
    expect(after).not.toBe(cookie);
  });
});

describe("ways into an account that were made before its address was proven", () => {
  const email = () =>
    proof("email-owner", {
      account: { provider: "mail", providerAccountId: "ada@example.org", type: "email" },
    });

  it("are taken away when somebody else proves it, by every flow that knows of some", async () => {
    const asked: [number, string][] = [];
    const disown = (index: number) => (_store: unknown, userId: string) =>
      Promise.resolve(asked.push([index, userId]) > 5);
    const { rows, finish } = signInWorld({
      flows: [{ disown: disown(0) }, {}, { disown: disown(2) }],
    });
    await finish(proof("account-only"));
    await finish(email());
    const [id = ""] = rows.users.keys();
    expect(asked).toEqual([
      [0, id],
      [2, id],
    ]);
  });

  it("are taken away, and whoever was signed in by them no longer is", async () => {
    const { rows, told, finish } = signInWorld();
    await finish(proof("account-only"));
    told.length = 0;
    await finish(email());
    expect(rows.sessions.size).toBe(1);
    expect([...rows.accounts.values()].map(({ provider }) => provider)).toEqual(["mail"]);
    const names = told.map(([name]) => name);
    expect(names).toEqual(["unlinkAccount", "linkAccount", "updateUser", "signIn"]);
    expect(told[0]?.[1]).toEqual({
      user: [...rows.users.values()][0],
      account: {
        provider: "idp",
        providerAccountId: "at-provider",
        type: "oauth",
        userId: [...rows.users.keys()][0],
      },
    });
  });

  it("are taken away, and the adapter can't end the sessions of a user: they stay", async () => {
    const { rows, finish } = signInWorld({
      flows: [{ disown: () => Promise.resolve(true) }],
      change: ({ transaction: _, deleteSessionsByUserId: _sessions, ...adapter }) => adapter,
    });
    await finish(proof("account-only"));
    await finish(email());
    expect(rows.sessions.size).toBe(2);
  });

  it("are taken away, and ending the sessions fails: nobody is signed in", async () => {
    const { rows, finish } = signInWorld({
      flows: [{ disown: () => Promise.resolve(true) }],
      change: ({ transaction: _, ...adapter }) => ({
        ...adapter,
        deleteSessionsByUserId: () => Promise.reject(new Error("down")),
      }),
    });
    await finish(proof("account-only"));
    await expect(finish(email())).rejects.toThrow(/deleteSessionsByUserId/);
    expect(rows.sessions.size).toBe(1);
    expect([...rows.users.values()].map((user) => user.emailVerified)).toEqual([null]);
  });

  it("stay when the user themselves proves it", async () => {
    const asked: string[] = [];
    const { finish } = signInWorld({
      flows: [{ disown: (_store, userId) => Promise.resolve(asked.push(userId) > 0) }],
    });
    const { cookie } = await finish(proof("account-only"));
    await finish(email(), cookie);
    expect(asked).toEqual([]);
  });
});
