import { describe, expect, it } from "vitest";
import { inert, now, proof, signInWorld } from "../../test/support/sign-in-world.js";
import type { Flow } from "../flows/flow.js";
import { sealAsk } from "../sessions/ask.js";
import type { Keeper } from "../sessions/keeper.js";
import type { Authenticator } from "../types/adapter.js";
import type { CompleteContext } from "./complete.js";

const containing = (text: string): unknown => expect.stringContaining(text);
const other = { provider: "other", providerAccountId: "7", type: "oauth" } as const;

const passkey: Authenticator = {
  providerAccountId: "k1",
  credentialID: "k1",
  credentialPublicKey: "public",
  counter: 0,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
  transports: null,
};
const atPasskey = { provider: "passkey", providerAccountId: "k1", type: "webauthn" } as const;

describe("the notes on a passkey", () => {
  const made = proof("account-only", { account: atPasskey, passkey });
  const used = proof("account-only", { account: atPasskey, usedPasskey: "k1" });
  const at = new Date(now).toISOString();
  const notesOf = ({ rows }: ReturnType<typeof signInWorld>) =>
    [...rows.passkeyNotes.values()].map(({ data }): unknown => JSON.parse(data));

  it("are written when it is made and when it is used, where there is an account page", async () => {
    const world = signInWorld({ more: { accountPage: true } });
    await world.finish(made);
    expect(notesOf(world)).toEqual([{ k1: { createdAt: at } }]);
    await world.finish(used);
    expect(notesOf(world)).toEqual([{ k1: { createdAt: at, lastUsedAt: at } }]);
  });

  it("are not written without such a page, or without a passkey", async () => {
    const without = signInWorld();
    await without.finish(made);
    expect(notesOf(without)).toEqual([]);
    const world = signInWorld({ more: { accountPage: true } });
    await world.finish(proof("account-only"));
    expect(notesOf(world)).toEqual([]);
    const unstored = signInWorld({ strategy: "jwt", stored: false, more: { accountPage: true } });
    await expect(unstored.finish(used)).resolves.toMatchObject({ outcome: { kind: "redirect" } });
  });

  it("are written when it is linked to who is signed in", async () => {
    const world = signInWorld({ more: { accountPage: true } });
    const { cookie } = await world.finish(proof("account-only"));
    await world.link({ ...made, user: { id: "x" } }, cookie);
    expect(notesOf(world)).toEqual([{ k1: { createdAt: at } }]);
  });
});

describe("a session at a provider", () => {
  const isIssuer = () => Promise.resolve(true);

  /** What is noted of the session at the provider that somebody comes with. */
  async function noted(flow: Partial<Flow>, profile?: Record<string, unknown>) {
    const told: unknown[] = [];
    // @ts-expect-error Nothing else of it is asked.
    const keeper: Keeper = {
      noteAtProvider: (...given: unknown[]) => Promise.resolve(void told.push(given)),
    };
    const flows = new Map([["idp", { ...inert, id: "idp", ...flow }]]);
    const { finish } = signInWorld({ more: { keeper, flows } });
    const { profile: _, ...verified } = proof("account-only");
    await finish({ ...verified, ...(profile && { profile }) });
    return told;
  }

  it("is noted by the name that its issuer gives it", async () => {
    expect(await noted({ isIssuer }, { sid: "there" })).toEqual([["idp", "there"]]);
  });

  it("is not noted where it has none, or nobody who may name it", async () => {
    expect(await noted({ isIssuer }, { sid: 7 })).toEqual([]);
    expect(await noted({ isIssuer }, {})).toEqual([]);
    expect(await noted({ isIssuer })).toEqual([]);
    expect(await noted({}, { sid: "there" })).toEqual([]);
  });

  it("is no matter where nobody keeps track", async () => {
    const flows = new Map([["idp", { ...inert, id: "idp", isIssuer }]]);
    const { finish, rows } = signInWorld({ more: { flows } });
    await finish(proof("account-only", { profile: { sid: "there" } }));
    expect(rows.sessions.size).toBe(1);
  });
});

