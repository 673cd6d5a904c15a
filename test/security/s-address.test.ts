import type { Adapter } from "latchkey/adapters";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { address, addressWorld, provenWays, unprovenWays } from "../support/address-world.js";
import { location, sessionCookiesSet } from "../support/client.js";
import { strategies, type Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { shareOf } from "../support/long-form.js";
import { backWithCode, begin } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

type Change = (adapter: Required<Adapter>) => Adapter;
const stores: readonly [string, Change][] = [
  ["with transactions", (adapter) => adapter],
  ["without transactions", ({ transaction: _, ...adapter }) => adapter],
];
const settings = strategies.flatMap((strategy) =>
  stores.map(([store, change]) => [strategy, store, change] as const),
);
const shares = 2;
const open = (strategy: Strategy, change?: Change) =>
  addressWorld({ strategy, rogue, inbox, ...(change && { change }) });
const pairs = unprovenWays.flatMap((first) => provenWays.map((second) => [first, second] as const));

describe.each(settings)("an address, %s, %s", (strategy, store, change) => {
  const row = settings.findIndex((one) => one[0] === strategy && one[1] === store);
  it.each(shareOf(pairs, row, shares))(
    "S04 taken by %s before its owner comes by %s: the owner has it, with nothing of the other's",
    async (first, second) => {
      const world = open(strategy, change);
      const [stranger, owner] = [world.person(), world.person()];
      await world.enter(stranger, first);
      expect(await stranger.who()).toBe(address);
      const taken = [...world.store.accounts.values()].map(({ provider }) => provider);

      expect(location(await world.enter(owner, second))).not.toContain("error");
      expect(await owner.who()).toBe(address);
      expect(world.store.users.size).toBe(1);
      const [user] = world.store.users.values();
      expect(user?.emailVerified).toBeInstanceOf(Date);
      expect(world.store.accounts.size).toBe(1);
      expect(world.store.authenticators.size).toBe(0);
      expect(world.unlinked).toEqual(taken);
      expect(world.log.codes("warn")).toContain("unproven-removed");
      expect(await stranger.who()).toBeNull();

      await stranger.signOut();
      const again = await world.enter(stranger, first);
      expect(sessionCookiesSet(again)).toEqual([]);
      expect(location(again)).toContain("error");
      expect(await owner.who()).toBe(address);
    },
  );

  it.each(shareOf(pairs, row + 1, shares))(
    "U18 taken by %s before its owner comes by %s: where sessions can be ended, the other's is",
    async (first, second) => {
      const plugins = [sessionRegistry({ within: 0, list: false })];
      const world = addressWorld({ strategy, rogue, inbox, change, plugins });
      const [stranger, owner] = [world.person(), world.person()];
      await world.enter(stranger, first);
      await world.enter(owner, second);
      expect(await stranger.who()).toBeNull();
      expect(await owner.who()).toBe(address);
    },
  );

  it.each(unprovenWays)("S05 taken by %s and proven by the same person: all stays", async (way) => {
    const world = open(strategy, change);
    const person = world.person();
    await world.enter(person, way);
    await world.enter(person, "mail");
    await person.signOut();
    expect(sessionCookiesSet(await world.enter(person, way))).not.toEqual([]);
    expect(await person.who()).toBe(address);
    expect(world.unlinked).toEqual([]);
    expect(world.store.accounts.size).toBe(2);
  });

  it.each(unprovenWays)(
    "S05 taken by %s, and a vouching account linked by the same person: proven, all stays",
    async (way) => {
      const world = open(strategy, change);
      const person = world.person();
      await world.enter(person, way);
      await world.enter(person, "vouching provider");
      const [user] = world.store.users.values();
      expect(user?.emailVerified).toBeInstanceOf(Date);
      expect(world.store.accounts.size).toBe(2);
      const other = world.person();
      await world.enter(other, "mail");
      expect(world.store.accounts.size).toBe(3);
    },
  );

  it.each(provenWays)("S06 proven by %s: nothing falls when it is proven again", async (first) => {
    const world = open(strategy, change);
    const [one, two, three] = [world.person(), world.person(), world.person()];
    await world.enter(one, first);
    const [made] = world.store.users.values();
    expect(made?.emailVerified).toBeInstanceOf(Date);
    await one.register();
    await world.enter(two, "mail");
    await world.enter(three, "linking provider");
    expect([await one.who(), await two.who(), await three.who()]).toEqual(Array(3).fill(address));
    expect(world.store.users.size).toBe(1);
    expect(world.unlinked).toEqual([]);
    expect(await one.who()).toBe(address);
  });

  it("S06 proven: neither an unknown provider nor one that vouches is linked unless it is allowed", async () => {
    const world = open(strategy, change);
    await world.enter(world.person(), "mail");
    for (const way of [...unprovenWays, "vouching provider"] as const) {
      const response = await world.enter(world.person(), way);
      expect(location(response)).toContain("NotLinked");
    }
    expect(world.store.accounts.size).toBe(1);
    expect(world.store.users.size).toBe(1);
  });

  it("S07 an account of a provider that vouches for another address falls with the rest", async () => {
    const world = open(strategy, change);
    const [stranger, owner] = [world.person(), world.person()];
    await stranger.register(address);
    rogue.idToken = { claims: { sub: "stranger", email: "stranger@example.org" } };
    const request = await begin(stranger.browser, "signin/vouching");
    const route = backWithCode(rogue, request).replace("callback/rogue", "callback/vouching");
    expect(location(await stranger.browser.get(route))).not.toContain("error");
    expect(world.store.accounts.size).toBe(2);
    await world.enter(owner, "mail");
    expect([...world.store.accounts.values()].map(({ provider }) => provider)).toEqual(["email"]);
  });

  it("S08 an account whose stored ID token vouched for the address stays", async () => {
    const world = open(strategy, change);
    const owner = world.person();
    await world.enter(owner, "vouching provider");
    await owner.signOut();
    // As it was stored before the row said whether the address is proven.
    for (const [id, user] of world.store.users) {
      world.store.users.set(id, { ...user, emailVerified: null });
    }
    await world.enter(world.person(), "mail");
    expect(world.store.accounts.size).toBe(2);
    expect(sessionCookiesSet(await world.enter(owner, "vouching provider"))).not.toEqual([]);
  });

  it("S08 a sign-in with an account of the user proves the address where nothing unproven is attached", async () => {
    const world = open(strategy, change);
    const owner = world.person();
    await world.enter(owner, "vouching provider");
    const unprove = () => {
      for (const [id, user] of world.store.users) {
        world.store.users.set(id, { ...user, emailVerified: null });
      }
    };
    const proven = () => [...world.store.users.values()].map((user) => user.emailVerified !== null);
    unprove();
    await owner.signOut();
    await world.enter(owner, "vouching provider");
    expect(proven()).toEqual([true]);
    await owner.register();
    unprove();
    await owner.signOut();
    await world.enter(owner, "vouching provider");
    expect(proven()).toEqual([false]);
    expect(world.store.authenticators.size).toBe(1);
  });
});

describe.each(strategies)("an adapter that can't list accounts, %s", (strategy) => {
  const change: Change = ({ listAccountsByUserId: _, transaction: _without, ...adapter }) =>
    adapter;

  it("S09 lets the owner in by mail, and the log says that others may be left", async () => {
    const world = open(strategy, change);
    await world.enter(world.person(), "unknown provider");
    const owner = world.person();
    await world.enter(owner, "mail");
    expect(await owner.who()).toBe(address);
    expect(world.log.codes("warn")).toContain("unproven-kept");
  });

  it("S09 links nothing to a user whose address is unproven, unless linking is allowed", async () => {
    const world = open(strategy, change);
    await world.enter(world.person(), "unknown provider");
    const refused = await world.enter(world.person(), "vouching provider");
    expect(location(refused)).toContain("error=OAuthAccountNotLinked");
    const linked = await world.enter(world.person(), "linking provider");
    expect(location(linked)).not.toContain("error");
    expect(world.log.codes("warn")).toContain("unproven-kept");
  });
});
