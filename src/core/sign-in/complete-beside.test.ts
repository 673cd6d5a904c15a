import { describe, expect, it } from "vitest";
import { asPlugin, plugins, signInHost } from "../../../test/support/plugins.js";
import { now, proof, signInWorld } from "../../../test/support/sign-in-world.js";
import type { Authenticator } from "../../types/adapter.js";
import { redirectTo } from "../http/outcome.js";
import type { UsedPasskey } from "../plugin.js";
import { sealRequest } from "../step-up/request.js";
import type { CompleteContext } from "./complete.js";

const notice = { subject: () => "changed", title: "changed", said: () => "changed" };

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

describe("a passkey", () => {
  const made = proof("account-only", { account: atPasskey, passkey });
  const used = proof("account-only", { account: atPasskey, usedPasskey: "k1" });

  function watched(options: Parameters<typeof signInWorld>[0] = {}) {
    const seen: unknown[] = [];
    const call = (_: unknown, given: UsedPasskey) => Promise.resolve(void seen.push(given));
    const more = {
      plugins: plugins({ passkey: [{ ...asPlugin.bound, call }] }),
      forPlugin: asPlugin.forPlugin,
    };
    return { seen, ...signInWorld({ ...options, more }) };
  }

  it("that was made or used is told to plugins, and whose it is", async () => {
    const { seen, finish, rows } = watched();
    await finish(proof("account-only"));
    expect(seen).toEqual([]);
    await finish({ ...made, user: { id: "x" } });
    await finish(used);
    const [, userId] = rows.users.keys();
    expect(seen).toEqual([
      { id: "k1", userId, isNew: true },
      { id: "k1", userId, isNew: false },
    ]);
  });

  it("that is linked to who is signed in is told as well", async () => {
    const { seen, finish, link, rows } = watched();
    const { cookie } = await finish(proof("account-only"));
    await link({ ...made, user: { id: "x" } }, cookie);
    const [userId] = rows.users.keys();
    expect(seen).toEqual([{ id: "k1", userId, isNew: true }]);
  });
});

describe("a new password", () => {
  /** What happens beside a sign-in with one. */
  async function afterwards(more: Partial<CompleteContext> = {}, isKnown = true) {
    const done: unknown[] = [];
    const note = (what: string, given?: unknown) =>
      Promise.resolve(void done.push(given === undefined ? what : [what, given]));
    const endSessions = async (userId: string) => {
      await note("endAll", userId);
      return true;
    };
    const { finish, rows } = signInWorld({
      more: {
        endSessions,
        tellOwner: (user, { title }) => note(title, user.id),
        host: signInHost,
        tell: ({ type }) => note(type),
        ...more,
      },
    });
    if (isKnown) await finish(proof("account-only"));
    done.length = 0;
    await finish(proof("account-only", { newPassword: { notice } }));
    const [id = ""] = rows.users.keys();
    return { done, id };
  }

  it("ends what was begun with the one before, and its owner is told", async () => {
    const { done, id } = await afterwards();
    expect(done).toEqual([
      "password.changed",
      ["endAll", id],
      "session.ended",
      ["changed", id],
      "sign-in.succeeded",
      "session.started",
    ]);
  });

  it("of a new user is no news for them", async () => {
    const { done } = await afterwards({}, false);
    expect(done).toEqual([
      "user.created",
      "account.linked",
      "password.changed",
      "sign-in.succeeded",
      "session.started",
    ]);
  });

  it("is no matter where it is the one of before", async () => {
    const told: string[] = [];
    const tellOwner = () => Promise.resolve(void told.push("told"));
    const { finish } = signInWorld({ more: { tellOwner } });
    await finish(proof("account-only"));
    await finish(proof("account-only"));
    expect(told).toEqual([]);
  });

  it.each([false, true])("tells that sessions ended where they did: %s", async (ended) => {
    const events: string[] = [];
    const tell = ({ type }: { type: string }) => Promise.resolve(void events.push(type));
    const endSessions = () => Promise.resolve(ended);
    const { finish } = signInWorld({ more: { host: signInHost, tell, endSessions } });
    await finish(proof("account-only"));
    events.length = 0;
    await finish(proof("account-only", { newPassword: { notice } }));
    expect(events).toEqual([
      "password.changed",
      ...(ended ? ["session.ended"] : []),
      "sign-in.succeeded",
      "session.started",
    ]);
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
    const call = () => Promise.resolve(redirectTo("https://app.test/ask"));
    const more = {
      plugins: plugins({ refused: [{ ...asPlugin.bound, call }] }),
      forPlugin: asPlugin.forPlugin,
      explicitLinking: true,
    };
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
    const ask = await sealRequest({ keys, now }, { userId: userId ?? id, within: 60 });
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
        message: containing("a different user did"),
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
