import type { JWT } from "latchkey/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location, sessionCookiesSet } from "../support/client.js";
import {
  ada,
  adasForm,
  people,
  strategies,
  world,
  type TestConfig,
  type World,
} from "../support/config.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
  rogue.idToken = { claims: { sub: "x1", email: "pat@example.org" } };
});

const home = "https://app.test";

function app(overrides: Partial<TestConfig> = {}): World {
  const providers = [people, oidc(rogue)];
  return world("database", { session: { strategy: "jwt" }, providers, ...overrides });
}

const owners = ({ store }: World) => [...store.accounts.values()].map(({ userId }) => userId);

describe("a jwt session that the `jwt` callback ended", () => {
  const ended: { now: boolean } = { now: false };
  beforeEach(() => {
    ended.now = false;
  });
  const jwt = ({ token, user }: { token: JWT; user?: unknown }) =>
    ended.now && !user ? null : token;

  it("S01 is nobody's: an account that its cookie would link becomes a user of its own", async () => {
    const shop = app({ callbacks: { jwt } });
    const thief = shop.browser();
    await thief.signIn(adasForm);
    ended.now = true;
    const response = await signIn(thief, rogue);
    expect(location(response)).toBe(home);
    expect(owners(shop)).toHaveLength(1);
    expect(owners(shop)).not.toContain(ada.id);
    expect(shop.store.users.size).toBe(3);
  });

  it("S01 is nobody's in the middle of a flow that began before: nothing is linked, the cookie goes", async () => {
    const shop = app({ callbacks: { jwt } });
    const thief = shop.browser();
    await thief.signIn(adasForm);
    const request = await begin(thief);
    ended.now = true;
    const response = await thief.get(backWithCode(rogue, request));
    expect(location(response)).toContain("error=OAuthAccountNotLinked");
    expect(owners(shop)).toEqual([]);
    expect(thief.sessionToken()).toBeUndefined();
  });

  it("S01 links nothing while it is not known, and the cookie is kept", async () => {
    const broken: { now: boolean } = { now: false };
    const failing = ({ token }: { token: JWT }) => {
      if (broken.now) throw new Error("the directory is away");
      return token;
    };
    const shop = app({ callbacks: { jwt: failing } });
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    broken.now = true;
    const response = await tab.get(backWithCode(rogue, request));
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(owners(shop)).toEqual([]);
    expect(tab.sessionToken()).toBeDefined();
  });
});

describe("the `jwt` callback", () => {
  it("S02 is asked once per request, and what it changed is kept: a token of its own may work once", async () => {
    let turn = 0;
    const seen: unknown[] = [];
    const jwt = ({ token, user }: { token: JWT; user?: unknown }) => {
      if (!user) seen.push(token["turn"]);
      turn += 1;
      return { ...token, turn };
    };
    const shop = app({ callbacks: { jwt } });
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    await tab.get(backWithCode(rogue, request));
    expect(seen).toEqual([1, 2]);
    expect(owners(shop)).toEqual([ada.id]);
  });
});

describe.each(strategies)("the cookie of a user who is gone from the store, %s", (strategy) => {
  it("S03 stands in nobody's way: somebody new signs in, and gets a session", async () => {
    const shop = app({ session: { strategy } });
    const tab = shop.browser();
    await tab.signIn(adasForm);
    await shop.adapter.deleteUser(ada.id);
    expect(location(await signIn(tab, rogue))).toBe(home);
    expect(await tab.session()).toMatchObject({ user: { email: "pat@example.org" } });
  });

  it("S03 stands in nobody's way when they went in the middle of it", async () => {
    const shop = app({ session: { strategy } });
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    await shop.adapter.deleteUser(ada.id);
    const response = await tab.get(backWithCode(rogue, request));
    if (strategy === "jwt") expect(location(response)).toBe(home);
    else expect(location(response)).toContain("error=OAuthAccountNotLinked");
    expect(location(await signIn(tab, rogue))).toBe(home);
    expect(await tab.session()).toMatchObject({ user: { email: "pat@example.org" } });
  });

  it("S03 is cleared where a flow begins", async () => {
    const shop = app({ session: { strategy } });
    const tab = shop.browser();
    await tab.signIn(adasForm);
    await shop.adapter.deleteUser(ada.id);
    await begin(tab);
    if (strategy === "jwt") expect(tab.sessionToken()).toBeUndefined();
    expect(await tab.session()).toBeNull();
  });
});
