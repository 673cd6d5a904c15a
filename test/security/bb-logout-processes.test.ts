import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Processes, sharedStores } from "../support/children/pair.js";
import { strategies } from "../support/children/plan.js";
import type { Browser } from "../support/client.js";
import type { Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const stores = (await sharedStores()).filter(([name]) => name !== "MariaDB");
let sid = "";
beforeEach(() => {
  rogue.reset();
  sid = crypto.randomUUID();
  rogue.idToken = { claims: { sid } };
});

/** Seconds within which every process knows. */
const within = 1;
const now = () => Math.floor(Date.now() / 1000);
const pause = (seconds: number) => new Promise((wake) => setTimeout(wake, seconds * 1000));

const logoutToken = () =>
  rogue.signIdToken(null, {
    claims: {
      iat: now(),
      exp: now() + 120,
      jti: crypto.randomUUID(),
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      sid,
      ...{ sub: undefined, name: undefined, email: undefined, picture: undefined },
    },
    header: { typ: "logout+jwt" },
  });

describe.each(stores)("two real processes on %s", { timeout: 60_000 }, (_, skip, store) => {
  const session = { registry: { within, list: false } };
  const processes = new Processes({ skip, store, inbox, rogue, sessions: [session, session] });
  /** What each process says about a browser. */
  const seen = (tab: Browser) =>
    Promise.all([0, 1].map((index) => tab.copy(processes.at(index).answer).session()));
  /** As the provider's server posts it, to one of them. */
  const notify = (strategy: Strategy, token: string, index: number) =>
    processes
      .browser(strategy, index)
      .post(
        "backchannel-logout/rogue",
        { logout_token: token },
        { headers: { origin: null, "sec-fetch-site": null } },
      );

  it.skipIf(skip).each(strategies)(
    "BB14 a back-channel logout at one ends the session at both, with %s; sent again it does nothing",
    async (strategy) => {
      const tab = processes.browser(strategy);
      await signIn(tab, rogue);
      for (const one of await seen(tab)) expect(one).toHaveProperty("user");
      const token = await logoutToken();
      expect((await notify(strategy, token, 0)).status).toBe(200);
      await pause(within + 0.1);
      expect(await seen(tab)).toEqual([null, null]);
      sid = crypto.randomUUID();
      rogue.idToken = { claims: { sid } };
      await signIn(tab, rogue);
      expect((await notify(strategy, token, 1)).status).toBe(400);
      await pause(within + 0.1);
      for (const one of await seen(tab)) expect(one).toHaveProperty("user");
    },
  );
});
