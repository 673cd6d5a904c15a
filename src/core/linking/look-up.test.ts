import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { sessionsWorld } from "../../../test/support/sessions-world.js";
import type { AdapterUser } from "../../types/adapter.js";
import { createStore } from "../config/adapter.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import type { Trust, Verified } from "../flow.js";
import { lookUp } from "./look-up.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const user = (id: string): AdapterUser => ({ id, email: `${id}@example.org`, emailVerified: null });
const [ada, grace, alan] = [user("ada"), user("grace"), user("alan")];

const proof = (trust: Trust, more: Partial<Verified> = {}): Verified => ({
  kind: "verified",
  trust,
  user: { id: "x", email: "Grace@Example.org" },
  account: { provider: "idp", providerAccountId: "7", type: "oauth" },
  ...more,
});

interface More {
  readonly explicitLinking?: boolean;
  readonly people?: readonly AdapterUser[];
  /** Methods that the adapter doesn't have. */
  readonly lacking?: readonly string[];
  /** Whose the account is, by its id there. */
  readonly owners?: Readonly<Record<string, AdapterUser | null>>;
}

/** Ada is signed in, Grace has the address, Alan has the account. */
function setUp(signedInAs: string | null = "ada", stored = true, more: More = {}) {
  const rows = createMemoryStore();
  for (const person of more.people ?? [ada, grace, alan]) {
    rows.users.set(person.id, person);
    rows.emails.set(person.email, person.id);
  }
  const asked: string[] = [];
  const adapter = MemoryAdapter(rows);
  const watched = {
    ...adapter,
    getUser: (id: string) => {
      asked.push(`user ${id}`);
      return adapter.getUser(id);
    },
    getUserByEmail: (email: string) => {
      asked.push(`e-mail ${email}`);
      return adapter.getUserByEmail(email);
    },
    getUserByAccount: (key: { provider: string; providerAccountId: string }) => {
      asked.push(`account ${JSON.stringify(key)}`);
      return Promise.resolve(more.owners ? (more.owners[key.providerAccountId] ?? null) : alan);
    },
  };
  const { lacking = [] } = more;
  const given = Object.fromEntries(
    Object.entries(watched).filter(([name]) => !lacking.includes(name)),
  );
  const { sessions } = sessionsWorld({});
  const context = {
    ...(more.explicitLinking !== undefined && { explicitLinking: more.explicitLinking }),
    jar: new CookieJar(""),
    cookies: cookieSet(true, {}),
    now: 0,
    sessions: { ...sessions, current: () => Promise.resolve(signedInAs) },
    store: stored ? createStore(given, { logger: silent, timeout: 1000 }) : null,
  };
  return { asked, look: (verified: Verified) => lookUp(context, verified) };
}

const said = { email: "grace@example.org", proves: false, canTake: false };
const nothing = {
  ...said,
  ...{ signedIn: null, beganAs: null, accountOwner: null, former: null, emailOwner: null },
};

