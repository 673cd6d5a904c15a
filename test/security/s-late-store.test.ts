import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { recorder, secret, strategies, type Strategy, type TestConfig } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
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

/** A store without transactions, of which one call is held back until it is let go. */
function held(strategy: Strategy, method: "createUser" | "linkAccount") {
  const log = recorder();
  const store = createMemoryStore();
  const { transaction: _, ...adapter } = MemoryAdapter(store);
  const open: { now: boolean } = { now: true };
  const waiting: (() => void)[] = [];
  const turn = () =>
    open.now ? Promise.resolve() : new Promise<void>((go) => void waiting.push(go));
  const slow: Adapter = {
    ...adapter,
    ...(method === "createUser"
      ? { createUser: async (user) => turn().then(() => adapter.createUser(user)) }
      : {
          // No foreign key holds: the row is written whoever it belongs to.
          linkAccount: async (account) => {
            await turn();
            store.accounts.set(
              JSON.stringify([account.provider, account.providerAccountId]),
              account,
            );
          },
        }),
  };
  const config: TestConfig = {
    secret,
    trustHost: true,
    timeout: 600,
    logger: log.logger,
    session: { strategy },
    adapter: slow,
    providers: [oidc(rogue)],
  };
  const letGo = async () => {
    open.now = true;
    for (const go of waiting.splice(0)) go();
    await new Promise((wake) => setTimeout(wake, 100));
  };
  return { store, log, open, letGo, browser: () => new Browser(config) };
}

describe.each(strategies)(
  "a call to the store that was given up and succeeds later, %s",
  (strategy) => {
    it.each(["createUser", "linkAccount"] as const)(
      "S13 %s: nothing is left behind that locks the person out, and there is no second user",
      async (method) => {
        const shop = held(strategy, method);
        shop.open.now = false;
        const tab = shop.browser();
        expect(location(await signIn(tab, rogue))).toContain("error=Configuration");
        expect(await tab.session()).toBeNull();
        await shop.letGo();
        expect([shop.store.users.size, shop.store.accounts.size]).toEqual([0, 0]);
        expect(location(await signIn(tab, rogue))).toBe(home);
        expect([shop.store.users.size, shop.store.accounts.size]).toEqual([1, 1]);
      },
    );

    it("S13 createUser: who tried again in the meantime keeps what they have", async () => {
      const shop = held(strategy, "createUser");
      shop.open.now = false;
      const tab = shop.browser();
      await signIn(tab, rogue);
      shop.open.now = true;
      expect(location(await signIn(tab, rogue))).toBe(home);
      await shop.letGo();
      expect([shop.store.users.size, shop.store.accounts.size]).toEqual([1, 1]);
      const [user] = shop.store.users.keys();
      expect([...shop.store.accounts.values()].map(({ userId }) => userId)).toEqual([user]);
      expect(await tab.session()).toMatchObject({ user: { email: "pat@example.org" } });
    });

    it("S14 a fault that leaves something behind is told as a fault, not as an account of somebody else's", async () => {
      const store = createMemoryStore();
      const { transaction: _, ...adapter } = MemoryAdapter(store);
      const log = recorder();
      const cause = new Error("disk full", { cause: new Error("no inodes") });
      const config: TestConfig = {
        secret,
        trustHost: true,
        logger: log.logger,
        session: { strategy },
        providers: [oidc(rogue)],
        adapter: {
          ...adapter,
          linkAccount: () => Promise.reject<never>(cause),
          deleteUser: () => Promise.reject<never>(new Error("disk full")),
        },
      };
      const response = await signIn(new Browser(config), rogue);
      expect(location(response)).toContain("error=Configuration");
      expect(log.codes("error")).not.toContain("OAuthAccountNotLinked");
      const told = log.errors("AdapterError").map(({ message }) => message);
      expect(told.join()).toContain("linkAccount");
      expect(told.join()).toContain("disk full");
    });
  },
);

describe.each(strategies)("stored tokens, %s", (strategy) => {
  it("are renewed when their owner signs in again, and stay where the adapter can't", async () => {
    const store = createMemoryStore();
    const { updateAccount, ...adapter } = MemoryAdapter(store);
    const base = { secret, trustHost: true, session: { strategy }, providers: [oidc(rogue)] };
    const stored = () => [...store.accounts.values()].map((row) => row.access_token);
    await signIn(new Browser({ ...base, adapter }), rogue);
    const [first] = stored();
    rogue.tokens = { access_token: "access-2" };
    await signIn(new Browser({ ...base, adapter }), rogue);
    expect(stored()).toEqual([first]);
    const renewing = { ...base, adapter: { ...adapter, updateAccount } };
    await signIn(new Browser(renewing), rogue);
    expect(stored()).toEqual(["access-2"]);
    expect(store.users.size).toBe(1);
  });
});
