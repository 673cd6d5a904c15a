import Passkey from "latchkey/providers/passkey";
import { describe, expect, it, onTestFinished } from "vitest";
import { passkeyWorld, Person, type PasskeyWorld } from "../support/authenticator-world.js";
import { member, SoftAuthenticator } from "../support/authenticator.js";
import { cookieNamesOf, location } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import {
  ada as known,
  adasForm,
  people,
  storedUser,
  strategies,
  type Strategy,
} from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const ada = "ada@example.org";
const grace = "grace@example.org";
const proofCookie = "__Host-latchkey.proof";
const clock = useClock();

/** Ada has signed up with a passkey, and that was some time ago. */
async function signedUp(strategy: Strategy, minutes: number) {
  const world = passkeyWorld(strategy);
  const user = world.person();
  await user.register(ada);
  clock.pass(minutes * minute);
  return { world, user, second: another(world, user) };
}

/** The same browser with a device that has no passkey yet. */
function another({ config }: PasskeyWorld, { browser }: Person): Person {
  return new Person(config, { browser });
}

describe.each(strategies)("a proof of some minutes ago, strategy %s", (strategy) => {
  it("X01 adding a passkey right after sign-up or sign-in just works", async () => {
    const { world, user, second } = await signedUp(strategy, 9);
    expect(location(await second.register())).toBe("https://app.test");
    await user.signOut();
    await user.authenticate();
    await another(world, user).register();
    expect(world.store.authenticators.size).toBe(3);
  });

  it("X01 adds no passkey to a session whose proof is older than ten minutes: options are refused with the way to mend it", async () => {
    const { world, second } = await signedUp(strategy, 11);
    const { status, body } = await second.options({ action: "register" });
    expect([status, body]).toEqual([
      403,
      {
        error: "FreshSignInRequired",
        url: "/auth/signin?error=FreshSignInRequired",
      },
    ]);
    expect(world.store.authenticators.size).toBe(1);
    expect(await second.who()).toBe(ada);
  });

  it("X01 says on the page what to do, and adds the passkey once that was done", async () => {
    const { world, user, second } = await signedUp(strategy, 11);
    const page = await (await second.browser.get("signin?error=FreshSignInRequired")).text();
    expect(page).toMatch(/sign in again/i);
    await user.authenticate();
    expect(location(await second.register())).toBe("https://app.test");
    expect(world.store.authenticators.size).toBe(2);
  });

  it("X02 the callback asks for the proof too, stores nothing without it, and leads back afterwards", async () => {
    const { world, user, second } = await signedUp(strategy, 1);
    const { options } = await second.options({ action: "register" });
    const data = await second.authenticator.create(options);
    user.browser.forget(proofCookie);
    const answer = await second.post("register", data, { callbackUrl: "/settings" });
    expect(location(answer)).toBe("https://app.test/auth/signin?error=FreshSignInRequired");
    expect(world.store.authenticators.size).toBe(1);
    expect(cookieNamesOf(answer)).toContain("__Host-latchkey.callback-url");
    expect(location(await user.authenticate())).toBe("https://app.test/settings");
  });

  it("X02 whoever takes their time at the device is not refused after it: the ceremony counts from its beginning", async () => {
    const { world, second } = await signedUp(strategy, 9);
    const { options } = await second.options({ action: "register" });
    const data = await second.authenticator.create(options);
    clock.pass(4 * minute);
    expect(location(await second.post("register", data))).toBe("https://app.test");
    expect(world.store.authenticators.size).toBe(2);
  });

  it("X03 the proof of another user, or of nobody, is none", async () => {
    const { world, second } = await signedUp(strategy, 11);
    const stranger = world.person();
    await stranger.register(grace);
    const proofs = [stranger.browser.cookie(proofCookie) ?? "", "x.y.z", "%00", "null"];
    for (const proof of proofs) {
      second.browser.plant(proofCookie, proof);
      expect((await second.options({ action: "register" })).status).toBe(403);
    }
  });

  it("X03 no other sealed value is taken for a proof", async () => {
    const { second } = await signedUp(strategy, 11);
    await second.options({ action: "authenticate" });
    const names = second.browser.cookieNames().filter((name) => name !== proofCookie);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      second.browser.plant(proofCookie, second.browser.cookie(name) ?? "");
      expect((await second.options({ action: "register" })).status).toBe(403);
    }
  });

  it("X04 is forgotten at sign-out and replaced at the next sign-in", async () => {
    const { user } = await signedUp(strategy, 1);
    expect(user.browser.cookie(proofCookie)).toBeDefined();
    await user.signOut();
    expect(user.browser.cookie(proofCookie)).toBeUndefined();
  });

  it("X05 using a passkey, or reading the session, needs no fresh proof", async () => {
    const { user } = await signedUp(strategy, 60);
    expect((await user.options({ action: "authenticate" })).status).toBe(200);
    expect(location(await user.authenticate())).toBe("https://app.test");
    expect(await user.who()).toBe(ada);
  });

  it("X06 whoever has no passkeys configured sees no cookie of it", async () => {
    const world = passkeyWorld(strategy, { providers: [people] });
    world.store.users.set(known.id, storedUser(known));
    const { browser } = world.person();
    const response = await browser.signIn(adasForm);
    expect(cookieNamesOf(response)).not.toContain(proofCookie);
  });
});

describe.each(strategies)("an account at a provider, strategy %s", (strategy) => {
  it("X08 is not linked with an old proof either, or it would make the next one: linked after signing in again", async () => {
    const rogue = await RogueProvider.start();
    onTestFinished(() => rogue.stop());
    const world = passkeyWorld(strategy, { providers: [Passkey(), oidc(rogue)] });
    const user = world.person();
    await user.register(ada);
    clock.pass(11 * minute);
    rogue.idToken = { claims: { sub: "mallory", email: "mallory@example.org" } };
    expect(location(await signIn(user.browser, rogue))).toBe(
      "https://app.test/auth/signin?error=FreshSignInRequired",
    );
    expect(world.store.accounts.size).toBe(1);
    expect((await user.options({ action: "register" })).status).toBe(403);
    await user.authenticate();
    expect(location(await signIn(user.browser, rogue))).toBe("https://app.test");
    expect(world.store.accounts.size).toBe(2);
    expect(world.store.users.size).toBe(1);
  });

  it("X08 linking one is no proof of who is signed in: it makes no fresh one", async () => {
    const rogue = await RogueProvider.start();
    onTestFinished(() => rogue.stop());
    const world = passkeyWorld(strategy, { providers: [Passkey(), oidc(rogue)] });
    const user = world.person();
    await user.register(ada);
    clock.pass(9 * minute);
    rogue.idToken = { claims: { sub: "work", email: "work@example.org" } };
    await signIn(user.browser, rogue);
    expect(world.store.accounts.size).toBe(2);
    clock.pass(2 * minute);
    expect((await user.options({ action: "register" })).status).toBe(403);
  });
});

it("X07 a `jwt` callback that gives the session another subject gives the proof to that one", async () => {
  const world = passkeyWorld("jwt", {
    providers: [Passkey(), people],
    callbacks: { jwt: ({ token }) => ({ ...token, sub: "renamed" }) },
  });
  world.store.users.set("renamed", storedUser({ ...known, id: "renamed" }));
  const person = world.person();
  await person.browser.signIn(adasForm);
  const { status, options } = await person.options({ action: "register" });
  expect(status).toBe(200);
  await person.post("register", await new SoftAuthenticator().create(options));
  expect([...world.store.authenticators.values()]).toMatchObject([{ userId: "renamed" }]);
  expect(member(options, "challenge")).toBeDefined();
});
