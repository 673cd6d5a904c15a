import { manage } from "latchkey/manage";
import { accountPage } from "latchkey/plugins/account-page";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  grace,
  gracesForm,
  people,
  strategies,
  world,
  type Strategy,
  type TestConfig,
} from "../support/config.js";
import { member } from "../support/authenticator.js";
import { Person } from "../support/authenticator-world.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const clock = useClock();
beforeEach(() => {
  rogue.reset();
  rogue.idToken = { claims: { sub: "x1", email: ada.email, name: "Ada at Rogue" } };
});

const home = "https://app.test";
const asProgram = { headers: { accept: "application/json" } };
const cookie = "__Host-latchkey.account-page.pending";

function app(strategy: Strategy, overrides: Partial<TestConfig> = {}) {
  return world("database", {
    session: { strategy },
    sharedState: memoryState(),
    providers: [people, oidc(rogue)],
    plugins: [accountPage()],
    ...overrides,
  });
}

/** Somebody with an account at the provider whose address is Ada's, and who isn't known by it here. */
async function refused(shop: ReturnType<typeof app>): Promise<Browser> {
  const browser = shop.browser();
  expect(location(await signIn(browser, rogue))).toContain("error=OAuthAccountNotLinked");
  return browser;
}

const accountsOf = ({ store }: ReturnType<typeof app>) =>
  [...store.accounts.values()].map(({ providerAccountId, userId }) => [providerAccountId, userId]);

const say = (browser: Browser, answer: string, more: Record<string, string> = {}) =>
  browser.submit("account/link-pending", { answer, ...more }, asProgram);