describe("what an account decision rests on", () => {
  it("is who is signed in, who has the address and who has the account, asked in this order", async () => {
    const { asked, look } = setUp();
    expect(await look(proof("account-only", { beganAs: "alan" }))).toEqual({
      ...said,
      provisional: undefined,
      trust: "account-only",
      stored: true,
      signedIn: ada,
      beganAs: "alan",
      emailOwner: grace,
      accountOwner: alan,
      former: null,
    });
    expect(asked).toEqual([
      "user ada",
      "e-mail grace@example.org",
      'account {"provider":"idp","providerAccountId":"7"}',
    ]);
  });

  it("began as whoever is signed in, where it began with this request", async () => {
    expect(await setUp().look(proof("linked-email"))).toMatchObject({ beganAs: "ada" });
    expect(await setUp(null).look(proof("linked-email"))).toMatchObject({ beganAs: null });
    const began = proof("linked-email", { beganAs: null });
    expect(await setUp().look(began)).toMatchObject({ signedIn: ada, beganAs: null });
  });

  it("knows nobody where nobody is signed in, and nobody without an address", async () => {
    const { asked, look } = setUp(null);
    const facts = await look(proof("account-only", { user: { id: "x", email: null } }));
    expect(facts).toMatchObject({ signedIn: null, emailOwner: null, accountOwner: alan });
    expect(asked).toEqual(['account {"provider":"idp","providerAccountId":"7"}']);
  });

  it("is not who is signed in, for who proved to own the address", async () => {
    const { asked, look } = setUp();
    const proven = proof("email-owner", { user: { id: "x", email: grace.email } });
    expect(await look(proven)).toMatchObject({ signedIn: null, emailOwner: grace });
    expect(asked).not.toContain("user ada");
  });

  it("takes what was proven as it is written: the flow has read it, or the application did", async () => {
    const { asked, look } = setUp();
    expect(await look(proof("email-owner"))).toMatchObject({ emailOwner: null });
    expect(asked).toContain("e-mail Grace@Example.org");
  });

  it("is nothing that the store could tell, where it is the application's word", async () => {
    const { asked, look } = setUp();
    expect(await look(proof("none"))).toEqual({ ...nothing, trust: "none", stored: true });
    expect(asked).toEqual([]);
  });

  it("is nothing without a store", async () => {
    const { look } = setUp("ada", false);
    expect(await look(proof("account-only"))).toEqual({
      ...nothing,
      trust: "account-only",
      stored: false,
    });
  });

  it("is whose the account is by the id it had before, where it has no owner by its own", async () => {
    const owners = { old: grace };
    const former = { id: "old", isAccepted: true };
    const { asked, look } = setUp(null, true, { owners });
    expect(await look(proof("account-only", { former }))).toMatchObject({
      accountOwner: null,
      former: { owner: grace, isAccepted: true },
    });
    expect(asked).toContain('account {"provider":"idp","providerAccountId":"old"}');
    expect(await look(proof("account-only"))).toMatchObject({ accountOwner: null, former: null });
    const unknown = proof("account-only", { former: { id: "older", isAccepted: true } });
    expect(await look(unknown)).toMatchObject({ former: null });
    const known = setUp(null, true, { owners: { ...owners, 7: alan } });
    expect(await known.look(proof("account-only", { former }))).toMatchObject({
      accountOwner: alan,
      former: null,
    });
  });

  it("is what it was begun for, and how accounts are linked here", async () => {
    const plain = await setUp().look(proof("account-only"));
    expect(plain).not.toHaveProperty("links");
    expect(plain).not.toHaveProperty("explicit");
    expect(await setUp().look(proof("account-only", { links: true }))).toMatchObject({
      links: true,
    });
    const explicit = (explicitLinking: boolean) =>
      setUp("ada", true, { explicitLinking }).look(proof("account-only"));
    expect(await explicit(true)).toMatchObject({ explicit: true });
    expect(await explicit(false)).not.toHaveProperty("explicit");
  });

  it("began as nobody where whoever it was is gone from the store", async () => {
    const { look } = setUp("gone");
    const began = (beganAs: string) => look(proof("account-only", { beganAs }));
    expect(await began("gone")).toMatchObject({ signedIn: null, beganAs: null });
    expect(await began("ada")).toMatchObject({ signedIn: null, beganAs: "ada" });
  });

  it("is whether what was attached to an unproven address can be taken away", async () => {
    const vouched = proof("account-only", { vouched: true });
    const canTake = async (verified: Verified, more: More = {}) =>
      (await setUp(null, true, more).look(verified)).canTake;
    expect(await canTake(vouched)).toBe(true);
    expect(await canTake(proof("account-only"))).toBe(false);
    expect(await canTake({ ...vouched, user: { id: "x", email: "nobody@example.org" } })).toBe(
      false,
    );
    for (const name of ["listAccountsByUserId", "unlinkAccount"]) {
      expect(await canTake(vouched, { lacking: [name] })).toBe(false);
    }
  });

  it("is not that for an address that was proven before", async () => {
    const proven = { ...grace, emailVerified: new Date(0) };
    const { look } = setUp(null, true, { people: [ada, proven, alan] });
    expect(await look(proof("account-only", { vouched: true }))).toMatchObject({
      emailOwner: proven,
      canTake: false,
    });
    const mail = proof("email-owner", { user: { id: "x", email: grace.email } });
    const here = setUp("grace", true, { people: [ada, proven, alan] });
    expect(await here.look(mail)).toMatchObject({ signedIn: null });
  });

  it("is who owns the address, where they are signed in and did not prove it yet", async () => {
    const proven = proof("email-owner", { user: { id: "x", email: grace.email } });
    expect(await setUp("grace").look(proven)).toMatchObject({ signedIn: grace, beganAs: null });
    expect(await setUp(null).look(proven)).toMatchObject({ signedIn: null });
    const unknown = proof("email-owner", { user: { id: "x", email: "nobody@example.org" } });
    expect(await setUp("grace").look(unknown)).toMatchObject({ signedIn: null });
  });
});
