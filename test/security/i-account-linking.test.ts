import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import {
  ada,
  adasForm,
  gracesForm,
  people,
  strategies,
  world,
  type Strategy,
  type World,
} from "../support/config.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { pendingFlows, signInPage } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const notLinked = signInPage("OAuthAccountNotLinked");

function app(strategy: Strategy, options: Parameters<typeof oidc>[1] = {}): World {
  return world("database", {
    session: { strategy },
    providers: [people, oidc(rogue, options)],
  });
}

function be(sub: string, email: string | undefined, more: object = {}): void {
  rogue.idToken = { claims: { sub, email, ...more } };
}

const accountsOf = ({ store }: World) =>
  [...store.accounts.values()].map(({ providerAccountId, userId }) => [providerAccountId, userId]);

describe.each(strategies)("linking, strategy %s", (strategy) => {
  it("I01 an address that belongs to a user is no proof: not linked, nothing written", async () => {
    const shop = app(strategy);
    be("x1", ada.email);
    const tab = shop.browser();
    expect(location(await signIn(tab, rogue))).toBe(notLinked);
    expect(accountsOf(shop)).toEqual([]);
    expect(shop.store.users.size).toBe(2);
    expect(shop.store.sessions.size).toBe(0);
    expect(await tab.session()).toBeNull();
  });

  it("I04 linking is allowed, but the provider says the address is not verified: not linked", async () => {
    const shop = app(strategy, { allowDangerousEmailAccountLinking: true });
    be("x1", ada.email, { email_verified: false });
    expect(location(await signIn(shop.browser(), rogue))).toBe(notLinked);
    expect(accountsOf(shop)).toEqual([]);
  });

  it("I06 addresses are compared in lower case; dots and plus signs count", async () => {
    const shop = app(strategy, { allowDangerousEmailAccountLinking: true });
    be("x1", "ADA@Example.ORG");
    await signIn(shop.browser(), rogue);
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
    for (const [sub, email] of [
      ["x2", "a.da@example.org"],
      ["x3", "ada+x@example.org"],
    ] as const) {
      be(sub, email);
      await signIn(shop.browser(), rogue);
    }
    expect(shop.store.users.size).toBe(4);
    expect(accountsOf(shop).filter(([, userId]) => userId === ada.id)).toHaveLength(1);
  });

  it("I07 signed in as A, the account is B's: an error, A stays signed in, nothing written", async () => {
    const shop = app(strategy);
    be("x1", "pat@example.org");
    await signIn(shop.browser(), rogue);
    const before = accountsOf(shop);
    const tab = shop.browser();
    await tab.signIn(adasForm);
    expect(location(await signIn(tab, rogue))).toBe(notLinked);
    expect(await tab.session()).toMatchObject({ user: { name: "Ada" } });
    expect(accountsOf(shop)).toEqual(before);
  });

  it("I08 signed in as A, an account from a flow that A did not begin: not linked to A", async () => {
    const shop = app(strategy);
    be("evil", "mallory@example.org");
    const attacker = shop.browser();
    const request = await begin(attacker);
    const victim = shop.browser();
    await victim.signIn(adasForm);
    for (const name of pendingFlows(attacker)) victim.plant(name, attacker.cookie(name) ?? "");
    expect(location(await victim.get(backWithCode(rogue, request)))).toBe(notLinked);
    expect(accountsOf(shop)).toEqual([]);
    expect(shop.store.users.size).toBe(2);
    expect(await victim.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("I09 begun as A, finished as B: linked to nobody, a clear error", async () => {
    const shop = app(strategy);
    be("x1", "pat@example.org");
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    await tab.signIn(gracesForm);
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe(notLinked);
    expect(accountsOf(shop)).toEqual([]);
    const [logged] = shop.log.errors("OAuthAccountNotLinked");
    expect(logged?.cause).toMatchObject({ reason: "session-changed", provider: "rogue" });
  });

  it("I09 begun as A, finished signed out: linked to nobody, no user made", async () => {
    const shop = app(strategy);
    be("x1", "pat@example.org");
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab);
    await tab.signOut();
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe(notLinked);
    expect(accountsOf(shop)).toEqual([]);
    expect(shop.store.users.size).toBe(2);
    expect(await tab.session()).toBeNull();
  });
});