describe.each(strategies)("an account that waits for its owner, strategy %s", (strategy) => {
  it("CC01 is added once its owner has signed in the way they did before and says so", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    const question = location(await browser.signIn({ ...adasForm, callbackUrl: `${home}/inside` }));
    expect(question).toBe(
      `${home}/auth/account/pending?callbackUrl=${encodeURIComponent(`${home}/inside`)}`,
    );
    expect(accountsOf(shop)).toEqual([]);
    const page = await (await browser.get(question.slice(`${home}/auth/`.length))).text();
    expect(page).toContain("Is this you too?");
    expect(page).toContain("Ada at Rogue");
    const account = await (await browser.get("account")).text();
    expect(account).toContain("Is this you too?");
    expect(account).toContain("Yes, add Rogue");
    const fields = { answer: "yes", callbackUrl: "/inside" };
    expect(location(await browser.submit("account/link-pending", fields))).toBe(`${home}/inside`);
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
    const later = shop.browser();
    expect(location(await signIn(later, rogue))).toBe(home);
    expect(await later.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("CC02 is not kept where there is no account page", async () => {
    const browser = await refused(app(strategy, { plugins: [] }));
    expect(browser.cookieNames()).not.toContain(cookie);
    expect(location(await browser.signIn(adasForm))).toBe(home);
  });

  it("CC03 is dropped by a no, and by whoever else signs in", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    expect((await say(browser, "no")).status).toBe(200);
    expect(browser.cookieNames()).not.toContain(cookie);
    const other = await refused(shop);
    expect(location(await other.signIn(gracesForm))).toBe(home);
    expect(other.cookieNames()).not.toContain(cookie);
    expect((await say(other, "yes")).status).toBe(404);
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC04 in the browser of another person it is nothing", async () => {
    const shop = app(strategy);
    const stolen = (await refused(shop)).cookie(cookie) ?? "";
    const graces = shop.browser();
    await graces.signIn(gracesForm);
    graces.plant(cookie, stolen);
    expect(await (await graces.get("account", asProgram)).json()).toMatchObject({ pending: null });
    expect((await say(graces, "yes")).status).toBe(404);
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC05 works once, however often its cookie is sent", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    const kept = browser.cookie(cookie) ?? "";
    await browser.signIn(adasForm);
    expect((await say(browser, "yes")).status).toBe(200);
    shop.store.accounts.clear();
    browser.plant(cookie, kept);
    expect((await say(browser, "yes")).status).toBe(404);
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC06 of two answers at once one counts", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    const csrfToken = await browser.csrfToken();
    const post = () =>
      browser.post("account/link-pending", { csrfToken, answer: "yes" }, asProgram);
    const answers = await Promise.all([post(), post()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
  });

  it("CC07 lasts ten minutes", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    const kept = browser.cookie(cookie) ?? "";
    clock.pass(11 * minute);
    browser.plant(cookie, kept);
    expect(location(await browser.signIn(adasForm))).toBe(home);
    browser.plant(cookie, kept);
    expect((await say(browser, "yes")).status).toBe(404);
  });

  it("CC08 changed, made up, or of another secret it is nothing", async () => {
    const shop = app(strategy);
    const elsewhere = await refused(
      app(strategy, { secret: "another secret, as long as it has to be" }),
    );
    const browser = shop.browser();
    await browser.signIn(adasForm);
    const own = (await refused(shop)).cookie(cookie) ?? "";
    const changed = `${own.slice(0, -4)}AAAA`;
    for (const value of [elsewhere.cookie(cookie) ?? "", changed, "{}", ""]) {
      browser.plant(cookie, value);
      expect((await say(browser, "yes")).status).toBe(404);
    }
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC09 the session, or any other token of the library, is none, and it is none of them", async () => {
    const shop = app(strategy);
    const waiting = await refused(shop);
    const names = [
      "__Secure-authjs.session-token",
      "__Host-latchkey.proof",
      "__Host-latchkey.mail",
    ];
    for (const name of names) waiting.plant(name, waiting.cookie(cookie) ?? "");
    expect(await waiting.session()).toBeNull();
    const browser = shop.browser();
    await browser.signIn(adasForm);
    for (const name of browser.cookieNames()) {
      const copy = browser.copy();
      copy.plant(cookie, browser.cookie(name) ?? "");
      expect((await say(copy, "yes")).status).toBe(404);
    }
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC10 a form of another site answers nothing", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    await browser.post("account/link-pending", { answer: "yes" });
    await browser.post("account/link-pending", { answer: "yes" }, { from: "https://evil.test" });
    expect(accountsOf(shop)).toEqual([]);
    expect(browser.cookieNames()).toContain(cookie);
  });

  it("CC11 looking at the question answers nothing", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    await browser.get("account/pending");
    expect((await browser.get("account/link-pending?answer=yes")).status).toBe(405);
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC12 leads to no other site", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    const page = await (await browser.get("account/pending?callbackUrl=https://evil.test/")).text();
    expect(page).not.toContain("evil.test");
    const fields = { answer: "yes", callbackUrl: "https://evil.test/" };
    expect(location(await browser.submit("account/link-pending", fields))).toBe(
      `${home}/auth/account?done=link-pending`,
    );
  });

  it("is asked about with one primary button, which adds it", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    const page = await (await browser.get("account/pending")).text();
    const forms = [...page.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
    const buttons = forms.map((form) => ({
      answer: /name="answer" value="([^"]*)"/.exec(form)?.[1],
      style: /<button class="([^"]*)"/.exec(form)?.[1],
    }));
    expect(buttons).toEqual([
      { answer: "yes", style: "button primary" },
      { answer: "no", style: "button" },
    ]);
  });

  it("CC13 without a fresh proof it is not added", async () => {
    const shop = app(strategy);
    const browser = shop.browser();
    await browser.signIn(adasForm);
    clock.pass(11 * minute);
    const waiting = (await refused(shop)).cookie(cookie) ?? "";
    browser.plant(cookie, waiting);
    const answer = await say(browser, "yes");
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: "FreshSignInRequired" },
    ]);
    expect(accountsOf(shop)).toEqual([]);
    expect(browser.cookieNames()).toContain(cookie);
  });

  it("CC14 nobody who is not signed in is asked, or answers", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    expect(location(await browser.get("account/pending"))).toContain("error=SessionRequired");
    expect((await say(browser, "yes")).status).toBe(401);
  });

  it("CC15 what became the account of another meanwhile stays theirs", async () => {
    const shop = app(strategy);
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    const account = { provider: "rogue", providerAccountId: "x1", type: "oidc" } as const;
    await shop.adapter.linkAccount({ ...account, userId: grace.id });
    expect(location(await browser.submit("account/link-pending", { answer: "yes" }))).toContain(
      "error=OAuthAccountNotLinked",
    );
    expect(accountsOf(shop)).toEqual([["x1", grace.id]]);
  });

  it("CC16 of a provider that is not offered any more it is nothing", async () => {
    const shop = app(strategy);
    const waiting = (await refused(shop)).cookie(cookie) ?? "";
    const without = new Browser({ ...shop.config, providers: [people] });
    await without.signIn(adasForm);
    without.plant(cookie, waiting);
    expect((await say(without, "yes")).status).toBe(404);
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC17 while shared state is down nothing is added, and nothing is lost", async () => {
    const state = memoryState();
    const down = { now: false };
    const failing = {
      ...state,
      set: (...args: Parameters<typeof state.set>) => {
        if (down.now) throw new Error("down");
        return state.set(...args);
      },
    };
    const shop = app(strategy, { sharedState: failing });
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    down.now = true;
    expect((await say(browser, "yes")).status).toBe(503);
    expect(accountsOf(shop)).toEqual([]);
    down.now = false;
    expect((await say(browser, "yes")).status).toBe(200);
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
  });
});

