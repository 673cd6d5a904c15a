import type { Account, AuthConfig } from "latchkey/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import {
  ada,
  adasForm,
  grace,
  people,
  strategies,
  world,
  type Strategy,
  type TestConfig,
  type World,
} from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { signInPage } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const anyText: unknown = expect.any(String);

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const home = "https://app.test";
const notLinked = signInPage("OAuthAccountNotLinked");

function app(strategy: Strategy, overrides: Partial<TestConfig> = {}): World {
  return world("database", {
    session: { strategy },
    providers: [people, oidc(rogue)],
    ...overrides,
  });
}

function be(sub: string, email?: string): void {
  rogue.idToken = { claims: { sub, email } };
}

/** An account that the user has used before. */
async function linked(shop: World, userId: string, sub: string): Promise<void> {
  await shop.adapter.linkAccount({
    provider: "rogue",
    providerAccountId: sub,
    type: "oidc",
    userId,
  });
}

/** What happened, in order: events and calls that write. */
function diary(shop: World): { lines: string[]; config: Partial<TestConfig> } {
  const lines: string[] = [];
  const note = (line: string) => () => {
    lines.push(line);
  };
  const writes = [
    "createUser",
    "linkAccount",
    "createSession",
    "updateUser",
    "deleteSession",
  ] as const;
  const { transaction: _without, ...adapter } = shop.adapter;
  for (const method of writes) {
    const original: unknown = adapter[method];
    Reflect.set(adapter, method, (...args: unknown[]) => {
      lines.push(`adapter ${method}`);
      if (typeof original !== "function") throw new Error(`no ${method}`);
      const result: unknown = Reflect.apply(original, adapter, args);
      return result;
    });
  }
  const events: AuthConfig["events"] = {
    createUser: note("event createUser"),
    linkAccount: note("event linkAccount"),
    updateUser: note("event updateUser"),
    signIn: note("event signIn"),
  };
  return { lines, config: { adapter, events } };
}

