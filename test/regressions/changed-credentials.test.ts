import { accountPage } from "latchkey/plugins/account-page";
import { manage } from "latchkey/manage";
import { bearer } from "latchkey/plugins/bearer";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import Guest from "latchkey/providers/guest";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import {
  app as phoneApp,
  approved,
  scheme,
  tokensIn,
  verifier,
  type Tokens,
} from "../support/bearer-world.js";
import { Browser } from "../support/client.js";
import { ada, adasForm, people, world, type Strategy, type TestConfig } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { turnOn } from "../support/second-step-world.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const registry = { plugins: [sessionRegistry({ within: 0 })], sharedState: memoryState() };
const unlisted = {
  plugins: [sessionRegistry({ within: 0, list: false })],
  sharedState: memoryState(),
};

/** Everything that can end sessions. */
const ways: readonly (readonly [string, Strategy, Partial<TestConfig>])[] = [
  ["jwt with a registry", "jwt", registry],
  ["jwt with a registry that keeps no list", "jwt", unlisted],
  ["database with a registry", "database", registry],
  ["database alone", "database", {}],
];

function app(strategy: Strategy, overrides: Partial<TestConfig>) {
  return world("database", {
    session: { strategy },
    providers: [people, Passkey(), oidc(rogue)],
    experimental: { enableWebAuthn: true },
    ...overrides,
    plugins: [accountPage(), ...(overrides.plugins ?? [])],
  });
}

const account = { type: "oidc", provider: "rogue", providerAccountId: "x1" } as const;
const isIn = async (browser: Browser) => (await browser.session()) !== null;

describe.each(ways)("sessions of %s", (_, strategy, overrides) => {
  it("that a stolen passkey started end when it is removed; the one that removes it goes on", async () => {
    const { config, browser, store, adapter } = app(strategy, overrides);
    await adapter.linkAccount({ ...account, userId: ada.id });
    const owner = new Person(config);
    await owner.browser.signIn(adasForm);
    await owner.register();
    const thief = new Person(config, { authenticator: owner.authenticator });
    await thief.authenticate();
    expect(await isIn(thief.browser)).toBe(true);
    const other = browser();
    await other.signIn(adasForm);
    const [id = ""] = [...store.authenticators.keys()];
    await owner.browser.submit("account/remove-passkey", { id });
    expect(store.authenticators.size).toBe(0);
    expect(await isIn(thief.browser)).toBe(false);
    expect(await isIn(owner.browser)).toBe(true);
    // Without a registry nobody knows what started a session.
    expect(await isIn(other)).toBe(overrides.plugins !== undefined);
  });

  it("of apps that a stolen passkey let in end when it is removed", async () => {
    const apps = bearer({ clients: [phoneApp] });
    const { config, store, adapter } = app(strategy, {
      sharedState: memoryState(),
      ...overrides,
      plugins: [...(overrides.plugins ?? []), apps],
    });
    await adapter.linkAccount({ ...account, userId: ada.id });
    const owner = new Person(config);
    await owner.browser.signIn(adasForm);
    await owner.register();
    const thief = new Person(config, { authenticator: owner.authenticator });
    await thief.authenticate();
    const post = (fields: Record<string, string>) =>
      new Browser(config).post("bearer/token", { client_id: phoneApp.id, ...fields });
    const appOf = async ({ browser }: Person) => {
      const code = (await approved(browser)).searchParams.get("code") ?? "";
      const used = { code, code_verifier: verifier, redirect_uri: scheme };
      return tokensIn(await post({ grant_type: "authorization_code", ...used }));
    };
    const works = async ({ access, refresh }: Tokens) => {
      const headers = { authorization: `Bearer ${access}` };
      const answer = await new Browser(config).get("session", { headers });
      const session: unknown = await answer.json();
      const renewed = await post({ grant_type: "refresh_token", refresh_token: refresh });
      return [session !== null, renewed.ok];
    };
    const [thiefs, owners] = [await appOf(thief), await appOf(owner)];
    const [id = ""] = [...store.authenticators.keys()];
    await owner.browser.submit("account/remove-passkey", { id });
    expect(store.authenticators.size).toBe(0);
    expect(await works(thiefs)).toEqual([false, false]);
    // Without a registry nobody knows what started a session.
    const stays = overrides.plugins !== undefined;
    expect(await works(owners)).toEqual([stays, stays]);
  });

  it("that a passkey started end when it is removed, also where its user began as a guest", async () => {
    const { config, browser, store, adapter } = app(strategy, {
      ...overrides,
      providers: [Passkey(), oidc(rogue), Guest()],
    });
    rogue.idToken = { claims: { sub: "x1" } };
    const owner = new Person(config);
    const known = new Set(store.users.keys());
    await owner.browser.submit("callback/guest");
    const guest = owner.browser.copy();
    const [userId = ""] = [...store.users.keys()].filter((id) => !known.has(id));
    await owner.register("owner@example.org");
    expect(store.users.get(userId)).toMatchObject({ email: "owner@example.org" });
    await adapter.linkAccount({ ...account, userId });
    const thief = new Person(config, { authenticator: owner.authenticator });
    await thief.authenticate();
    expect([await isIn(owner.browser), await isIn(thief.browser)]).toEqual([true, true]);
    const other = browser();
    await signIn(other, rogue);
    const [id = ""] = [...store.authenticators.keys()];
    await other.submit("account/remove-passkey", { id });
    expect(store.authenticators.size).toBe(0);
    // Neither the user nor the guest of before.
    for (const ended of [owner.browser, thief.browser, guest]) {
      expect(await ended.session()).toBeNull();
    }
    expect(await isIn(other)).toBe(true);
  });

  it("that an account started end when the server removes it", async () => {
    const { config, browser, adapter } = app(strategy, overrides);
    rogue.idToken = { claims: { sub: "x1" } };
    await adapter.linkAccount({ ...account, userId: ada.id });
    await adapter.linkAccount({ ...account, providerAccountId: "x2", userId: ada.id });
    const [thief, owner] = [browser(), browser()];
    await signIn(thief, rogue);
    await owner.signIn(adasForm);
    expect([await isIn(thief), await isIn(owner)]).toEqual([true, true]);
    const what = { kind: "account", provider: "rogue", account: "x1" } as const;
    expect(await manage(config).accounts.remove(ada.id, what)).toBe("done");
    expect(await isIn(thief)).toBe(false);
    expect(await isIn(owner)).toBe(overrides.plugins !== undefined);
  });

  it("with one factor end when the second is turned on; the one that does it goes on", async () => {
    const { browser } = app(strategy, {
      ...overrides,
      plugins: [twoFactor(), ...(overrides.plugins ?? [])],
    });
    const [thief, owner] = [browser(), browser()];
    await thief.signIn(adasForm);
    await owner.signIn(adasForm);
    expect(await isIn(thief)).toBe(true);
    await turnOn(owner);
    expect([await isIn(thief), await isIn(owner)]).toEqual([false, true]);
  });
});

describe("plain JWT sessions", () => {
  const warnings = async (overrides: Partial<TestConfig>) => {
    const { browser, log } = app("jwt", overrides);
    await browser().get("session");
    await browser().get("session");
    return log.codes("warn").filter((code) => code === "sessions-kept");
  };

  it("can't be ended when credentials change, which is said once, when the configuration is checked", async () => {
    expect(await warnings({})).toEqual(["sessions-kept"]);
    expect(await warnings(registry)).toEqual([]);
    expect(await warnings({ session: { strategy: "database" } })).toEqual([]);
  });
});
