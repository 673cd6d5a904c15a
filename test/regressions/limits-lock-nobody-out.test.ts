import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { Browser, location, sessionCookiesSet, textMember } from "../support/client.js";
import { day, hour, minute, useClock } from "../support/clock.js";
import { adasForm, strategies, world, type Strategy, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld, otherCode } from "../support/mail-world.js";
import { email, password, passwordWorld, signIn, signUp } from "../support/password-world.js";
import {
  codeOf,
  firstStep,
  home,
  secondStep,
  secondStepWorld,
  withPhone,
  wrongCodeOf,
} from "../support/second-step-world.js";

const inbox = await openInbox();
const clock = useClock();
const clientIp = (request: Request) => request.headers.get("x-real-ip");
const program = { "x-auth-return-redirect": "1" };
const from = (ip: string) => ({ headers: { ...program, "x-real-ip": ip } });
const owner = "198.51.100.1";

/** One server, and two that share their state. */
const deployments = ["one server", "two servers"] as const;
type Deployment = (typeof deployments)[number];

function servers(strategy: Strategy, deployment: Deployment, more: Partial<TestConfig> = {}) {
  const shared = deployment === "two servers" ? { sharedState: memoryState() } : {};
  const { config } = world(strategy, { clientIp, ...shared, ...more });
  const configs = deployment === "two servers" ? [config, { ...config }] : [config];
  let next = 0;
  return { browser: () => new Browser(configs[next++ % configs.length] ?? config) };
}

/** Where a sign-in led: nowhere when it went well. */
async function errorOf(response: Response): Promise<string | null> {
  return new URL(textMember(await response.json(), "url")).searchParams.get("error");
}

async function attempt(browser: Browser, ip: string, form: Record<string, string> = adasForm) {
  const response = await browser.signIn(form, from(ip));
  return { error: await errorOf(response), wait: Number(response.headers.get("retry-after")) };
}

const wrong = { ...adasForm, password: "wrong" };

describe.each(strategies.flatMap((strategy) => deployments.map((one) => [strategy, one] as const)))(
  "limits lock nobody out, strategy %s, %s:",
  (strategy, deployment) => {
    it.each([
      ["many clients", (index: number) => `203.0.113.${index}`],
      ["one client", () => "203.0.113.7"],
      ["the owner's own address", () => owner],
    ])(
      "after 105 wrong attempts from %s a browser that has signed in before gets in at once, a new one within ten minutes",
      async (_, ipOf) => {
        const { browser } = servers(strategy, deployment);
        const known = browser();
        expect((await attempt(known, owner)).error).toBeNull();
        await known.signOut();
        const flood = browser();
        for (let index = 0; index < 105; index++) await attempt(flood, ipOf(index), wrong);
        const fresh = browser();
        const refused = await attempt(fresh, "198.51.100.2");
        expect(refused.error).toBe("RateLimited");
        expect(refused.wait).toBeLessThanOrEqual(10 * minute);
        expect((await attempt(known, owner)).error).toBeNull();
        expect(await known.session()).toMatchObject({ user: { name: "Ada" } });
        clock.pass(refused.wait);
        expect((await attempt(fresh, "198.51.100.2")).error).toBeNull();
      },
    );

    it("a flood that goes on all day keeps a new browser waiting for an hour at most once it ends", async () => {
      const { browser } = servers(strategy, deployment);
      const known = browser();
      await attempt(known, owner);
      const flood = browser();
      let judged = 0;
      for (let time = 0; time < day; time += 30 * minute) {
        for (let index = 0; index < 12; index++) {
          const { error, wait } = await attempt(flood, `203.0.113.${index}`, wrong);
          if (error === "CredentialsSignin") judged += 1;
          expect(wait).toBeLessThanOrEqual(hour);
        }
        clock.pass(30 * minute);
      }
      // Two parts of a day: one ends at midnight. Each has 100, and two an hour from then on.
      expect(judged).toBeLessThanOrEqual(2 * 100 + 2 * 25);
      expect((await attempt(known, owner)).error).toBeNull();
      const fresh = browser();
      const first = await attempt(fresh, "198.51.100.2");
      expect(first.wait).toBeLessThanOrEqual(hour);
      clock.pass(first.wait);
      expect((await attempt(fresh, "198.51.100.2")).error).toBeNull();
    }, 60_000);

    it("refused attempts count neither against the name nor against the client", async () => {
      const rateLimit = { perName: 2, perClient: 4, perNameAndDay: 4 };
      const { browser } = servers(strategy, deployment, { rateLimit });
      const ours = browser();
      for (let index = 0; index < 20; index++) await attempt(ours, "203.0.113.7", wrong);
      const grace = { username: "grace", password: "wrong" };
      expect((await attempt(ours, "203.0.113.7", grace)).error).toBe("CredentialsSignin");
      const { wait } = await attempt(ours, "203.0.113.7", wrong);
      expect(wait).toBeLessThanOrEqual(10 * minute);
      clock.pass(wait);
      // The day has two left, at the usual pace.
      expect((await attempt(ours, "203.0.113.7", wrong)).error).toBe("CredentialsSignin");
      expect((await attempt(ours, "203.0.113.7")).error).toBeNull();
    });

    it("a client over its own limit doesn't count against the name", async () => {
      const rateLimit = { perName: 3, perClient: 2 };
      const { browser } = servers(strategy, deployment, { rateLimit });
      const flood = browser();
      for (let index = 0; index < 2; index++) {
        await attempt(flood, "203.0.113.7", { username: "grace", password: "wrong" });
      }
      for (let index = 0; index < 20; index++) {
        expect((await attempt(flood, "203.0.113.7", wrong)).error).toBe("RateLimited");
      }
      for (const ip of ["203.0.113.1", "203.0.113.2"]) {
        expect((await attempt(browser(), ip, wrong)).error).toBe("CredentialsSignin");
      }
      expect((await attempt(browser(), owner)).error).toBeNull();
    });
  },
);

