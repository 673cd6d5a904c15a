import { memoryState } from "latchkey/state/memory";
import Credentials from "latchkey/providers/credentials";
import { memoryRateLimit, sharedRateLimit } from "latchkey/rate-limit";
import { describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { day, minute, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  grace,
  gracesForm,
  password as right,
  secret,
  strategies,
  world,
  type TestConfig,
} from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld } from "../support/mail-world.js";
import {
  codeOf,
  firstStep,
  secondStep,
  secondStepWorld,
  withPhone,
} from "../support/second-step-world.js";

const inbox = await openInbox();
const clock = useClock();
const cookie = "__Host-latchkey.device";
const home = "https://app.test";
const wrong = { ...adasForm, password: "wrong" };
const longName = "x".repeat(254);

const errorOf = (response: Response) => new URL(location(response)).searchParams.get("error");

/** Attempts that were judged, of so many. */
async function judged(
  browser: Browser,
  times: number,
  form: Readonly<Record<string, string>> = wrong,
): Promise<number> {
  let count = 0;
  for (let time = 0; time < times; time++) {
    if (errorOf(await browser.signIn(form)) === "CredentialsSignin") count += 1;
  }
  return count;
}

/** The cookie of a browser in which somebody has signed in. */
async function cookieOf(browser: Browser, form = adasForm): Promise<string> {
  expect(location(await browser.signIn(form))).toBe(home);
  return browser.cookie(cookie) ?? "";
}

function holding(browser: Browser, value: string): Browser {
  browser.plant(cookie, value);
  return browser;
}

/** Lets everybody's counter of Ada's name run full. */
async function flood({ browser }: { browser(): Browser }): Promise<void> {
  expect(await judged(browser(), 12)).toBe(10);
}

