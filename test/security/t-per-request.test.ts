import { customFetch } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, location, sessionCookiesSet } from "../support/client.js";
import { Person, passkeyWorld } from "../support/authenticator-world.js";
import { secret, strategies, world, type Strategy, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld } from "../support/mail-world.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import type { Lifetime } from "../support/per-request.js";
import { keyRingOf } from "../../src/core/state/secrets.js";

const inbox = await openInbox();
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** What is told over the platform's own `fetch` belongs to the provider's server. */
const global = { [customFetch]: undefined };

const lifetimes: readonly Lifetime[] = ["fresh", "lazy"];
const cases = lifetimes.flatMap((lifetime) =>
  strategies.map((strategy): [Lifetime, Strategy] => [lifetime, strategy]),
);

describe.each(cases)("a configuration object per request (%s, %s)", (lifetime, strategy) => {
  const shop = (overrides: Partial<TestConfig> = {}) => {
    const made = world(strategy, { providers: [oidc(rogue, global)], ...overrides });
    return { ...made, visitor: () => new Browser(made.config, { lifetime }) };
  };

  it("T01 a sign-in at a provider that was finished is not finished again", async () => {
    const { visitor, log } = shop();
    const tab = visitor();
    const request = await begin(tab);
    const copy = tab.copy();
    expect(sessionCookiesSet(await tab.get(backWithCode(rogue, request)))).toHaveLength(1);
    const again = await copy.get(backWithCode(rogue, request));
    expect(sessionCookiesSet(again)).toEqual([]);
    expect(await copy.session()).toBeNull();
    expect(log.errors("InvalidCheck").at(-1)?.message).toContain("already finished");
  });

  it("T01 nor when a newer secret came in between", async () => {
    const before = shop();
    const tab = before.visitor();
    const request = await begin(tab);
    const renewed = { ...before.config, secret: [`a newer one, before: ${secret}`, secret] };
    const copy = new Browser(renewed, { lifetime });
    for (const name of tab.cookieNames()) copy.plant(name, tab.cookie(name) ?? "");
    expect(sessionCookiesSet(await tab.get(backWithCode(rogue, request)))).toHaveLength(1);
    expect(sessionCookiesSet(await copy.get(backWithCode(rogue, request)))).toEqual([]);
  });

  it("T01 a passkey challenge that was answered is not answered again", async () => {
    const { config } = passkeyWorld(strategy);
    const browser = new Browser(config, { lifetime });
    const user = new Person(config, { browser });
    await user.register("ada@example.org");
    await user.signOut();
    const { options } = await user.options();
    const copy = new Person(config, {
      browser: browser.copy(),
      authenticator: user.authenticator,
    });
    const first = await user.post("authenticate", await user.authenticator.get(options));
    expect(sessionCookiesSet(first)).not.toEqual([]);
    const second = await copy.post("authenticate", await copy.authenticator.get(options));
    expect(sessionCookiesSet(second)).toEqual([]);
  });

  it("T02 the sixth mail to an address is not sent", async () => {
    const { config } = mailWorld(inbox, {}, { session: { strategy } });
    const answers: string[] = [];
    for (let mail = 1; mail <= 6; mail++) {
      answers.push(location(await ask(new Browser(config, { lifetime }), "lin@example.org")));
    }
    expect(answers.filter((answer) => answer.includes("error=EmailSignin"))).toHaveLength(1);
    expect(inbox.mails).toHaveLength(5);
  });

  it("T03 metadata and keys of a provider are fetched once", async () => {
    const { visitor } = shop();
    for (let time = 1; time <= 3; time++) await signIn(visitor(), rogue);
    expect(rogue.count("/.well-known/openid-configuration")).toBe(1);
    expect(rogue.count("/jwks")).toBe(1);
  });

  it("T04 simultaneous first sign-ins of one person make one user", async () => {
    const { store, adapter, config } = shop();
    store.users.clear();
    const stored = { ...config, adapter, session: { strategy } };
    const tabs = Array.from({ length: 8 }, () => new Browser(stored, { lifetime }));
    const requests = await Promise.all(tabs.map((tab) => begin(tab)));
    await Promise.all(
      tabs.map((tab, index) => tab.get(backWithCode(rogue, requests[index] ?? new URL("about:")))),
    );
    expect(store.users.size).toBe(1);
    for (const tab of tabs) expect(await tab.session()).toMatchObject({ user: { name: "Pat" } });
  });

  it("T05 the same warning is given once", async () => {
    const { visitor, log } = shop({ secret: "short", providers: [] });
    for (let time = 1; time <= 3; time++) await visitor().session();
    expect(log.codes("warn")).toEqual(["weak-secret"]);
  });
});

describe("what belongs to a secret", () => {
  it("T06 is not shared with another: each has its own limits, metadata and used-up sign-ins", async () => {
    const other = "another secret, also long enough: 51d0";
    const adapter = MemoryAdapter();
    for (const one of [secret, other]) {
      const { browser } = mailWorld(inbox, {}, { adapter, secret: one });
      for (let mail = 1; mail <= 5; mail++) await ask(browser(), "lin@example.org");
      const shop = world("database", { providers: [oidc(rogue, global)], secret: one });
      await signIn(shop.browser(), rogue);
    }
    expect(inbox.mails).toHaveLength(10);
    expect(rogue.count("/jwks")).toBe(2);
  });

  it("T07 changes with it when it is replaced in place, as text and in a list", async () => {
    const newer = "the newer secret, long enough: 77c1";
    const changes: ((config: TestConfig) => void)[] = [
      (config) => {
        config.secret = newer;
      },
      (config) => {
        config.secret = [newer];
      },
      ({ secret: list }) => {
        if (Array.isArray(list)) list.splice(0, 1, newer);
      },
    ];
    for (const change of changes) {
      const app = world("jwt", { secret: [secret] });
      const browser = app.browser();
      await browser.signIn({ username: "ada", password: "correct horse battery" });
      expect(await browser.session()).not.toBeNull();
      change(app.config);
      expect(await browser.session()).toBeNull();
    }
  });

  it("T08 is bounded: of ten thousand secrets the five hundred newest are kept", () => {
    const rings = Array.from({ length: 10_000 }, (_, index) => keyRingOf([`secret ${index}`]));
    expect(keyRingOf(["secret 9999"])).toBe(rings[9999]);
    expect(keyRingOf(["secret 9500"])).toBe(rings[9500]);
    expect(keyRingOf(["secret 9499"])).not.toBe(rings[9499]);
    expect(keyRingOf(["secret 0"])).not.toBe(rings[0]);
  });
});

describe("a mail link", () => {
  it("T01 that an adapter gives away twice is good for one session, whatever object asks", async () => {
    const { config, adapter, browser } = mailWorld(inbox, { confirm: "never" });
    const row: Awaited<ReturnType<typeof adapter.useVerificationToken>>[] = [];
    const use = adapter.useVerificationToken.bind(adapter);
    adapter.useVerificationToken = async (key) => {
      row.push(await use(key));
      await new Promise((wake) => setTimeout(wake, 20));
      return row.find(Boolean) ?? null;
    };
    await ask(browser(), "lin@example.org");
    const { link } = inbox.newest();
    const visitors = Array.from({ length: 10 }, () => new Browser(config, { lifetime: "lazy" }));
    const answers = await Promise.all(visitors.map((visitor) => follow(visitor, link)));
    expect(answers.filter((answer) => sessionCookiesSet(answer).length > 0)).toHaveLength(1);
  });
});