describe.each(strategies)("a passkey that waits for its owner, strategy %s", (strategy) => {
  const withPasskeys = () =>
    app(strategy, {
      providers: [people, oidc(rogue), Passkey()],
      experimental: { enableWebAuthn: true },
    });

  /** Somebody who made a passkey for Ada's address, and isn't known to be her. */
  async function made(shop: ReturnType<typeof app>): Promise<Person> {
    const person = new Person(shop.config);
    expect(location(await person.register(ada.email))).toContain("error=AccountNotLinked");
    expect(shop.store.authenticators.size).toBe(0);
    return person;
  }

  it("CC28 is added once its owner has signed in the way they did before and says so", async () => {
    const shop = withPasskeys();
    const { browser, authenticator } = await made(shop);
    const question = location(await browser.signIn(adasForm));
    const page = await (await browser.get(question.slice(`${home}/auth/`.length))).text();
    expect(page).toContain("You created a passkey");
    expect(await (await browser.get("account", asProgram)).json()).toMatchObject({
      pending: { kind: "passkey", provider: "passkey", label: ada.email },
      passkeys: [],
    });
    expect((await say(browser, "yes")).status).toBe(200);
    const later = new Person(shop.config, { authenticator });
    await later.authenticate();
    expect(await later.browser.session()).toMatchObject({ user: { name: "Ada" } });
    expect((await say(browser, "yes")).status).toBe(404);
    expect(shop.store.authenticators.size).toBe(1);
  });

  it("CC29 is nothing to anybody else, after a no, or without a fresh proof", async () => {
    const shop = withPasskeys();
    const { browser } = await made(shop);
    const kept = browser.cookie(cookie) ?? "";
    await browser.signIn(gracesForm);
    browser.plant(cookie, kept);
    expect((await say(browser, "yes")).status).toBe(404);
    const again = (await made(shop)).browser;
    await again.signIn(adasForm);
    expect((await say(again, "no")).status).toBe(200);
    expect((await say(again, "yes")).status).toBe(404);
    const late = shop.browser();
    await late.signIn(adasForm);
    clock.pass(11 * minute);
    const fresh = (await made(shop)).browser.cookie(cookie) ?? "";
    late.plant(cookie, fresh);
    expect((await say(late, "yes")).status).toBe(403);
    expect(shop.store.authenticators.size).toBe(0);
  });

  /** Ada, with a passkey that she made while she was signed in. */
  async function owner(shop: ReturnType<typeof app>) {
    const person = new Person(shop.config);
    await person.browser.signIn(adasForm);
    await person.register();
    const told = async (): Promise<unknown> =>
      member(await (await person.browser.get("account", asProgram)).json(), "passkeys");
    const id = [...shop.store.authenticators.keys()][0] ?? "";
    const rename = (name: string, more: Record<string, string> = {}) =>
      person.browser.submit("account/rename-passkey", { id, name, ...more }, asProgram);
    return { person, told, id, rename };
  }

  it("CC31 tells when it was made and used, and has the name that its owner gives it", async () => {
    const shop = withPasskeys();
    const { person, told, rename } = await owner(shop);
    const createdAt = new Date(clock.now()).toISOString();
    expect(await told()).toMatchObject([{ name: null, createdAt, lastUsedAt: null }]);
    clock.pass(2 * minute);
    const later = new Person(shop.config, { authenticator: person.authenticator });
    await later.authenticate();
    const lastUsedAt = new Date(clock.now()).toISOString();
    expect((await rename("  Ada's phone ")).status).toBe(200);
    expect(await told()).toMatchObject([{ name: "Ada's phone", createdAt, lastUsedAt }]);
    const page = await (await person.browser.get("account")).text();
    expect(page).toContain("Ada&#39;s phone");
    expect(page).toMatch(/Last used on <time[^>]*>Jan 2, 2026/);
    expect((await rename("")).status).toBe(200);
    expect(await told()).toMatchObject([{ name: null, createdAt, lastUsedAt }]);
    const { accounts } = manage(shop.config);
    const { id } = await owner(shop);
    expect(await accounts.renamePasskey(ada.id, id, "Desk")).toBe("done");
    expect((await accounts.list(ada.id))?.passkeys?.map(({ name }) => name)).toContain("Desk");
    expect(await accounts.renamePasskey(grace.id, id, "Mine")).toBe("none");
    expect(await accounts.renamePasskey(ada.id, id, "x".repeat(61))).toBe("invalid");
  });

  it("CC32 is named by its owner alone, by one plain line, and by the form of the site", async () => {
    const shop = withPasskeys();
    const { person, told, id, rename } = await owner(shop);
    await rename("Phone");
    const other = shop.browser();
    await other.signIn(gracesForm);
    const form = { id, name: "Grace's" };
    expect((await other.submit("account/rename-passkey", form, asProgram)).status).toBe(404);
    expect((await rename("Toothbrush", { id: "nothing" })).status).toBe(404);
    for (const name of ["x".repeat(61), "two\nlines", "nul\u0000"]) {
      expect((await rename(name)).status).toBe(400);
    }
    await person.browser.post("account/rename-passkey", form, asProgram);
    expect(await told()).toMatchObject([{ name: "Phone" }]);
    await rename('<b onclick="x">\u202eenohP');
    expect(await told()).toMatchObject([{ name: '<b onclick="x">enohP' }]);
    expect(await (await person.browser.get("account")).text()).not.toContain("<b onclick");
    await Promise.all(["A", "B", "C"].map((name) => rename(name)));
    expect(await told()).toHaveLength(1);
  });

  it("CC33 lets its owner in where nothing can be noted, and shows none of it where the adapter can't", async () => {
    const shop = withPasskeys();
    const { person } = await owner(shop);
    const { authenticator } = person;
    const down = () => Promise.reject(new Error("connection refused"));
    const { records, ...without } = shop.adapter;
    for (const adapter of [{ ...without, records: { ...records, write: down } }, without]) {
      const later = new Person({ ...shop.config, adapter }, { authenticator });
      await later.authenticate();
      expect(await later.browser.session()).toMatchObject({ user: { name: "Ada" } });
    }
    const elsewhere = new Person({ ...shop.config, adapter: without }, { authenticator });
    await elsewhere.authenticate();
    const page = await (await elsewhere.browser.get("account")).text();
    expect(page).toContain("Passkey on");
    expect(page).not.toContain("rename-passkey");
    const shown: unknown = await (await elsewhere.browser.get("account", asProgram)).json();
    expect(shown).toMatchObject({ passkeys: [{ name: null, createdAt: null, renamable: false }] });
  });

  it("CC30 the other way round: an account at a provider waits for who signs in with a passkey", async () => {
    const shop = withPasskeys();
    const owner = new Person(shop.config);
    await owner.browser.signIn(adasForm);
    await owner.register();
    const browser = await refused(shop);
    const there = new Person(shop.config, { browser, authenticator: owner.authenticator });
    expect(location(await there.authenticate())).toContain("account/pending");
    expect((await say(browser, "yes")).status).toBe(200);
    expect(accountsOf(shop)).toContainEqual(["x1", ada.id]);
  });
});

