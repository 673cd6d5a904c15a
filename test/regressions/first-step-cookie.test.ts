import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { memoryState } from "latchkey/state/memory";
import type { SharedState } from "latchkey/types";
import { location } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import { people, strategies, type Strategy, type TestConfig } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import {
  adasForm,
  askPage,
  codeOf,
  home,
  secondStep,
  secondStepWorld,
  turnOn,
  who,
} from "../support/second-step-world.js";

const clock = useClock();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const groups = Array.from({ length: 120 }, (_, index) => `cn=group-${index},ou=people,o=acme`);
const firstStepCookie = "__Host-latchkey.parked";

/** Ada has an app and an account at a provider that tells of 120 groups. */
async function withGroups(strategy: Strategy, overrides: Partial<TestConfig> = {}) {
  rogue.idToken = { claims: { email: "ada@example.org", email_verified: true, groups } };
  const world = secondStepWorld({
    strategy,
    overrides: { providers: [people, oidc(rogue)], sharedState: memoryState(), ...overrides },
  });
  const owner = world.browser();
  await owner.signIn(adasForm);
  await signIn(owner, rogue);
  const { secret } = await turnOn(owner);
  clock.pass(minute);
  return { ...world, secret };
}

/** Whether a stock Node server takes a request with these cookies. */
async function statusWith(cookie: string): Promise<number> {
  const server = createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } });
  return response.status;
}

describe.each(strategies)("a sign-in that waits for its second factor, strategy %s", (strategy) => {
  it("takes one small cookie, whatever the provider told", async () => {
    const { browser } = await withGroups(strategy);
    const ours = browser();
    expect(location(await signIn(ours, rogue))).toBe(askPage);
    const names = ours.cookieNames().filter((name) => name.startsWith(firstStepCookie));
    expect(names).toEqual([firstStepCookie]);
    expect(ours.cookie(firstStepCookie)?.length).toBeLessThan(1024);
    expect(await statusWith(ours.cookieHeader())).toBe(200);
  });

  it("goes on with all that the provider told", async () => {
    const seen: unknown[] = [];
    const { browser, secret } = await withGroups(strategy, {
      events: { signIn: ({ account, profile }) => void seen.push({ account, profile }) },
    });
    const ours = browser();
    await signIn(ours, rogue);
    seen.length = 0;
    expect(location(await secondStep(ours, codeOf(secret)))).toBe(home);
    expect(await who(ours)).toBe("Ada");
    const token: unknown = expect.any(String);
    expect(seen).toMatchObject([
      { account: { provider: "rogue", access_token: token }, profile: { groups } },
    ]);
  });

  it("is over when shared state has lost it, and can be repeated", async () => {
    const lost: { state: SharedState } = { state: memoryState() };
    const sharedState: SharedState = {
      get: (keys) => lost.state.get(keys),
      set: (key, value, options) => lost.state.set(key, value, options),
      take: (key) => lost.state.take(key),
      increment: (key, ttl) => lost.state.increment(key, ttl),
      delete: (key) => lost.state.delete(key),
    };
    const { browser, secret } = await withGroups(strategy, { sharedState });
    const ours = browser();
    await signIn(ours, rogue);
    lost.state = memoryState();
    const refused = await secondStep(ours, codeOf(secret));
    expect(location(refused)).toBe(`${home}/auth/signin?error=Verification`);
    expect(await who(ours)).toBeNull();
    await signIn(ours, rogue);
    expect(location(await secondStep(ours, codeOf(secret)))).toBe(home);
  });

  it("keeps nothing in shared state where nothing came from a provider", async () => {
    const kept: string[] = [];
    const state = memoryState();
    const sharedState: SharedState = {
      ...state,
      set: (key, value, options) => {
        kept.push(key);
        return state.set(key, value, options);
      },
    };
    const { browser } = await withGroups(strategy, { sharedState });
    kept.length = 0;
    await browser().signIn(adasForm);
    expect(kept.filter((key) => key.startsWith("carried"))).toEqual([]);
  });
});
