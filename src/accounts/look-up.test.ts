import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { createStore } from "../config/adapter.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import type { Trust, Verified } from "../flows/flow.js";
import { sessionsWorld } from "../../test/support/sessions-world.js";
import { lookUp } from "./look-up.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const user = (id: string) => ({ id, email: `${id}@example.org`, emailVerified: null });
const [ada, grace, alan] = [user("ada"), user("grace"), user("alan")];

const proof = (trust: Trust, more: Partial<Verified> = {}): Verified => ({
  kind: "verified",
  trust,
  user: { id: "x", email: "Grace@Example.org" },
  account: { provider: "idp", providerAccountId: "7", type: "oauth" },
  ...more,
});

/** Ada is signed in, Grace has the address, Alan has the account. */
function setUp(signedInAs: string | null = "ada", stored = true) {
  const rows = createMemoryStore();
  for (const person of [ada, grace, alan]) {
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
      return Promise.resolve(alan);
    },
  };
  const { sessions } = sessionsWorld({});
  const context = {
    jar: new CookieJar(""),
    cookies: cookieSet(true, {}),
    now: 0,
    sessions: { ...sessions, current: () => Promise.resolve(signedInAs) },
    store: stored ? createStore(watched, { logger: silent, timeout: 1000 }) : null,
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
});