describe.each(strategies)("whose account it is, strategy %s", (strategy) => {
  const sessionRow = strategy === "database" ? ["adapter createSession"] : [];
  const endedRow = strategy === "database" ? ["adapter deleteSession"] : [];

  it("signed in as A, account of A: a fresh session of A, the old one ended", async () => {
    const first = app(strategy);
    const { lines, config } = diary(first);
    const shop = { ...first, ...app(strategy, config), store: first.store };
    await linked(first, ada.id, "x1");
    be("x1", "other@example.org");
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const before = tab.sessionToken();
    const request = await begin(tab);
    lines.length = 0;
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe(home);
    expect(lines.sort()).toEqual([...sessionRow, ...endedRow, "event signIn"].sort());
    expect(tab.sessionToken()).not.toBe(before);
    expect(await tab.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("signed in as A, account of B: refused", async () => {
    const shop = app(strategy);
    await linked(shop, grace.id, "x1");
    be("x1");
    const tab = shop.browser();
    await tab.signIn(adasForm);
    expect(location(await signIn(tab, rogue))).toBe(notLinked);
    expect(await tab.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("signed in as nobody, account of B: signed in as B", async () => {
    const shop = app(strategy);
    await linked(shop, grace.id, "x1");
    be("x1", ada.email);
    const tab = shop.browser();
    expect(location(await signIn(tab, rogue))).toBe(home);
    expect(await tab.session()).toMatchObject({ user: { name: "Grace" } });
  });

  it("[EVT-3] signed in as A, account of nobody: linked to A, the session goes on", async () => {
    const first = app(strategy);
    const { lines, config } = diary(first);
    const shop = app(strategy, config);
    // Also when the address is another user's: it is Ada who is here.
    be("x1", grace.email);
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const sessions = first.store.sessions.size;
    const request = await begin(tab);
    lines.length = 0;
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe(home);
    expect(lines).toEqual(["adapter linkAccount", "event linkAccount", "event signIn"]);
    expect([...first.store.accounts.values()]).toMatchObject([
      { userId: ada.id, provider: "rogue", providerAccountId: "x1", type: "oidc" },
    ]);
    expect(first.store.sessions.size).toBe(sessions);
    expect(await tab.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("[PRV-12] the address is C's: refused by default, linked to C where that is allowed", async () => {
    be("x1", ada.email);
    const strict = app(strategy);
    expect(location(await signIn(strict.browser(), rogue))).toBe(notLinked);
    const first = app(strategy);
    const { lines, config } = diary(first);
    const provider = oidc(rogue, { allowDangerousEmailAccountLinking: true });
    const shop = app(strategy, { ...config, providers: [people, provider] });
    const tab = shop.browser();
    expect(location(await signIn(tab, rogue))).toBe(home);
    expect(lines).toEqual([
      "adapter linkAccount",
      "adapter updateUser",
      "event linkAccount",
      "event updateUser",
      ...sessionRow,
      "event signIn",
    ]);
    expect(await tab.session()).toMatchObject({ user: { name: "Ada" } });
    expect(first.store.users.size).toBe(2);
    expect(first.store.users.get(ada.id)?.emailVerified).toBeInstanceOf(Date);
  });

  it("[SVC-3] [EVT-1] nobody knows them: user and account are made, in this order", async () => {
    const first = app(strategy);
    const { lines, config } = diary(first);
    const shop = app(strategy, { ...config, pages: { newUser: "/welcome" } });
    be("x1", "New@Example.org");
    const tab = shop.browser();
    const request = await begin(tab, "signin/rogue", { callbackUrl: "/inbox" });
    const response = await tab.get(backWithCode(rogue, request));
    const target = new URL(location(response));
    expect(target.pathname).toBe("/welcome");
    expect(target.searchParams.get("callbackUrl")).toBe(`${home}/inbox`);
    expect(lines).toEqual([
      "adapter createUser",
      "adapter linkAccount",
      "event createUser",
      "event linkAccount",
      ...sessionRow,
      "event signIn",
    ]);
    const user = [...first.store.users.values()].at(-1);
    expect(user).toMatchObject({ name: "Pat", email: "new@example.org", emailVerified: null });
    expect(first.store.accounts.size).toBe(1);
    // The next time they are no longer new.
    expect(location(await signIn(shop.browser(), rogue))).toBe(home);
    expect(first.store.users.size).toBe(3);
  });

  it("[EVT-3] [EVT-4] the events carry user, account and profile", async () => {
    const messages: Record<string, unknown>[] = [];
    const keep = (message: object) => {
      messages.push({ ...message });
    };
    const shop = app(strategy, { events: { linkAccount: keep, signIn: keep, createUser: keep } });
    be("x1", "new@example.org");
    await signIn(shop.browser(), rogue);
    const user: unknown = [...shop.store.users.values()].at(-1);
    expect(messages).toMatchObject([
      { user },
      {
        user,
        account: { provider: "rogue", providerAccountId: "x1", userId: anyText },
        profile: { name: "Pat", email: "new@example.org" },
      },
      {
        user,
        account: { provider: "rogue", access_token: "access-1" },
        profile: { sub: "x1", iss: rogue.issuer },
        isNewUser: true,
      },
    ]);
    messages.length = 0;
    await signIn(shop.browser(), rogue);
    expect(messages).toMatchObject([{ user, isNewUser: false }]);
  });

  it("the account can't be stored: no user is left behind, and the next attempt succeeds", async () => {
    const first = app(strategy);
    let isBroken = true;
    const { transaction: _without, ...rest } = first.adapter;
    const adapter = {
      ...rest,
      linkAccount: (account: Parameters<typeof first.adapter.linkAccount>[0]) => {
        if (isBroken) throw new Error("disk full");
        return first.adapter.linkAccount(account);
      },
    };
    const shop = app(strategy, { adapter });
    be("x1", "new@example.org");
    const tab = shop.browser();
    expect(location(await signIn(tab, rogue))).toBe(`${home}/auth/error?error=Configuration`);
    expect(first.store.users.size).toBe(2);
    expect(await tab.session()).toBeNull();
    isBroken = false;
    expect(location(await signIn(tab, rogue))).toBe(home);
    expect(first.store.users.size).toBe(3);
  });

  it("ten first sign-ins of one person at once end as one user", async () => {
    const shop = app(strategy);
    be("x1", "new@example.org");
    const tabs = Array.from({ length: 10 }, () => shop.browser());
    const responses = await Promise.all(tabs.map((tab) => signIn(tab, rogue)));
    expect(responses.map(location)).toEqual(Array(10).fill(home));
    expect(shop.store.users.size).toBe(3);
    expect(shop.store.accounts.size).toBe(1);
  });

  it("P05 first sign-ins at two providers with one address: one user, one clean error", async () => {
    const providers = [oidc(rogue), oauth(rogue, { id: "other", name: "Other" })];
    const shop = app(strategy, { providers });
    be("x1", "pat@example.org");
    const [a, b] = [shop.browser(), shop.browser()];
    const [first, second] = [await begin(a), await begin(b, "signin/other")];
    const targets = (
      await Promise.all([
        a.get(backWithCode(rogue, first)),
        b.get(backWithCode(rogue, second).replace("callback/rogue", "callback/other")),
      ])
    ).map(location);
    expect(targets.sort()).toEqual([home, notLinked].sort());
    expect(shop.store.users.size).toBe(3);
    expect(shop.store.accounts.size).toBe(1);
  });
});

describe("without an adapter", () => {
  it("the user has an id that is theirs at this provider and nobody else's", async () => {
    const accounts: (Account | null | undefined)[] = [];
    const ids: unknown[] = [];
    const config: Partial<TestConfig> = {
      providers: [oidc(rogue), oauth(rogue, { id: "other", name: "Other" })],
      events: {
        signIn: ({ user, account }) => {
          ids.push(user.id);
          accounts.push(account);
        },
      },
    };
    const shop = world("jwt", config);
    await signIn(shop.browser(), rogue);
    await signIn(shop.browser(), rogue);
    const tab = shop.browser();
    const request = await begin(tab, "signin/other");
    await tab.get(backWithCode(rogue, request).replace("callback/rogue", "callback/other"));
    expect(ids).toEqual(["rogue:person-1", "rogue:person-1", "other:person-1"]);
    expect(accounts.map((account) => account?.providerAccountId)).toEqual(
      Array(3).fill("person-1"),
    );
  });
});