describe.each(strategies)("the account page, strategy %s", (strategy) => {
  it("CC18 shows markup in names as text", async () => {
    const shop = app(strategy);
    await shop.adapter.updateUser({ id: ada.id, name: "<img src=x onerror=alert(1)>" });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    expect(await (await browser.get("account")).text()).not.toContain("<img src=x");
  });

  it("CC19 tells nothing of the tokens of an account", async () => {
    const shop = app(strategy);
    const account = { provider: "rogue", providerAccountId: "x1", type: "oidc" } as const;
    const tokens = { access_token: "at-secret", refresh_token: "rt-secret" };
    await shop.adapter.linkAccount({ ...account, ...tokens, userId: ada.id });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    const told = await (await browser.get("account", asProgram)).text();
    expect(told + (await (await browser.get("account")).text())).not.toMatch(/[ar]t-secret/);
  });

  it("CC20 acts that are none, doubled fields and missing ones change nothing", async () => {
    const shop = app(strategy, { callbacks: { deleteUser: () => true } });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    for (const act of ["constructor", "__proto__", "toString", "DELETE"]) {
      expect((await browser.submit(`account/${act}`, {}, asProgram)).status).toBe(404);
    }
    expect((await browser.submit("account/pending", {}, asProgram)).status).toBe(405);
    expect((await browser.submit("account/unlink", {}, asProgram)).status).toBe(400);
    const csrfToken = await browser.csrfToken();
    const doubled = new URLSearchParams([
      ["csrfToken", csrfToken],
      ["confirm", "no"],
      ["confirm", "yes"],
    ]);
    await browser.postBody("account/delete", doubled, asProgram);
    expect(shop.store.users.has(ada.id)).toBe(true);
  });
});