describe("a new password", () => {
  /** What happens beside a sign-in with one. */
  async function afterwards(more: Partial<CompleteContext> = {}, isKnown = true) {
    const done: unknown[] = [];
    const note = (what: string, given?: unknown) =>
      Promise.resolve(void done.push(given === undefined ? what : [what, given]));
    // @ts-expect-error Nothing else of it is asked.
    const keeper: Keeper = {
      revocable: true,
      listed: false,
      endAll: (userId: string) => note("endAll", userId),
    };
    const { finish, rows } = signInWorld({
      more: {
        keeper,
        tellOwner: (user, notice) => note(notice, user.id),
        audit: ({ type }) => note(type),
        ...more,
      },
    });
    if (isKnown) await finish(proof("account-only"));
    done.length = 0;
    await finish(proof("account-only", { newPassword: true }));
    const [id = ""] = rows.users.keys();
    return { done, id };
  }

  it("ends what was begun with the one before, and its owner is told", async () => {
    const { done, id } = await afterwards();
    expect(done).toEqual([
      ["endAll", id],
      "password.changed",
      "session.ended",
      ["passwordChanged", id],
      "session.started",
    ]);
  });

  it("of a new user is no news for them", async () => {
    const { done, id } = await afterwards({}, false);
    expect(done).toEqual([["endAll", id], "password.changed", "session.ended", "session.started"]);
  });

  it("is no matter where it is the one of before", async () => {
    const told: string[] = [];
    const tellOwner = () => Promise.resolve(void told.push("told"));
    const { finish } = signInWorld({ more: { tellOwner } });
    await finish(proof("account-only"));
    await finish(proof("account-only"));
    expect(told).toEqual([]);
  });

  it.each([
    ["jwt", false],
    ["database", true],
  ] as const)("ends sessions of strategy %s, which nobody keeps: %s", async (strategy, ended) => {
    const warned: unknown[] = [];
    const events: string[] = [];
    const logger = {
      error: () => undefined,
      warn: (code: string, ...[message]: unknown[]) => void warned.push([code, message]),
      debug: () => undefined,
    };
    const audit = ({ type }: { type: string }) => Promise.resolve(void events.push(type));
    const { finish } = signInWorld({ strategy, more: { logger, audit } });
    await finish(proof("account-only", { newPassword: true }));
    expect(events).toEqual([
      "password.changed",
      ...(ended ? ["session.ended"] : []),
      "session.started",
    ]);
    expect(warned).toEqual(
      ended ? [] : [["sessions-kept", containing("other sessions of theirs go on")]],
    );
  });
});

describe("linking to who is signed in", () => {
  it("adds the account, and the session goes on", async () => {
    const { rows, told, finish, link } = signInWorld({ strategy: "jwt" });
    const { cookie } = await finish(proof("account-only"));
    told.length = 0;
    const { changes } = await link(proof("account-only", { account: other }), cookie);
    expect([...rows.accounts.values()].map(({ provider }) => provider)).toEqual(["idp", "other"]);
    expect(changes).toHaveLength(1);
    expect(told.map(([name]) => name)).toEqual(["linkAccount"]);
  });

  it("that is theirs already leaves the session as it is", async () => {
    const { finish, link } = signInWorld({ strategy: "jwt" });
    const { cookie } = await finish(proof("account-only"));
    const { changes } = await link(proof("account-only"), cookie);
    expect(changes).toEqual([]);
  });

  it("is never said to be done where they are to be asked first", async () => {
    const more = { accountPage: true, explicitLinking: true };
    const { finish, link, rows } = signInWorld({ more });
    const mail = proof("email-owner", {
      account: { provider: "mail", providerAccountId: "ada@example.org", type: "email" },
    });
    await finish(mail);
    const { cookie } = await finish(mail);
    const [beganAs = ""] = rows.users.keys();
    const linked = link(proof("account-only", { account: other, beganAs }), cookie);
    await expect(linked).rejects.toMatchObject({ cause: { reason: "email-of-another" } });
    expect(rows.accounts.size).toBe(1);
  });
});

describe("somebody who was asked to prove once more who they are", () => {
  /** Ada is signed in, and the application has asked her. */
  async function asked(userId?: string) {
    const world = signInWorld();
    const { cookie } = await world.finish(proof("account-only"));
    const [id = ""] = world.rows.users.keys();
    const { keys, cookies } = world;
    const ask = await sealAsk({ keys, now }, { userId: userId ?? id, within: 60 });
    return { ...world, id, header: `${cookie}; ${cookies.prove.name}=${ask}` };
  }

  it("has done so, which is noted, and the question is over", async () => {
    const { finish, header, cookies } = await asked();
    const { changes } = await finish(proof("account-only"), header);
    const named = (name: string) => changes.find((one) => one.name === name)?.value;
    expect(named(cookies.prove.name)).toBe("");
    expect(named(cookies.proof.name)).toBeTruthy();
  });

  it("has not where somebody else signs in, known or new", async () => {
    const { finish, header, rows } = await asked();
    const grace = { id: "g", email: "grace@example.org" };
    const strangers = proof("account-only", { account: other, user: grace });
    for (let time = 0; time < 2; time += 1) {
      await expect(finish(strangers, header)).rejects.toMatchObject({
        type: "FreshSignInRequired",
        message: containing("somebody else did"),
        cause: { provider: "other" },
      });
    }
    expect(rows.users.size).toBe(1);
    await finish(strangers);
    await expect(finish(strangers, header)).rejects.toMatchObject({
      type: "FreshSignInRequired",
    });
  });

  it("is nobody where another was asked than is signed in", async () => {
    const { finish, header, cookies } = await asked("somebody else");
    const { changes } = await finish(proof("account-only"), header);
    expect(changes.map(({ name }) => name)).not.toContain(cookies.proof.name);
  });
});

describe("who is signed in by the word of the application", () => {
  it("is decided by nobody, also where there is a store", async () => {
    const seen: unknown[] = [];
    const { finish, rows } = signInWorld({
      strategy: "jwt",
      callbacks: {
        signIn: ({ user }) => {
          seen.push(user);
          return true;
        },
      },
    });
    await finish(proof("account-only"));
    const credentials = { provider: "c", providerAccountId: "at-provider", type: "credentials" };
    const verified = proof("none", { account: { ...credentials, type: "credentials" } });
    await finish(verified);
    expect([rows.users.size, rows.accounts.size]).toEqual([1, 1]);
    expect(seen[1]).toEqual(verified.user);
  });
});
