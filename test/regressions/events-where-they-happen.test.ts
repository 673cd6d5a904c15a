import { manage } from "latchkey/manage";
import { definePlugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, people, strategies, world, type Strategy } from "../support/config.js";
import { oauth, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import {
  codeOf,
  nextCodeOf,
  secondStepWorld,
  withPhone,
  wrongCodeOf,
} from "../support/second-step-world.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** Everything that is emitted, as any plugin sees it. */
function listening() {
  const events: Record<string, unknown>[] = [];
  const plugin = definePlugin({
    name: "listening",
    create: () => ({
      observe({ id, time, requestId, personal, ...rest }) {
        expect([typeof id, typeof time, typeof requestId, typeof personal]).toEqual([
          "string",
          "string",
          "string",
          "object",
        ]);
        events.push(rest);
      },
    }),
  });
  const since = (start: number) => events.slice(start);
  return { plugin, events, since };
}

const tracked = (strategy: Strategy) => ({
  session: { strategy },
  sharedState: memoryState(),
});

/** Ada, who is signed in in two browsers, at an application with an account page. */
async function atHome(strategy: Strategy) {
  const { plugin, events, since } = listening();
  const { adapter } = world("database");
  const app = world(strategy, {
    ...tracked(strategy),
    adapter,
    providers: [people, oidc(rogue), oauth(rogue, { id: "plain" })],
    plugins: [plugin, accountPage(), sessionRegistry({ within: 0 })],
  });
  const [ours, other] = [app.browser(), app.browser()];
  await other.signIn(adasForm);
  const { sessionId } = events.find(({ type }) => type === "session.started") ?? {};
  await ours.signIn(adasForm);
  return { ...app, adapter, ours, other, events, since, sessionId: String(sessionId) };
}

describe.each(strategies)("one event per act on the account page, strategy %s", (strategy) => {
  it("of a device that is signed out", async () => {
    const { ours, events, since, sessionId } = await atHome(strategy);
    const before = events.length;
    await ours.submit("account/end-session", { id: sessionId });
    expect(since(before)).toEqual([{ type: "session.ended", userId: "1", sessionId }]);
  });

  it("of all other devices that are signed out", async () => {
    const { ours, events, since } = await atHome(strategy);
    const before = events.length;
    await ours.submit("account/end-others");
    expect(since(before)).toEqual([{ type: "session.ended", userId: "1", all: true }]);
  });

  it("of an account that is linked, and unlinked", async () => {
    const { ours, events, since, adapter, config } = await atHome(strategy);
    await signIn(ours, rogue);
    const linked = events.find(({ type }) => type === "account.linked");
    expect(linked).toEqual({ type: "account.linked", provider: "rogue", userId: "1" });
    const key = { provider: "plain", providerAccountId: "p1" };
    await adapter.linkAccount({ ...key, type: "oauth", userId: "1" });
    let before = events.length;
    const gone = await ours.submit("account/unlink", { provider: "plain", account: "p1" });
    expect(location(gone)).toContain("done=unlink");
    const unlinked = { type: "account.unlinked", provider: "plain", userId: "1" };
    const ended = { type: "session.ended", provider: "plain", userId: "1" };
    expect(since(before)).toEqual([ended, unlinked]);
    await adapter.linkAccount({ ...key, type: "oauth", userId: "1" });
    before = events.length;
    const { accounts } = manage(config);
    await accounts.remove("1", { kind: "account", provider: "plain", account: "p1" });
    expect(since(before)).toEqual(
      [ended, unlinked].map((one) => ({ ...one, actor: "application" })),
    );
  });

  it("of a further sign-in method that somebody begins to add", async () => {
    const { ours, events, since } = await atHome(strategy);
    const before = events.length;
    await ours.submit("account/link", { provider: "rogue" });
    expect(since(before)).toEqual([{ type: "sign-in.began", provider: "rogue" }]);
  });

  it("of a recent sign-in that is missing, and then given", async () => {
    const { ours, events, since } = await atHome(strategy);
    ours.forget(ours.cookieNames().find((name) => name.endsWith(".proof")) ?? "");
    let before = events.length;
    const asked = await ours.submit("account/unlink", { provider: "plain", account: "p1" });
    const sessionId: unknown = expect.any(String);
    expect(since(before)).toEqual([{ type: "step-up.asked", userId: "1", sessionId }]);
    before = events.length;
    await ours.get(`signin${new URL(location(asked)).search}`);
    await ours.signIn(adasForm);
    expect(since(before)).toMatchObject([
      { type: "sign-in.succeeded", userId: "1", provider: "credentials" },
      { type: "step-up.given", userId: "1", provider: "credentials" },
      { type: "session.started" },
    ]);
  });
});

describe.each(strategies)("two-factor authentication tells of itself, strategy %s", (strategy) => {
  function app() {
    const { plugin, events, since } = listening();
    const given = { strategy, secondStep: { remember: 1000 }, overrides: { plugins: [plugin] } };
    return { ...secondStepWorld(given), events, since };
  }

  it("when it is turned on, replaced and off, and when there are new codes", async () => {
    const { events, browser } = app();
    const { browser: ours } = await withPhone({ browser });
    const own = () => events.filter(({ type }) => String(type).startsWith("two-factor."));
    expect(own()).toEqual([{ type: "two-factor.on", userId: "1" }]);
    await ours.submit("second-step/codes");
    await ours.submit("second-step/off");
    expect(own().slice(1)).toEqual([
      { type: "two-factor.codes", userId: "1" },
      { type: "two-factor.off", userId: "1" },
    ]);
  });

  it("and of a wrong code with a reason of its own", async () => {
    const { events, since, browser } = app();
    const { secret } = await withPhone({ browser });
    const ours = browser();
    await ours.signIn(adasForm);
    const before = events.length;
    await ours.submit("second-step", { code: wrongCodeOf(secret) });
    const about = { userId: "1", provider: "credentials" };
    expect(since(before)).toEqual([
      { type: "sign-in.refused", reason: "SecondStepWrong", ...about },
    ]);
  });

  it("and of a recovery code, a browser that is remembered, and that it is used", async () => {
    const { events, since, browser } = app();
    const { secret, codes } = await withPhone({ browser });
    const ours = browser();
    await ours.signIn(adasForm);
    let before = events.length;
    await ours.submit("second-step", { code: codes[0] ?? "" });
    const about = { userId: "1", provider: "credentials" };
    expect(since(before)).toMatchObject([
      { type: "two-factor.recovery-used", left: codes.length - 1, ...about },
      { type: "sign-in.succeeded", ...about },
      { type: "session.started" },
    ]);
    const again = browser();
    await again.signIn(adasForm);
    await again.submit("second-step", { code: nextCodeOf(secret), rememberBrowser: "1" });
    expect(events.at(-1)).toEqual({ type: "two-factor.remembered", userId: "1" });
    await again.signOut();
    before = events.length;
    await again.signIn(adasForm);
    expect(since(before)).toMatchObject([
      { type: "two-factor.skipped", ...about },
      { type: "sign-in.succeeded", ...about },
      { type: "session.started" },
    ]);
    expect(codeOf(secret)).toMatch(/^\d{6}$/);
  });
});

describe("what others bring about", () => {
  it.each(strategies)("a logout in a frame is told once, strategy %s", async (strategy) => {
    const { plugin, events } = listening();
    rogue.metadata = { end_session_endpoint: `${rogue.issuer}/end` };
    rogue.idToken = { claims: { sid: "session-1" } };
    const app = world(strategy, {
      ...tracked(strategy),
      providers: [oidc(rogue)],
      plugins: [plugin, providerLogout({ frontChannel: true }), sessionRegistry({ within: 0 })],
    });
    await signIn(app.browser(), rogue);
    const before = events.length;
    const frame = (sid: string) => {
      const query = new URLSearchParams({ iss: rogue.issuer, sid });
      return app.browser().get(`frontchannel-logout/rogue?${query.toString()}`);
    };
    await frame("session-1");
    await frame("nobody's");
    const ended = { type: "session.ended", provider: "rogue", actor: "provider" };
    expect(events.slice(before)).toEqual([ended]);
  });

  it("a signIn callback that sends somebody elsewhere has refused them", async () => {
    const { plugin, events } = listening();
    const callbacks = { signIn: () => "/not-you" };
    const app = world("database", { plugins: [plugin], callbacks });
    await app.browser().signIn(adasForm);
    const about = { provider: "credentials", userId: "1" };
    expect(events).toEqual([{ type: "sign-in.refused", reason: "AccessDenied", ...about }]);
  });

  it("a provider that nobody configured is in no event", async () => {
    const { plugin, events } = listening();
    const ours = world("jwt", { plugins: [plugin] }).browser();
    await ours.submit("callback/made-up", adasForm);
    await ours.submit("signin/made-up", adasForm);
    expect(events.map(({ type, provider }) => [type, provider])).toEqual([
      ["sign-in.failed", undefined],
      ["sign-in.failed", undefined],
    ]);
  });

  it("an observer changes nothing of what goes wrong", async () => {
    const { plugin } = listening();
    const callbacks = { jwt: () => Promise.reject(new Error("x")) };
    for (const plugins of [[], [plugin]]) {
      const { browser, log } = world("jwt", { callbacks, plugins });
      await browser().signIn(adasForm);
      expect(log.errors("CallbackRouteError")).toHaveLength(1);
    }
  });
});
