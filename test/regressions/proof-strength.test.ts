import { sessionRegistry } from "latchkey/plugins/session-registry";
import { accountPage } from "latchkey/plugins/account-page";
import { twoFactor } from "latchkey/plugins/two-factor";
import Passkey from "latchkey/providers/passkey";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { location, type Browser } from "../support/client.js";
import { day, hour, minute, useClock } from "../support/clock.js";
import { people, strategies, type Strategy } from "../support/config.js";
import { askForProof, openAsk } from "../support/fresh.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { openInbox } from "../support/inbox.js";
import { another, password, passwordWorld, signUp } from "../support/password-world.js";
import {
  adasForm,
  askPage,
  codeOf,
  firstStep,
  home,
  secondStep,
  secondStepWorld,
  turnOn,
  withPhone,
} from "../support/second-step-world.js";

const clock = useClock();
const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const refused = `${home}/auth/signin?error=FreshSignInRequired`;

/** Ada has an app, and her browser isn't asked for its codes. An attacker there has signed in with her password. */
async function inRememberedBrowser(strategy: Strategy, overrides = {}) {
  const world = secondStepWorld({
    strategy,
    secondStep: { remember: 30 * day },
    overrides: {
      providers: [people, Passkey(), oidc(rogue)],
      experimental: { enableWebAuthn: true },
      plugins: [accountPage()],
      callbacks: { deleteUser: () => true },
      ...overrides,
    },
  });
  const { secret } = await withPhone(world);
  const browser = world.browser();
  clock.pass(hour);
  await firstStep(browser);
  await secondStep(browser, codeOf(secret), { rememberBrowser: "1" });
  await browser.signOut();
  clock.pass(hour);
  expect(location(await browser.signIn(adasForm))).toBe(home);
  return { ...world, browser, secret };
}

/** The user signs in once more, this time with both factors, though the browser is remembered. */
async function proveBoth(browser: Browser, secret: string): Promise<void> {
  expect(location(await browser.signIn(adasForm))).toBe(askPage);
  await secondStep(browser, codeOf(secret));
}

describe.each(strategies)("a remembered browser and the password, strategy %s", (strategy) => {
  it("don't add a passkey; both factors do", async () => {
    const { config, browser, secret, store } = await inRememberedBrowser(strategy);
    const person = new Person(config, { browser });
    expect(await person.options({ action: "register" })).toMatchObject({ status: 403 });
    await proveBoth(browser, secret);
    await person.register();
    expect(store.authenticators.size).toBe(1);
  });

  it("don't link an account; both factors do", async () => {
    const { browser, secret, store } = await inRememberedBrowser(strategy);
    const linked = store.accounts.size;
    expect(location(await signIn(browser, rogue))).toBe(refused);
    expect(store.accounts.size).toBe(linked);
    await proveBoth(browser, secret);
    await signIn(browser, rogue);
    expect(store.accounts.size).toBe(linked + 1);
  });

  it.each(["delete", "unlink", "remove-passkey", "link"])(
    "don't do `account/%s`: it asks for both factors first",
    async (act) => {
      const { browser, secret, store } = await inRememberedBrowser(strategy);
      const form = { provider: "rogue", account: "1", id: "1", confirm: "yes" };
      const answer = await browser.submit(`account/${act}`, form);
      expect(location(answer)).toContain("/auth/signin?");
      expect(new URL(location(answer)).searchParams.has("prove")).toBe(true);
      await openAsk(browser, { ok: false, url: location(answer) });
      expect(location(await browser.signIn(adasForm))).toBe(askPage);
      await secondStep(browser, codeOf(secret));
      const after = await browser.submit(`account/${act}`, form);
      expect(location(after)).not.toContain("prove=");
      expect(store.users.has("1")).toBe(act !== "delete");
    },
  );

  it("aren't what `requireFresh` takes for a recent sign-in, also where the session knows its time", async () => {
    for (const more of [[], [sessionRegistry()]]) {
      const { config, browser, secret } = await inRememberedBrowser(strategy, {
        plugins: more,
        sharedState: memoryState(),
      });
      const answer = await askForProof(config, browser);
      expect(answer).toMatchObject({ ok: false });
      await openAsk(browser, answer);
      await proveBoth(browser, secret);
      expect(await askForProof(config, browser)).toEqual({ ok: true });
    }
  });

  it("still get the user in the next time, without a code", async () => {
    const { browser, secret } = await inRememberedBrowser(strategy);
    await proveBoth(browser, secret);
    await browser.signOut();
    expect(location(await browser.signIn(adasForm))).toBe(home);
  });
});

describe.each(strategies)("a user with a second factor, strategy %s", (strategy) => {
  it("who has just turned it on has proven both", async () => {
    const world = secondStepWorld({
      strategy,
      overrides: { providers: [people, Passkey()], experimental: { enableWebAuthn: true } },
    });
    const { browser } = await withPhone(world);
    await new Person(world.config, { browser }).register();
    expect(world.store.authenticators.size).toBe(1);
  });

  it("has proven one with a sign-in from before it was on elsewhere", async () => {
    const world = secondStepWorld({
      strategy,
      overrides: { providers: [people, Passkey()], experimental: { enableWebAuthn: true } },
    });
    const [older, newer] = [world.browser(), world.browser()];
    await older.signIn(adasForm);
    await newer.signIn(adasForm);
    await turnOn(newer);
    const person = new Person(world.config, { browser: older });
    const { status } = await person.options({ action: "register" });
    // With rows, turning it on has ended the older session.
    expect(status).toBe(strategy === "database" ? 400 : 403);
  });

  it("doesn't change the password with the old one alone, and does with both factors", async () => {
    const world = passwordWorld(inbox, { strategy, overrides: { plugins: [twoFactor()] } });
    const browser = world.browser();
    await signUp(browser, inbox);
    const { secret } = await turnOn(browser);
    clock.pass(30 * minute);
    const change = { current: password, password: another };
    expect(location(await browser.submit("password/change", change))).toBe(refused);
    await browser.submit("callback/password", { email: "ada@example.org", password });
    await secondStep(browser, codeOf(secret));
    clock.pass(minute);
    expect(location(await browser.submit("password/change", change))).toBe(askPage);
  });
});