describe.each(strategies)("the other things that can be guessed, strategy %s:", (strategy) => {
  it("a flood of passwords keeps nobody out who has made an account, or chosen a password, in this browser", async () => {
    const app = passwordWorld(inbox, { strategy });
    const known = app.browser();
    await signUp(known, inbox);
    await known.signOut();
    for (let index = 0; index < 12; index++) {
      await signIn(app.browser(), { email, password: "something else, but long" });
    }
    expect(location(await signIn(app.browser()))).toContain("error=RateLimited");
    expect(location(await signIn(known, { email, password }))).toBe(home);
  });

  it("whoever knows the password and guesses at codes doesn't lock the owner's browser out of the second step", async () => {
    const app = secondStepWorld({ strategy });
    const { secret, browser: known } = await withPhone(app);
    clock.pass(minute);
    await known.signOut();
    const thief = app.browser();
    await firstStep(thief);
    for (let index = 0; index < 12; index++) await secondStep(thief, wrongCodeOf(secret));
    clock.pass(minute);
    expect(location(await secondStep(thief, codeOf(secret)))).toContain("error=RateLimited");
    await firstStep(known);
    expect(location(await secondStep(known, codeOf(secret)))).toBe(home);
  });

  it("whoever has not taken the first step can't use up attempts at the second", async () => {
    const app = secondStepWorld({ strategy });
    const { secret } = await withPhone(app);
    clock.pass(minute);
    const stranger = app.browser();
    for (let index = 0; index < 12; index++) await secondStep(stranger, "000000");
    const fresh = app.browser();
    await firstStep(fresh);
    expect(location(await secondStep(fresh, codeOf(secret)))).toBe(home);
  });

  it("whoever guesses at the codes of mails doesn't keep the owner's browser from typing in theirs", async () => {
    const mails: string[] = [];
    const provider = {
      limit: () => true,
      sendVerificationRequest: ({ code = "" }: { code?: string }) => void mails.push(code),
    };
    const app = mailWorld(inbox, provider, { session: { strategy } });
    const address = "lin@example.org";
    const type = (browser: Browser, code: string) => browser.submit("callback/email", { code });
    const known = app.browser();
    await ask(known, address);
    expect(sessionCookiesSet(await type(known, mails.at(-1) ?? ""))).toHaveLength(1);
    await known.signOut();
    for (let mail = 0; mail < 110; mail++) {
      const thief = app.browser();
      await ask(thief, address);
      for (const step of [1, 2, 3]) await type(thief, otherCode(mails.at(-1) ?? "", step));
    }
    const fresh = app.browser();
    await ask(fresh, address);
    expect(sessionCookiesSet(await type(fresh, mails.at(-1) ?? ""))).toEqual([]);
    await ask(known, address);
    expect(sessionCookiesSet(await type(known, mails.at(-1) ?? ""))).toHaveLength(1);
  }, 60_000);
});
