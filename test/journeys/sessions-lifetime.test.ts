import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { day, hour, minute, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  strategies,
  world,
  type Strategy,
  type TestConfig,
} from "../support/config.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";
const here = { user: { name: "Ada" } };

async function signedIn(strategy: Strategy, overrides: Partial<TestConfig>, fields = {}) {
  const all = world(strategy, { session: { strategy }, ...overrides });
  const ours = all.browser();
  await ours.signIn({ ...adasForm, ...fields });
  return { ...all, ours };
}

const bounded = (absoluteMaxAge: number): Partial<TestConfig> => ({
  plugins: [sessionRegistry({ absoluteMaxAge })],
  sharedState: memoryState(),
});

describe.each(strategies)("how long sessions last, strategy %s", (strategy) => {
  it("absoluteMaxAge ends a session that is used all the time, to the second", async () => {
    const { ours, store } = await signedIn(strategy, bounded(40 * day));
    for (let days = 0; days < 39; days += 1) {
      clock.pass(day);
      expect(await ours.session()).toMatchObject(here);
    }
    const end = clock.now() + day * 1000;
    expect(ours.cookieExpiry(name)).toBe(end);
    for (const { expires } of store.sessions.values()) expect(expires.getTime()).toBe(end);
    const copied = ours.copy();
    clock.pass(day - 1);
    expect(await ours.session()).toMatchObject(here);
    clock.pass(20);
    copied.plant(name, ours.sessionToken() ?? copied.sessionToken() ?? "");
    expect(await copied.session()).toBeNull();
  });

  it("an absoluteMaxAge below maxAge is the shorter one", async () => {
    const { ours } = await signedIn(strategy, bounded(hour));
    expect(ours.cookieExpiry(name)).toBe(clock.now() + hour * 1000);
    clock.pass(hour);
    expect(await ours.session()).toBeNull();
  });

  it("turned on later, it counts for sessions from before, and signs nobody out at once", async () => {
    const before = await signedIn(strategy, {});
    const { adapter } = before.config;
    const after = world(strategy, {
      session: { strategy },
      ...bounded(35 * day),
      ...(adapter && { adapter }),
    });
    const ours = after.browser();
    ours.plant(name, before.ours.sessionToken() ?? "");
    for (let days = 0; days < 29; days += 1) {
      clock.pass(day);
      expect(await ours.session()).toMatchObject(here);
    }
    clock.pass(7 * day);
    expect(await ours.session()).toBeNull();
  });

  it("remember=false: a cookie without an expiry, twelve hours after the last visit at most", async () => {
    const { ours } = await signedIn(strategy, {}, { remember: "false" });
    expect(ours.cookieExpiry(name)).toBe(Infinity);
    for (let visits = 0; visits < 4; visits += 1) {
      clock.pass(8 * hour);
      expect(await ours.session()).toMatchObject(here);
      expect(ours.cookieExpiry(name)).toBe(Infinity);
    }
    await ours.update({});
    expect(ours.cookieExpiry(name)).toBe(Infinity);
    clock.pass(12 * hour + minute);
    expect(await ours.session()).toBeNull();
  });

  it("the next sign-in, which does not say so, is remembered as ever; nor do other values say so", async () => {
    const { ours } = await signedIn(strategy, {}, { remember: "false" });
    for (const fields of [{}, { remember: "on" }, { remember: "" }]) {
      await ours.signIn({ ...adasForm, ...fields });
      expect(ours.cookieExpiry(name)).toBe(clock.now() + 30 * day * 1000);
    }
  });

  it("a shorter maxAge counts for it too", async () => {
    const { ours } = await signedIn(
      strategy,
      { session: { strategy, maxAge: hour } },
      { remember: "false" },
    );
    clock.pass(hour + minute);
    expect(await ours.session()).toBeNull();
  });
});

describe("sign-ins that end in another request than they began", () => {
  it("the wish to be forgotten outlasts the way over a provider, and ends with the sign-in", async () => {
    const rogue = await RogueProvider.start();
    onTestFinished(() => rogue.stop());
    const ours = world("jwt", { providers: [oidc(rogue)] }).browser();
    const request = await begin(ours, "signin/rogue", { remember: "false" });
    await ours.get(backWithCode(rogue, request), { from: rogue.issuer });
    expect(ours.cookieExpiry(name)).toBe(Infinity);
    expect(ours.cookieNames()).not.toContain("__Host-latchkey.remember");
    await signIn(ours, rogue);
    expect(ours.cookieExpiry(name)).toBe(clock.now() + 30 * day * 1000);
    await begin(ours, "signin/rogue", { remember: "false" });
    const again = await begin(ours, "signin/rogue", { remember: "true" });
    await ours.get(backWithCode(rogue, again), { from: rogue.issuer });
    expect(ours.cookieExpiry(name)).toBe(clock.now() + 30 * day * 1000);
  });
});

describe("what a configuration can't do is said when it is checked", () => {
  const problemOf = async (strategy: Strategy, config: Partial<TestConfig>) => {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { browser, log } = world(strategy, config);
    const { status } = await browser().get("session");
    return { status, said: log.errors("InvalidConfiguration").map(({ message }) => message) };
  };

  it("a session registry without a place that all processes see is refused in production", async () => {
    const plugins = [sessionRegistry()];
    const { status, said } = await problemOf("jwt", { plugins });
    expect([status, said.join("")]).toEqual([500, expect.stringContaining("sharedState")]);
    const sharedState = memoryState();
    expect(await problemOf("jwt", { plugins, sharedState })).toMatchObject({ status: 200 });
  });

  it("rows that the adapter can't remove are refused all the same once they were ended", async () => {
    const { adapter } = world("database");
    const { deleteSessionsByUserId: _, ...lacking } = adapter;
    const { config, browser } = world("database", {
      adapter: lacking,
      plugins: [sessionRegistry()],
      sharedState: memoryState(),
    });
    const ours = browser();
    await ours.signIn(adasForm);
    await manage(config).sessions.endAll(ada.id);
    expect(await ours.session()).toBeNull();
  });

  it("without the plugin, what needs it says which line to write", async () => {
    const { sessions } = manage(world("jwt").config);
    const line = /plugins: \[sessionRegistry\(\)/;
    await expect(sessions.list(ada.id)).rejects.toThrow(line);
    await expect(sessions.end("x".repeat(22))).rejects.toThrow(line);
    await expect(sessions.endAll(ada.id)).rejects.toThrow(line);
    await expect(sessions.endAtProvider("idp", "1")).rejects.toThrow(line);
  });

  it.each([{ within: -1 }, { within: "5" }, { absoluteMaxAge: 0 }, { absoluteMaxAge: NaN }])(
    "numbers that are none: %o",
    async (options) => {
      // @ts-expect-error an application in JavaScript may give anything
      const { browser, log } = world("jwt", { plugins: [sessionRegistry(options)] });
      expect((await browser().get("session")).status).toBe(500);
      expect(log.codes("error")).toContain("InvalidConfiguration");
    },
  );
});
