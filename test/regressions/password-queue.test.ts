import express from "express";
import { ExpressAuth } from "latchkey/express";
import { describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { serve } from "../support/express-host.js";
import { openInbox } from "../support/inbox.js";
import { email, password, passwordWorld, signIn, signUp } from "../support/password-world.js";

const inbox = await openInbox();
const clientIp = (request: Request) => request.headers.get("x-real-ip");
const from = (ip: string) => ({ headers: { "x-real-ip": ip } });
const attacker = "203.0.113.7";
const mailer = { type: "email", sendVerificationRequest: () => undefined } as const;

/**
 * Many clients at once, each with a form of its own. Resolves when their forms wait to be hashed. `end` closes
 * their connections, and `served` tells how many got more than "come back later".
 */
async function crowd(
  config: ConstructorParameters<typeof Browser>[0],
  { size, route, ip = "" }: { size: number; route: string; ip?: string },
) {
  const closed = new AbortController();
  const statuses: number[] = [];
  const people = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const browser = new Browser(config);
      return { browser, form: { ...numbered(index), csrfToken: await browser.csrfToken() } };
    }),
  );
  const sent = people.map(async ({ browser, form }) => {
    const request = new Request(browser.url(route), {
      method: "POST",
      headers: { origin: browser.origin, "x-real-ip": ip },
      body: new URLSearchParams(form),
      signal: closed.signal,
    });
    statuses.push((await browser.send(request)).status);
  });
  await pause(500);
  return {
    served: () => statuses.filter((status) => status !== 503).length,
    end: async () => {
      closed.abort();
      await Promise.all(sent);
    },
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const numbered = (index: number) => ({ email: `user${index}@example.org`, password });

/** A world with one user, and the browser in which they want to sign in. */
async function withAda(options: Parameters<typeof passwordWorld>[1] = {}) {
  const world = passwordWorld(inbox, { scrypt: true, ...options });
  await signUp(world.browser(), inbox, { email, password });
  // What is made once, for addresses that nobody has, is made.
  await signIn(world.browser(), numbered(0));
  return { ...world, browser: world.browser() };
}

const isSignedIn = (response: Response) => !location(response).includes("error");

describe("a right password is served", () => {
  it("before 240 anonymous sign-ups that came first", { timeout: 60_000 }, async () => {
    const { config, browser } = await withAda({ overrides: { clientIp } });
    const csrfToken = await browser.csrfToken();
    const world = passwordWorld(inbox, { scrypt: true, provider: { email: mailer } });
    const { providers } = world.config;
    const flood = await crowd({ ...config, providers }, { size: 240, route: "password/sign-up" });
    const before = flood.served();
    const response = await browser.post("callback/password", { email, password, csrfToken });
    const after = flood.served();
    await flood.end();
    expect(response.status).toBe(303);
    expect(isSignedIn(response)).toBe(true);
    expect(after - before).toBeLessThan(20);
  });

  it("before 100 wrong ones of another client that came first", { timeout: 60_000 }, async () => {
    const { config, browser } = await withAda({ overrides: { clientIp } });
    const csrfToken = await browser.csrfToken();
    const flood = await crowd(config, { size: 100, route: "callback/password", ip: attacker });
    const before = flood.served();
    const form = { email, password, csrfToken };
    const response = await browser.post("callback/password", form, from("198.51.100.1"));
    const after = flood.served();
    await flood.end();
    expect(isSignedIn(response)).toBe(true);
    expect(after - before).toBeLessThan(20);
  });

  it("before those of clients that have closed their connection", { timeout: 60_000 }, async () => {
    const { config } = await withAda();
    const app = express();
    app.use("/auth", ExpressAuth({ ...config, trustHost: true }));
    const origin = await serve(app);
    const over = (request: Request) => fetch(request, { redirect: "manual" });
    const browser = new Browser(config, { origin, auth: over });
    const timed = async () => {
      const started = performance.now();
      const response = await browser.submit("callback/password", { email, password });
      expect(isSignedIn(response)).toBe(true);
      return performance.now() - started;
    };
    const alone = await timed();
    const csrfToken = await browser.csrfToken();
    const cookie = browser.cookieHeader();
    const gone = new AbortController();
    const sent = Array.from({ length: 40 }, (_, index) =>
      fetch(`${origin}/auth/callback/password`, {
        method: "POST",
        headers: { cookie, "sec-fetch-site": "same-origin" },
        body: new URLSearchParams({ ...numbered(index), csrfToken }),
        signal: gone.signal,
      }).catch(() => undefined),
    );
    await pause(300);
    gone.abort();
    await Promise.all(sent);
    expect(await timed()).toBeLessThan(12 * alone);
  });
});

describe("nothing is hashed", () => {
  function counting() {
    const hashed: string[] = [];
    const hash = (typed: string) => {
      hashed.push(typed);
      return `hash of ${typed.length}`;
    };
    const verify = (typed: string) => {
      hashed.push(typed);
      return false;
    };
    return { hashed, provider: { hash, verify, email: mailer } };
  }

  it("for sign-ups of a client over its limit", async () => {
    const { hashed, provider } = counting();
    const world = passwordWorld(inbox, { provider, overrides: { clientIp } });
    const browser = world.browser();
    for (let index = 0; index < 40; index++) {
      await browser.submit("password/sign-up", numbered(index), from(attacker));
    }
    expect(hashed).toHaveLength(30);
  });

  it("for sign-ups with an address that got its mails, and `breached` isn't called", async () => {
    const { hashed, provider } = counting();
    const asked: string[] = [];
    const breached = (typed: string) => asked.push(typed) < 0;
    const world = passwordWorld(inbox, { provider: { ...provider, breached } });
    const browser = world.browser();
    for (let index = 0; index < 8; index++) {
      await browser.submit("password/sign-up", { email, password });
    }
    expect(hashed).toHaveLength(5);
    expect(asked).toHaveLength(5);
  });

  it("of a password longer than any that can be chosen", async () => {
    const { hashed, provider } = counting();
    const world = passwordWorld(inbox, { provider });
    const response = await signIn(world.browser(), { email, password: "\u{fdfa}".repeat(100_000) });
    expect(location(response)).toContain("error=CredentialsSignin");
    expect(hashed).toEqual([]);
  });
});
