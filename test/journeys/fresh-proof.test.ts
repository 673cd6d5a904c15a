import { manage } from "latchkey/manage";
import type { Adapter } from "latchkey/adapters";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import { adasForm, gracesForm, people, strategies, world } from "../support/config.js";
import { askForProof as ask, openAsk as open } from "../support/fresh.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
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

describe.each(strategies)("a proof that is asked for anew, strategy %s", (strategy) => {
  it("nobody signed in is sent to the sign-in page", async () => {
    const { config, browser } = world(strategy);
    expect(await ask(config, browser())).toEqual({
      ok: false,
      url: "https://app.test/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fsettings",
    });
  });

  it("without anything configured the first proof is asked for, counts for its time, and leads back", async () => {
    const { config, browser } = world(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    const page = await open(ours, await ask(config, ours, { within: 5 * minute }));
    expect(await page.text()).toMatch(/sign in again/i);
    expect(location(await ours.signIn(adasForm))).toBe("https://app.test/settings");
    expect(await ask(config, ours, { within: 5 * minute })).toEqual({ ok: true });
    expect(await ask(config, ours, { within: 5 * minute, methods: ["webauthn"] })).toMatchObject({
      ok: false,
    });
    clock.pass(6 * minute);
    expect(await ask(config, ours, { within: 5 * minute })).toMatchObject({ ok: false });
    expect(await ask(config, ours, { methods: ["credentials"] })).toEqual({ ok: true });
  });

  it("a session that knows when it began needs no other proof until then", async () => {
    const { config, browser } = world(strategy, {
      session: { strategy },
      plugins: [sessionRegistry({ within: 0 })],
      sharedState: memoryState(),
    });
    const ours = browser();
    await ours.signIn(adasForm);
    expect(await ask(config, ours)).toEqual({ ok: true });
    expect(await ask(config, ours, { methods: ["credentials"] })).toEqual({ ok: true });
    clock.pass(11 * minute);
    expect(await ask(config, ours)).toMatchObject({ ok: false });
    await manage(config).sessions.endAll("1");
    expect(JSON.stringify(await ask(config, ours))).not.toContain("prove=");
  });

  it("whoever opens the sign-in page of their own accord may sign in as anybody", async () => {
    const { config, browser } = world(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    await open(ours, await ask(config, ours));
    await ours.get("signin");
    expect(location(await ours.signIn(gracesForm))).toBe("https://app.test/settings");
    expect(await ours.session()).toMatchObject({ user: { name: "Grace" } });
    expect(await ask(config, ours)).toMatchObject({ ok: false });
  });

  it("only the ways that will do are offered", async () => {
    const { config, browser } = world(strategy, { providers: [people, oidc(rogue)] });
    const ours = browser();
    await ours.signIn(adasForm);
    const page = await (await open(ours, await ask(config, ours, { methods: ["oidc"] }))).text();
    expect(page).toContain("signin/rogue");
    expect(page).not.toContain("callback/credentials");
  });

  it("an OpenID provider is told to ask anew, and what it answers is checked", async () => {
    const { adapter } = world("database");
    const stored: Adapter = { ...adapter };
    const { config, browser } = world(strategy, {
      providers: [oidc(rogue)],
      session: { strategy },
      adapter: stored,
    });
    const ours = browser();
    await signIn(ours, rogue);
    const url = await ask(config, ours, { within: 60 });
    await open(ours, url);
    const request = await begin(ours);
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      prompt: "login",
      max_age: "60",
    });
    const seconds = Math.floor(clock.now() / 1000);
    rogue.idToken = { claims: { auth_time: seconds - 3600, iat: seconds } };
    const stale = await ours.get(backWithCode(rogue, request), { from: rogue.issuer });
    expect(location(stale)).toContain("error=");
    expect(await ask(config, ours, { within: 60 })).toMatchObject({ ok: false });
    rogue.idToken = { claims: { auth_time: seconds, iat: seconds } };
    await open(ours, await ask(config, ours, { within: 60 }));
    expect(location(await signIn(ours, rogue))).toBe("https://app.test/settings");
    expect(await ask(config, ours, { within: 60 })).toEqual({ ok: true });
  });

  it("sessions that began with one at an OpenID provider are ended with it", async () => {
    const { adapter } = world("database");
    const { config, browser } = world(strategy, {
      providers: [oidc(rogue)],
      session: { strategy },
      plugins: [sessionRegistry({ within: 0, list: false })],
      sharedState: memoryState(),
      adapter,
    });
    const [ours, others] = [browser(), browser()];
    rogue.idToken = { claims: { sid: "session-1" } };
    await signIn(ours, rogue);
    rogue.idToken = { claims: { sid: "session-2" } };
    await signIn(others, rogue);
    await manage(config).sessions.endAtProvider("another", "session-1");
    expect(await ours.session()).not.toBeNull();
    await manage(config).sessions.endAtProvider("rogue", "session-1");
    expect(await ours.session()).toBeNull();
    expect(await others.session()).not.toBeNull();
  });
});
