import type { Adapter } from "latchkey/adapters";
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
} from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const app = (
  strategy: Strategy,
  change: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter,
) => {
  const providers = [people, oidc(rogue, { allowDangerousEmailAccountLinking: true })];
  const first = world("database", { session: { strategy }, providers });
  const config = { ...first.config, adapter: change(first.adapter) };
  const shop = world("database", config);
  return { ...shop, store: first.store };
};

const come = (sub: string, email: unknown) => {
  rogue.idToken = { claims: { sub, email } };
};

describe.each(strategies)("an address that a provider tells, %s", (strategy) => {
  it.each([
    ["the Kelvin sign for a k", "\u212Aate@example.org"],
    ["the long s for an s", "\u017Fam@example.org"],
    ["a dotted capital I", "\u0130da@example.org"],
    ["full-width letters", "\uFF41da@example.org"],
  ])("S10 with %s is not the one it looks like", async (_, email) => {
    const shop = app(strategy);
    for (const name of ["kate", "sam", "ida"]) {
      const address = `${name}@example.org`;
      shop.store.users.set(name, { id: name, email: address, emailVerified: new Date() });
      shop.store.emails.set(address, name);
    }
    come("x1", email);
    await signIn(shop.browser(), rogue);
    const owners = [...shop.store.accounts.values()].map(({ userId }) => userId);
    expect(owners).toHaveLength(1);
    for (const id of ["kate", "sam", "ida", ada.id]) expect(owners).not.toContain(id);
  });

  it.each([
    ["two addresses", "ada@example.org@evil.test"],
    ["a list", "ada@example.org,mallory@evil.test"],
    ["a line end", "ada@example.org\r\nBcc: all@example.org"],
    ["a null character", "ada\u0000@example.org"],
    ["markup", "<script>@example.org"],
    ["a display name", "Ada <ada@example.org>"],
    ["quotes", '"ada"@example.org'],
    ["thousands of characters", `${"a".repeat(5000)}@example.org`],
    ["no text", { address: "ada@example.org" }],
  ])("S11 that is %s is none: the user has no address", async (_, email) => {
    const shop = app(strategy);
    come("x1", email);
    expect(location(await signIn(shop.browser(), rogue))).toBe("https://app.test");
    const [made] = [...shop.store.users.values()].slice(2);
    expect(made?.email ?? null).toBeNull();
    expect(made?.emailVerified).toBeNull();
  });

  it("S11 at a domain of another script is stored as mail servers know it", async () => {
    const shop = app(strategy);
    come("x1", "Ada@b\u00FCcher.example");
    await signIn(shop.browser(), rogue);
    const [made] = [...shop.store.users.values()].slice(2);
    expect(made?.email).toBe("ada@xn--bcher-kva.example");
  });
});

describe.each(strategies)(
  "a store that gives another row than it was asked for, %s",
  (strategy) => {
    it("S12 lets nobody into the user that it found by another address", async () => {
      const shop = app(strategy, (adapter) => ({
        ...adapter,
        getUserByEmail: () => adapter.getUser(ada.id),
      }));
      come("x1", "mallory@example.org");
      const tab = shop.browser();
      expect(location(await signIn(tab, rogue))).toContain("error=Configuration");
      expect(await tab.session()).toBeNull();
      expect(shop.store.accounts.size).toBe(0);
    });

    it("S12 links nothing to the user that it found by another id", async () => {
      const shop = app(strategy, (adapter) => ({
        ...adapter,
        getUser: () => adapter.getUserByEmail("grace@example.org"),
      }));
      come("x1", "mallory@example.org");
      const tab = shop.browser();
      await tab.signIn(adasForm);
      await signIn(tab, rogue);
      const owners = [...shop.store.accounts.values()].map(({ userId }) => userId);
      for (const id of [ada.id, grace.id]) expect(owners).not.toContain(id);
    });
  },
);