describe.each(strategies)("the cookie of a browser that has signed in, strategy %s", (strategy) => {
  it("T29 can't be made up, changed, or replaced by anything else that is sealed", async () => {
    const app = world(strategy);
    const owner = app.browser();
    const value = await cookieOf(owner);
    const foreign = await cookieOf(
      world(strategy, { secret: `another ${crypto.randomUUID()}` }).browser(),
    );
    await flood(app);
    const others = owner.cookieNames().filter((name) => name !== cookie);
    const forged = [
      foreign,
      "ada",
      `${value.slice(0, -2)}${value.endsWith("AA") ? "BB" : "AA"}`,
      ...others.map((name) => owner.cookie(name) ?? ""),
    ];
    for (const one of forged) {
      expect(errorOf(await holding(app.browser(), one).signIn(adasForm))).toBe("RateLimited");
    }
    expect(location(await holding(app.browser(), value).signIn(adasForm))).toBe(home);
  });

  it("T29 signs nobody in, and is worth nothing as any other cookie", async () => {
    const app = world(strategy);
    const owner = app.browser();
    const value = await cookieOf(owner);
    expect(await holding(app.browser(), value).session()).toBeNull();
    for (const name of owner.cookieNames().filter((one) => one !== cookie)) {
      const thief = app.browser();
      thief.plant(name, value);
      expect(await thief.session()).toBeNull();
    }
  });

  it("T30 of one user gives nothing for another", async () => {
    const app = world(strategy);
    const value = await cookieOf(app.browser(), gracesForm);
    await flood(app);
    expect(await judged(holding(app.browser(), value), 3)).toBe(0);
    expect(errorOf(await holding(app.browser(), value).signIn(adasForm))).toBe("RateLimited");
  });

  it("T30 isn't to be had by sending another's name beside one's own, and neither is a reset of the other's counter", async () => {
    const either = Credentials({
      credentials: { email: {}, username: {}, password: { type: "password" } },
      authorize: ({ email, username, password }) =>
        password === right && (username || email) === "grace" ? grace : null,
    });
    const app = world(strategy, { providers: [either] });
    const guess = { email: "ada", password: "wrong" };
    const mallory = app.browser();
    expect(await judged(app.browser(), 8, guess)).toBe(8);
    const both = { email: "ada", username: "grace", password: right };
    expect(location(await mallory.signIn(both))).toBe(home);
    await mallory.signOut();
    expect(await judged(app.browser(), 3, guess)).toBe(1);
    expect(await judged(mallory, 3, guess)).toBe(0);
  });

  it("T31 that was stolen gives as many guesses as the limit, however many copies use it at once", async () => {
    const app = world(strategy, { sharedState: memoryState() });
    const value = await cookieOf(app.browser());
    const servers = [app.config, { ...app.config }];
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const thief = new Browser(servers[index % 2] ?? app.config);
        return errorOf(await holding(thief, value).signIn(wrong));
      }),
    );
    expect(answers.filter((error) => error === "CredentialsSignin")).toHaveLength(10);
    expect(answers.filter((error) => error === "RateLimited")).toHaveLength(30);
    // The owner has another browser, and anybody else the usual attempts.
    expect(location(await app.browser().signIn(adasForm))).toBe(home);
  });

  it("T31 gives a hundred guesses a day in all, however many were collected", async () => {
    const app = world(strategy);
    const collected: string[] = [];
    for (let index = 0; index < 15; index++) collected.push(await cookieOf(app.browser()));
    expect(new Set(collected).size).toBe(15);
    let guesses = 0;
    for (const value of collected) guesses += await judged(holding(app.browser(), value), 12);
    // A hundred with the cookies, and the ten that anybody has.
    expect(guesses).toBe(110);
    clock.pass(10 * minute);
    expect(await judged(holding(app.browser(), collected[0] ?? ""), 12)).toBe(10);
  });

  it("T32 shows no name, stays small, and forgets who signed in longest ago", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${index}${longName}`);
    const anybody = Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ password }) => (password === "right" ? ada : null),
    });
    const app = world(strategy, { providers: [anybody] });
    const shared = app.browser();
    for (const username of names) {
      await shared.signIn({ username, password: "right" });
      const value = shared.cookie(cookie) ?? "";
      expect(value.length).toBeGreaterThan(0);
      expect(value.length).toBeLessThan(2_000);
      expect(value).not.toContain(username.slice(0, 20));
      clock.pass(1);
    }
    for (const username of [names[0] ?? "", names[39] ?? ""]) {
      expect(await judged(app.browser(), 12, { username, password: "wrong" })).toBe(10);
    }
    const last = { username: names[39] ?? "", password: "right" };
    expect(location(await shared.signIn(last))).toBe(home);
    const first = { username: names[0] ?? "", password: "right" };
    expect(errorOf(await shared.signIn(first))).toBe("RateLimited");
  });

  it("T32 ends half a year after the last sign-in, and outlasts a change of the secret", async () => {
    const app = world(strategy);
    const known = app.browser();
    const value = await cookieOf(known);
    clock.pass(179 * day);
    const rotated: TestConfig = {
      ...app.config,
      secret: [`a newer secret, long enough ${crypto.randomUUID()}`, secret],
    };
    const server = { browser: () => new Browser(rotated) };
    await flood(server);
    expect(location(await holding(server.browser(), value).signIn(adasForm))).toBe(home);
    clock.pass(2 * day);
    await flood(server);
    expect(errorOf(await holding(server.browser(), value).signIn(adasForm))).toBe("RateLimited");
  });

  it("T33 is not written where nothing is limited, and has the name that you give it", async () => {
    const off = world(strategy, { rateLimit: false }).browser();
    await off.signIn(adasForm);
    expect(off.cookieNames()).not.toContain(cookie);
    const named = world(strategy, { cookies: { device: { name: "__Host-mine" } } }).browser();
    await named.signIn(adasForm);
    expect(named.cookieNames()).toContain("__Host-mine");
    expect(named.cookieNames()).not.toContain(cookie);
    const refused = world(strategy).browser();
    await refused.signIn(wrong);
    expect(refused.cookieNames()).not.toContain(cookie);
  });

  it("T33 is not written for the link of a mail, which can't be guessed", async () => {
    const app = mailWorld(inbox, {}, { session: { strategy } });
    const reader = app.browser();
    await ask(reader, "lin@example.org");
    expect(location(await follow(reader, inbox.newest().link))).toBe(home);
    expect(reader.cookieNames()).not.toContain(cookie);
  });

  it("T33 is not written before the second step was taken", async () => {
    const app = secondStepWorld({ strategy });
    const { secret: phone } = await withPhone(app);
    clock.pass(minute);
    const thief = app.browser();
    await firstStep(thief);
    expect(thief.cookieNames()).not.toContain(cookie);
    await secondStep(thief, "000000");
    expect(thief.cookieNames()).not.toContain(cookie);
    await secondStep(thief, codeOf(phone));
    const value = thief.cookie(cookie) ?? "";
    await flood(app);
    // Both steps were taken here, so it counts for the first as well.
    expect(location(await holding(app.browser(), value).signIn(adasForm))).toContain("second-step");
  });

  it.each([
    ["memoryRateLimit", () => memoryRateLimit()],
    ["sharedRateLimit", () => sharedRateLimit(memoryState())],
  ])("T33 gives a browser its own count in %s", async (_, limiter) => {
    const app = world(strategy, { rateLimit: limiter(), clientIp: () => "192.0.2.7" });
    const value = await cookieOf(app.browser());
    expect(await judged(app.browser(), 12)).toBe(4);
    expect(errorOf(await app.browser().signIn(adasForm))).toBe("RateLimited");
    expect(location(await holding(app.browser(), value).signIn(adasForm))).toBe(home);
    expect(await judged(holding(app.browser(), value), 12)).toBe(4);
  });
});