describe.each(strategies)("`account.linking` is explicit, strategy %s", (strategy) => {
  const explicit = (overrides: Partial<TestConfig> = {}) =>
    app(strategy, { account: { linking: "explicit" }, ...overrides });
  const ofStranger = { claims: { sub: "x9", email: "lin@example.org", name: "Lin" } };

  /** A browser in which a sibling host has planted the session of Grace, who waits for what is linked to it. */
  async function planted(shop: ReturnType<typeof app>): Promise<Browser> {
    const browser = shop.browser();
    await browser.signIn(gracesForm);
    return browser;
  }

  it("CC21 a sign-in in a planted session links nothing: whoever signs in is themselves", async () => {
    const shop = explicit();
    const browser = await planted(shop);
    rogue.idToken = ofStranger;
    expect(location(await signIn(browser, rogue))).toBe(home);
    expect(await browser.session()).toMatchObject({ user: { name: "Lin" } });
    expect(accountsOf(shop)).toEqual([["x9", expect.not.stringMatching(`^${grace.id}$`)]]);
  });

  it("CC22 in a planted session the owner of an account gets into it, and it stays theirs", async () => {
    const shop = explicit();
    const account = { provider: "rogue", providerAccountId: "x1", type: "oidc" } as const;
    await shop.adapter.linkAccount({ ...account, userId: ada.id });
    const browser = await planted(shop);
    expect(location(await signIn(browser, rogue))).toBe(home);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
  });

  it.each(["signin/rogue", "account/link"])("CC23 it is linked where %s says so", async (route) => {
    const shop = explicit();
    const browser = await planted(shop);
    rogue.idToken = ofStranger;
    const fields = route === "account/link" ? { provider: "rogue" } : { link: "true" };
    const request = await begin(browser, route, fields);
    await browser.get(backWithCode(rogue, request), { from: rogue.issuer });
    expect(accountsOf(shop)).toEqual([["x9", grace.id]]);
    expect(await browser.session()).toMatchObject({ user: { name: "Grace" } });
  });

  it("CC24 what was begun to link an account links it to nobody else, and signs nobody in", async () => {
    const shop = explicit();
    const browser = await planted(shop);
    rogue.idToken = ofStranger;
    const request = await begin(browser, "account/link", { provider: "rogue" });
    await browser.signIn(adasForm);
    const answer = await browser.get(backWithCode(rogue, request), { from: rogue.issuer });
    expect(location(answer)).toContain("error=OAuthAccountNotLinked");
    expect(accountsOf(shop)).toEqual([]);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("CC25 the question is answered as before: a yes is an act of its own", async () => {
    const shop = explicit();
    const browser = await refused(shop);
    await browser.signIn(adasForm);
    expect((await say(browser, "yes")).status).toBe(200);
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
  });

  it("CC34 who is signed in with the proven address is asked at once; nothing is linked before the yes", async () => {
    const shop = explicit();
    await shop.adapter.updateUser({ id: ada.id, emailVerified: new Date() });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    const request = await begin(browser, "signin/rogue", { callbackUrl: `${home}/inside` });
    const question = location(
      await browser.get(backWithCode(rogue, request), { from: rogue.issuer }),
    );
    expect(question).toContain(`account/pending?callbackUrl=${encodeURIComponent(home)}`);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    expect(accountsOf(shop)).toEqual([]);
    const page = await (await browser.get(question.slice(`${home}/auth/`.length))).text();
    expect(page).toContain("Is this you too?");
    clock.pass(11 * minute);
    expect((await say(browser, "yes")).status).toBe(403);
    expect(location(await signIn(browser, rogue))).toContain("account/pending");
    await browser.signIn(adasForm);
    expect((await say(browser, "yes")).status).toBe(200);
    expect(accountsOf(shop)).toEqual([["x1", ada.id]]);
  });

  it("CC35 in the session of somebody else, or of a user whose address is not proven, nobody is asked", async () => {
    const shop = explicit();
    const other = await planted(shop);
    expect(location(await signIn(other, rogue))).toContain("error=OAuthAccountNotLinked");
    await shop.adapter.updateUser({ id: ada.id, emailVerified: null });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    expect(location(await signIn(browser, rogue))).toContain("error=OAuthAccountNotLinked");
    expect(accountsOf(shop)).toEqual([]);
  });

  it("CC26 a passkey is made for who is signed in only where that is asked for", async () => {
    const shop = explicit({
      providers: [people, Passkey()],
      experimental: { enableWebAuthn: true },
    });
    const lin = new Person(shop.config, { browser: await planted(shop) });
    expect(location(await lin.register("lin@example.org"))).toBe(home);
    expect(await lin.browser.session()).toMatchObject({ user: { email: "lin@example.org" } });
    const [[, owner] = []] = accountsOf(shop);
    expect(owner).not.toBe(grace.id);
    const graces = new Person(shop.config, { browser: await planted(shop) });
    expect((await graces.options({ action: "register" })).status).toBe(400);
    const { options } = await graces.options({ action: "register", link: "true" });
    await graces.post("register", await graces.authenticator.create(options));
    expect(accountsOf(shop).map(([, id]) => id)).toEqual([owner, grace.id]);
    const page = await (await graces.browser.get("account")).text();
    expect(page).toContain("webauthn-options/passkey?link=true");
  });

  it("CC27 a word that is none is refused, not ignored", async () => {
    // @ts-expect-error a configuration that no compiler has seen
    const shop = explicit({ account: { linking: "explcit" } });
    expect((await shop.browser().get("account")).status).toBe(500);
    expect(String(shop.log.errors("InvalidConfiguration")[0])).toContain("explcit");
  });
});
