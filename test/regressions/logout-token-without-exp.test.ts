import { sessionRegistry } from "latchkey/plugins/session-registry";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { strategies, world } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => rogue.reset());

const now = () => Math.floor(Date.now() / 1000);

/** As servers from before `exp` was required send it. */
function logoutToken(changes: object = {}): Promise<string> {
  const claims = {
    ...{ iat: now(), exp: undefined, jti: crypto.randomUUID(), sub: undefined, sid: "session-1" },
    ...{ name: undefined, email: undefined, picture: undefined },
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    ...changes,
  };
  return rogue.signIdToken(null, { claims, header: { typ: "logout+jwt" } });
}

describe.each(strategies)("a logout token without `exp`, with %s sessions", (strategy) => {
  /** Two processes with one shared state, and someone who is signed in. */
  async function signedIn() {
    rogue.idToken = { claims: { sid: "session-1" } };
    const kept = new Map<string, { value: string; ttl: number | undefined }>();
    const state = memoryState();
    const shop = world(strategy, {
      providers: [oidc(rogue)],
      session: { strategy },
      plugins: [providerLogout(), sessionRegistry({ within: 0 })],
      sharedState: {
        ...state,
        set: (key, value, options) => {
          kept.set(key, { value, ttl: options.ttl });
          return state.set(key, value, options);
        },
      },
    });
    const tab = shop.browser();
    await signIn(tab, rogue);
    const notify = (token: string) =>
      // A configuration of its own stands for another process.
      new Browser({ ...shop.config }).post(
        "backchannel-logout/rogue",
        { logout_token: token },
        { headers: { origin: null, "sec-fetch-site": null } },
      );
    return { tab, notify, kept };
  }

  it("ends the session that it names", async () => {
    const { tab, notify } = await signedIn();
    expect((await notify(await logoutToken())).status).toBe(200);
    expect(await tab.session()).toBeNull();
  });

  it("counts once in all processes, for as long as it would be accepted", async () => {
    const { tab, notify, kept } = await signedIn();
    const token = await logoutToken({ sid: undefined, sub: "person-1" });
    kept.clear();
    expect((await notify(token)).status).toBe(200);
    await signIn(tab, rogue);
    expect((await notify(token)).status).toBe(400);
    expect(await tab.session()).not.toBeNull();
    const [mark] = [...kept].filter(([key]) => key.startsWith("logout-token"));
    expect(mark?.[1].ttl).toBeGreaterThanOrEqual(5 * 60);
  });

  it.each([
    ["without a `jti`", { jti: undefined }],
    ["that is old", { iat: now() - 3600 }],
    ["without `iat`", { iat: undefined }],
  ])("%s is refused", async (_, changes) => {
    const { tab, notify } = await signedIn();
    expect((await notify(await logoutToken(changes))).status).toBe(400);
    expect(await tab.session()).not.toBeNull();
  });
});
