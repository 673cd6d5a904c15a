import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { accountPage } from "latchkey/plugins/account-page";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
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
import { backWithCode, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const clock = useClock();
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
beforeEach(() => {
  rogue.reset();
});
afterAll(() => rogue.stop());

const account = "https://app.test/auth/account";
const asProgram = { headers: { accept: "application/json" } };
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function app(strategy: Strategy, overrides: Partial<TestConfig> = {}) {
  return world("database", {
    session: { strategy },
    sharedState: memoryState(),
    providers: [people, oidc(rogue), { ...oauth(rogue), id: "second", name: "Second" }],
    plugins: [accountPage(), sessionRegistry({ within: 0 })],
    ...overrides,
  });
}

type Shop = ReturnType<typeof app>;

async function linkTo(shop: Shop, userId: string, provider: string, sub: string): Promise<void> {
  const type = provider === "rogue" ? "oidc" : "oauth";
  await shop.adapter.linkAccount({ provider, providerAccountId: sub, type, userId });
}

const told = async (browser: Browser): Promise<unknown> =>
  (await browser.get("account", asProgram)).json();

const accountsOf = ({ store }: Shop) =>
  [...store.accounts.values()].map(({ provider, userId }) => [provider, userId]);

describe.each(strategies)("the account page, strategy %s", (strategy) => {
  it("is not there unless it is asked for", async () => {
    const shop = app(strategy, { plugins: [] });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    expect((await browser.get("account")).status).toBe(404);
    expect((await browser.submit("account/end-others", {})).status).toBe(404);
  });

  it("sends nobody to sign in and back, and tells programs so", async () => {
    const browser = app(strategy).browser();
    const page = await browser.get("account");
    expect(location(page)).toBe(
      `https://app.test/auth/signin?callbackUrl=${encodeURIComponent(account)}&error=SessionRequired`,
    );
    const answer = await browser.get("account", asProgram);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: "SessionRequired" });
    expect((await browser.submit("account/unlink", {}, asProgram)).status).toBe(401);
  });

  it("tells how somebody signs in and where, as a page and as JSON", async () => {
    const shop = app(strategy);
    await linkTo(shop, ada.id, "rogue", "x1");
    const browser = shop.browser();
    await browser.signIn(adasForm, { headers: { "user-agent": firefox } });
    expect(await told(browser)).toMatchObject({
      user: { name: "Ada", email: ada.email },
      ways: [{ provider: "rogue", account: "x1", removable: false }],
      mail: false,
      password: null,
      passkeys: null,
      offers: [{ provider: "rogue" }, { provider: "second", name: "Second" }],
      devices: [{ name: "Firefox on Linux", current: true }],
      deletable: false,
    });
    const response = await browser.get("account");
    expect(response.headers.get("vary")).toBe("Cookie, Accept");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const page = await response.text();
    expect(page).toContain("<h1>Your account</h1>");
    expect(page).toContain("Firefox on Linux");
    expect(page).toContain("Add Second");
    expect(page).not.toContain("Delete my account");
    expect(page).not.toContain("x1"); // It can't be removed, so that no form names it.
  });

  it("adds a way to sign in, and removes it again; of two the last one stays", async () => {
    const shop = app(strategy);
    await linkTo(shop, ada.id, "rogue", "x1");
    const browser = shop.browser();
    await browser.signIn(adasForm);
    const leaving = await browser.submit("account/link", { provider: "second" });
    const request = new URL(location(leaving));
    expect(request.origin).toBe(rogue.issuer);
    const answer = backWithCode(rogue, request).replace("callback/rogue", "callback/second");
    const back = await browser.get(answer, { from: rogue.issuer });
    expect(location(back)).toBe(account);
    expect(accountsOf(shop)).toEqual([
      ["rogue", ada.id],
      ["second", ada.id],
    ]);
    const removed = await browser.submit("account/unlink", { provider: "rogue", account: "x1" });
    expect(removed.status).toBe(303);
    expect(location(removed)).toBe(`${account}?done=unlink`);
    expect(await (await browser.get("account?done=unlink")).text()).toContain("Removed.");
    expect(accountsOf(shop)).toEqual([["second", ada.id]]);
    const [{ providerAccountId = "" } = {}] = [...shop.store.accounts.values()];
    const last = { provider: "second", account: providerAccountId };
    expect(location(await browser.submit("account/unlink", last))).toBe(`${account}?error=LastWay`);
    const refused = await browser.submit("account/unlink", last, asProgram);
    expect([refused.status, await refused.json()]).toEqual([409, { error: "LastWay" }]);
    expect(accountsOf(shop)).toEqual([["second", ada.id]]);
  });

  it("two that are removed at once leave one", async () => {
    const shop = app(strategy);
    await linkTo(shop, ada.id, "rogue", "x1");
    await linkTo(shop, ada.id, "second", "y1");
    const [one, other] = [shop.browser(), shop.browser()];
    await one.signIn(adasForm);
    await other.signIn(adasForm);
    const answers = await Promise.all([
      one.submit("account/unlink", { provider: "rogue", account: "x1" }, asProgram),
      other.submit("account/unlink", { provider: "second", account: "y1" }, asProgram),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(accountsOf(shop)).toHaveLength(1);
  });

  it("an account of somebody else is not there", async () => {
    const shop = app(strategy);
    await linkTo(shop, ada.id, "rogue", "x1");
    await linkTo(shop, ada.id, "second", "y1");
    await linkTo(shop, grace.id, "second", "y2");
    const browser = shop.browser();
    await browser.signIn(adasForm);
    const fields = { provider: "second", account: "y2" };
    expect((await browser.submit("account/unlink", fields, asProgram)).status).toBe(404);
    expect(accountsOf(shop)).toHaveLength(3);
  });

  it("without a fresh proof nothing changes, by form and by JSON; with one it does", async () => {
    const shop = app(strategy, { callbacks: { deleteUser: () => true } });
    await linkTo(shop, ada.id, "rogue", "x1");
    await linkTo(shop, ada.id, "second", "y1");
    const browser = shop.browser();
    await browser.signIn(adasForm);
    clock.pass(11 * minute);
    const acts: readonly [string, Record<string, string>][] = [
      ["unlink", { provider: "rogue", account: "x1" }],
      ["link", { provider: "second" }],
      ["delete", { confirm: "yes" }],
    ];
    for (const [act, fields] of acts) {
      const asked = location(await browser.submit(`account/${act}`, fields));
      expect(asked).toContain("/auth/signin?");
      expect(new URL(asked).searchParams.get("callbackUrl")).toBe(account);
      expect(new URL(asked).searchParams.get("prove")).toBeTruthy();
      const answer = await browser.submit(`account/${act}`, fields, asProgram);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: "FreshSignInRequired" });
    }
    expect(accountsOf(shop)).toHaveLength(2);
    expect(shop.store.users.has(ada.id)).toBe(true);
    await browser.signIn(adasForm);
    await browser.submit("account/unlink", { provider: "rogue", account: "x1" });
    expect(accountsOf(shop)).toHaveLength(1);
  });

  it("a form of another site changes nothing", async () => {
    const shop = app(strategy);
    await linkTo(shop, ada.id, "rogue", "x1");
    await linkTo(shop, ada.id, "second", "y1");
    const browser = shop.browser();
    await browser.signIn(adasForm);
    const fields = { provider: "rogue", account: "x1" };
    const without = await browser.post("account/unlink", fields);
    expect(location(without)).toContain("error=MissingCSRF");
    await browser.post("account/unlink", fields, { from: "https://evil.test" });
    expect(accountsOf(shop)).toHaveLength(2);
  });

  it("devices are ended one by one, and all others, and nobody else's", async () => {
    const shop = app(strategy);
    const [here, there, third, graces] = [
      shop.browser(),
      shop.browser(),
      shop.browser(),
      shop.browser(),
    ];
    for (const browser of [here, there, third]) await browser.signIn(adasForm);
    await graces.signIn(gracesForm);
    for (const browser of [here, there, third]) {
      const listed = [{ current: true }, { current: false }, { current: false }];
      expect(await told(browser)).toMatchObject({ devices: listed });
    }
    const idOf = async (browser: Browser) => {
      const session = new Request("https://app.test", {
        headers: { cookie: browser.cookieHeader() },
      });
      return (await manage(shop.config).sessions.current(session))?.id ?? "";
    };
    const ended = await here.submit("account/end-session", { id: await idOf(there) });
    expect(location(ended)).toBe(`${account}?done=end-session`);
    expect(await there.session()).toBeNull();
    const foreign = { id: await idOf(graces) };
    expect((await here.submit("account/end-session", foreign, asProgram)).status).toBe(404);
    await here.submit("account/end-others", {});
    expect(await third.session()).toBeNull();
    expect(await here.session()).toMatchObject({ user: { name: "Ada" } });
    expect(await graces.session()).toMatchObject({ user: { name: "Grace" } });
  });

  it("whoever came in by what is removed is signed out", async () => {
    const shop = app(strategy);
    await linkTo(shop, ada.id, "rogue", "x1");
    await linkTo(shop, ada.id, "second", "y1");
    rogue.idToken = { claims: { sub: "x1" } };
    const [here, there] = [shop.browser(), shop.browser()];
    await here.signIn(adasForm);
    await signIn(there, rogue);
    expect(await there.session()).toMatchObject({ user: { name: "Ada" } });
    await here.submit("account/unlink", { provider: "rogue", account: "x1" });
    expect(await there.session()).toBeNull();
    expect(await here.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("an account is deleted where the application says so, once it is confirmed", async () => {
    const asked: string[] = [];
    const may = { now: false };
    const shop = app(strategy, {
      callbacks: {
        deleteUser: ({ user }) => {
          asked.push(user.id);
          return may.now;
        },
      },
    });
    const [browser, other] = [shop.browser(), shop.browser()];
    await browser.signIn(adasForm);
    await other.signIn(adasForm);
    expect(await (await browser.get("account")).text()).toContain("Delete my account");
    expect((await browser.submit("account/delete", {}, asProgram)).status).toBe(400);
    expect(asked).toEqual([]);
    expect((await browser.submit("account/delete", { confirm: "yes" }, asProgram)).status).toBe(
      403,
    );
    expect(shop.store.users.has(ada.id)).toBe(true);
    may.now = true;
    expect(location(await browser.submit("account/delete", { confirm: "yes" }))).toBe(
      "https://app.test",
    );
    expect(shop.store.users.has(ada.id)).toBe(false);
    expect(await browser.session()).toBeNull();
    expect(await other.session()).toBeNull();
    expect(asked).toEqual([ada.id, ada.id]);
  });

  it("a page of the application takes its place, and what it posts comes back to it", async () => {
    const shop = app(strategy, { pages: { account: "/settings" } });
    await linkTo(shop, ada.id, "rogue", "x1");
    await linkTo(shop, ada.id, "second", "y1");
    const browser = shop.browser();
    await browser.signIn(adasForm);
    expect(location(await browser.get("account"))).toBe("https://app.test/settings");
    expect(await told(browser)).toMatchObject({ user: { name: "Ada" } });
    const fields = { provider: "rogue", account: "x1" };
    expect(location(await browser.submit("account/unlink", fields))).toBe(
      "https://app.test/settings?done=unlink",
    );
  });

  it("what the adapter can't do is not shown, and not done", async () => {
    const { adapter } = app(strategy);
    const { listAccountsByUserId: _without, ...lacking } = adapter;
    const shop = app(strategy, { adapter: lacking });
    const browser = shop.browser();
    await browser.signIn(adasForm);
    expect(await told(browser)).toMatchObject({ ways: null });
    const fields = { provider: "rogue", account: "x1" };
    expect((await browser.submit("account/unlink", fields, asProgram)).status).toBe(404);
  });
});
