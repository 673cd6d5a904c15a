import { AccessDenied, AuthError } from "latchkey/errors";
import type { Awaitable } from "latchkey/types";
import { describe, expect, it } from "vitest";
import { location, sessionCookiesSet } from "../support/client.js";
import { adasForm, strategies, world, type Strategy, type TestConfig } from "../support/config.js";

const signInWith = async (
  strategy: Strategy,
  signIn: () => Awaitable<boolean | string>,
  overrides: Partial<TestConfig> = {},
) => {
  const { browser, log, store } = world(strategy, { callbacks: { signIn }, ...overrides });
  const ours = browser();
  const response = await ours.signIn(adasForm);
  return { response, log, store, session: await ours.session() };
};

describe.each(strategies)("the signIn callback, strategy %s", (strategy) => {
  it("[SIG-1] true: the sign-in goes on", async () => {
    const { response, session } = await signInWith(strategy, () => true);
    expect(location(response)).toBe("https://app.test");
    expect(session).toMatchObject({ user: { name: "Ada" } });
  });

  it("[SIG-2] false: the sign-in stops and the error page follows", async () => {
    const { response, session, log, store } = await signInWith(strategy, () => false);
    expect(location(response)).toBe("https://app.test/auth/error?error=AccessDenied");
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(session).toBeNull();
    expect(store.sessions.size).toBe(0);
    expect(log.codes("error")).toEqual(["AccessDenied"]);
  });

  it("[SIG-3] a text: the browser is sent there, not signed in", async () => {
    const { response, session } = await signInWith(strategy, async () => "/waiting-list");
    expect(location(response)).toBe("https://app.test/waiting-list");
    expect(session).toBeNull();
  });

  it("[SIG-3] a text that leads to another site is judged by the redirect callback", async () => {
    const { response } = await signInWith(strategy, () => "https://evil.test/");
    expect(location(response)).toBe("https://app.test");
    const allowed = await signInWith(strategy, () => "https://other.test/", {
      callbacks: { signIn: () => "https://other.test/", redirect: ({ url }) => url },
    });
    expect(location(allowed.response)).toBe("https://other.test/");
  });

  it("an empty text denies, as false does", async () => {
    const { response, session } = await signInWith(strategy, () => "");
    expect(location(response)).toBe("https://app.test/auth/error?error=AccessDenied");
    expect(session).toBeNull();
  });

  it("[SIG-4] a thrown AuthError stops the sign-in and decides about the page itself", async () => {
    class Suspended extends AccessDenied {}
    const { response, session, log } = await signInWith(strategy, () => {
      throw new Suspended("Not before Monday.");
    });
    expect(location(response)).toBe("https://app.test/auth/error?error=AccessDenied");
    expect(session).toBeNull();
    expect(log.errors("AccessDenied")[0]).toBeInstanceOf(Suspended);
  });

  it("[SIG-5] decision 6: any other error is raised as AccessDenied with its message, unseen by the browser", async () => {
    const original = new Error("The list of members could not be read.");
    const { response, session, log } = await signInWith(strategy, () => Promise.reject(original));
    expect(location(response)).toBe("https://app.test/auth/error?error=AccessDenied");
    expect(session).toBeNull();
    const [error] = log.errors("AccessDenied");
    expect(error).toBeInstanceOf(AccessDenied);
    expect(error?.message).toBe(original.message);
    expect(error?.cause).toEqual({ err: original, reason: "callback-threw" });
  });

  it("[ERR-3] AccessDenied is an AuthError with its own type", () => {
    const error = new AccessDenied("No.");
    expect(error).toBeInstanceOf(AuthError);
    expect(error.type).toBe("AccessDenied");
  });

  it("[ERR-4] a denied sign-in goes to the application's own error page where there is one", async () => {
    const pages = { error: "/oops" };
    const { response } = await signInWith(strategy, () => false, { pages });
    expect(location(response)).toBe("https://app.test/oops?error=AccessDenied");
  });
});
