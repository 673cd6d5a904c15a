import Credentials from "latchkey/providers/credentials";
import Passkey from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { passkeyWorld } from "../support/authenticator-world.js";
import { location, sessionCookiesSet } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";

const inbox = await openInbox();
const timeout = 50;
const never = () => new Promise<never>(() => undefined);
const saying = /didn't return within 50 ms/;

function reasonOf(error: Error | undefined): string {
  return `${error?.message ?? ""} ${String(Reflect.get(Object(error?.cause), "err"))}`;
}

describe.each(strategies)("what never settles is given up, strategy %s", (strategy) => {
  it("authorize", async () => {
    const people = Credentials({ credentials: {}, authorize: never });
    const { browser, log } = world(strategy, { providers: [people], timeout });
    const response = await browser().signIn(adasForm);
    expect(location(response)).toContain("error=Configuration");
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(reasonOf(log.errors("CallbackRouteError")[0])).toMatch(saying);
  });

  it("the signIn callback: nobody is signed in", async () => {
    const { browser, log } = world(strategy, { callbacks: { signIn: never }, timeout });
    const response = await browser().signIn(adasForm);
    expect(location(response)).toContain("error=AccessDenied");
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(reasonOf(log.errors("AccessDenied")[0])).toMatch(saying);
  });

  it("rateLimit: the try is refused", async () => {
    const { browser, log } = world(strategy, { rateLimit: never, timeout });
    const response = await browser().signIn(adasForm);
    expect(location(response)).toContain("error=Configuration");
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(reasonOf(log.errors("AuthError")[0])).toMatch(saying);
  });

  it("the session callback: an answer comes, and the cookie is kept", async () => {
    let stuck = false;
    const { browser } = world(strategy, {
      callbacks: { session: ({ session }) => (stuck ? never() : session) },
      timeout,
    });
    const tab = browser();
    await tab.signIn(adasForm);
    stuck = true;
    await tab.get("session");
    stuck = false;
    expect(await tab.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("the redirect callback: the request comes to an end", async () => {
    const { browser } = world(strategy, { callbacks: { redirect: never }, timeout });
    const response = await browser().get("signin?callbackUrl=/x");
    expect(response.status).toBeGreaterThan(0);
  });

  it("an event: people are signed in all the same", async () => {
    const { browser, log } = world(strategy, { events: { signIn: never }, timeout });
    expect(sessionCookiesSet(await browser().signIn(adasForm))).toHaveLength(1);
    expect(log.errors("EventError")).toHaveLength(1);
  });

  it("getUserInfo and getRelayingParty of passkeys", async () => {
    for (const hook of ["getUserInfo", "getRelayingParty"]) {
      const providers = [Passkey({ [hook]: never })];
      const { person } = passkeyWorld(strategy, { providers, timeout });
      expect(await person().options({ action: "authenticate" })).toMatchObject({ status: 500 });
    }
  });
});

describe("what never settles is given up when a mail is asked for", () => {
  it.each(["sendVerificationRequest", "generateVerificationToken", "normalizeIdentifier", "limit"])(
    "%s",
    async (name) => {
      const { browser, log, store } = mailWorld(inbox, { [name]: never }, { timeout });
      const response = await ask(browser(), "lin@example.org");
      expect(location(response)).toContain("/auth/");
      expect(location(response)).toContain("error=");
      const [logged] = [...log.errors("EmailSignInError"), ...log.errors("AuthError")];
      expect(reasonOf(logged)).toMatch(saying);
      expect([...store.verificationTokens.keys()]).toEqual([]);
    },
  );
});
