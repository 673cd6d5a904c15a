import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import { sealRequest } from "../../src/core/step-up/request.js";
import { cookieNamesOf, location, sessionCookiesSet } from "../support/client.js";
import { day, minute, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  gracesForm,
  strategies,
  world,
  type Strategy,
  type TestConfig,
} from "../support/config.js";
import { askForProof as ask, openAsk as open } from "../support/fresh.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";
const here = { user: { name: "Ada" } };

function tracked(strategy: Strategy, overrides: Partial<TestConfig> = {}) {
  const all = world(strategy, {
    session: { strategy },
    plugins: [sessionRegistry({ within: 30 })],
    sharedState: memoryState(),
    ...overrides,
  });
  const signedIn = async (form = adasForm) => {
    const browser = all.browser();
    await browser.signIn(form);
    return browser;
  };
  const { sessions } = manage(all.config);
  const idOf = async (browser: ReturnType<typeof all.browser>) => {
    const headers = { cookie: browser.cookieHeader() };
    return (await sessions.current(new Request("https://app.test/", { headers })))?.id ?? "";
  };
  return { ...all, sessions, signedIn, idOf };
}

/** Something that waits until it is told to go on. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { open, opened, arrive, arrived };
}

describe.each(strategies)("U. sessions that were ended, strategy %s", (strategy) => {
  it("U10 what names a session signs nobody in, in whichever cookie it comes", async () => {
    const { browser, idOf, signedIn } = tracked(strategy);
    const id = await idOf(await signedIn());
    const thief = browser();
    for (const value of [id, `.lk1.${id}.0`, `x.lk1.${id}.0`, `x.lk1.${id}.zzzzzzz.c`]) {
      thief.plant(name, value);
      expect(await thief.session()).toBeNull();
    }
  });

  it("U11 a read that renews while the session is ended does not bring it back", async () => {
    const { adapter, ...before } = world("database");
    const waiting = gate();
    let isSlow = false;
    const { sessions, signedIn, idOf, store } = tracked(strategy, {
      ...(strategy === "database" && {
        adapter: {
          ...adapter,
          // As a store that writes what isn't there.
          updateSession: async (changes) => {
            const row = before.store.sessions.get(changes.sessionToken);
            if (isSlow) {
              waiting.arrive();
              await waiting.opened;
            }
            if (row) before.store.sessions.set(changes.sessionToken, { ...row, ...changes });
            return null;
          },
        },
      }),
      callbacks: {
        ...(strategy === "jwt" && {
          jwt: async ({ token, trigger }) => {
            if (isSlow && trigger === undefined) {
              waiting.arrive();
              await waiting.opened;
            }
            return token;
          },
        }),
      },
    });
    const ours = await signedIn();
    const id = await idOf(ours);
    clock.pass(2 * day);
    isSlow = true;
    const late = ours.get("session");
    await waiting.arrived;
    await sessions.end(id);
    isSlow = false;
    waiting.open();
    await late;
    clock.pass(31);
    expect(await ours.session()).toBeNull();
    expect(await sessions.list(ada.id)).toEqual([]);
    expect(before.store.sessions.size + store.sessions.size).toBe(0);
  });

  it("U12 a session that was ended spares itself no more, though this process has not looked yet", async () => {
    const { sessions, signedIn, idOf } = tracked(strategy);
    const [victim, attacker] = [await signedIn(), await signedIn()];
    const [theirs, attackers] = [await idOf(victim), await idOf(attacker)];
    await sessions.endAll(ada.id, { except: theirs });
    await sessions.endAll(ada.id, { except: attackers });
    clock.pass(31);
    expect(await attacker.session()).toBeNull();
  });

  it("U12 nor does the session of somebody else", async () => {
    const { sessions, signedIn, idOf } = tracked(strategy);
    const [ours, others] = [await signedIn(), await signedIn(gracesForm)];
    const headers = { cookie: others.cookieHeader() };
    await sessions.endAll(ada.id, { except: new Request("https://app.test/", { headers }) });
    expect(await ours.session()).toBeNull();
    await sessions.endAll(ada.id, { except: await idOf(others) });
    expect(await others.session()).toMatchObject({ user: { name: "Grace" } });
  });

  it("U13 of all who end all others at once, at most one session is left", async () => {
    const { sessions, signedIn, idOf } = tracked(strategy);
    const devices = [await signedIn(), await signedIn(), await signedIn(), await signedIn()];
    const ids = await Promise.all(devices.map(idOf));
    await Promise.all(ids.map((except) => sessions.endAll(ada.id, { except })));
    clock.pass(31);
    const left = await Promise.all(devices.map((device) => device.session()));
    expect(left.filter((session) => session !== null).length).toBeLessThanOrEqual(1);
    expect(await (await signedIn()).session()).toMatchObject(here);
  });

  it("U14 ids that are nobody's, of any form, end nothing and break nothing", async () => {
    const { sessions, signedIn } = tracked(strategy);
    const ours = await signedIn();
    const odd = ["", "x", "__proto__", "a".repeat(100_000), "\u0000", "\ud800", "../../etc"];
    for (const id of odd) {
      expect(await sessions.end(id, { userId: ada.id })).toBe(false);
      await sessions.end(id);
      await sessions.endAll(`${id}?`, { except: id });
    }
    expect(await ours.session()).toMatchObject(here);
  });

  it("U15 a request with the cookie of an ended session gets none again, whatever it asks for", async () => {
    const { sessions, signedIn } = tracked(strategy);
    const ours = await signedIn();
    await sessions.endAll(ada.id);
    for (const send of [
      () => ours.copy().get("session"),
      () => ours.copy().update({ name: "x" }),
      () => ours.copy().get("signin"),
    ]) {
      expect(sessionCookiesSet(await send())).toEqual([]);
    }
  });
});

describe.each(strategies)("U. proofs that are asked for, strategy %s", (strategy) => {
  it("U16 only the same person can answer; whoever else does changes nothing", async () => {
    const { config, browser } = world(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    await open(ours, await ask(config, ours));
    const before = ours.sessionToken();
    const answer = await ours.signIn(gracesForm);
    expect(location(answer)).toBe("https://app.test/auth/signin?error=FreshSignInRequired");
    expect(ours.sessionToken()).toBe(before);
    expect(await ask(config, ours)).toMatchObject({ ok: false });
    await ours.get("signin?error=FreshSignInRequired");
    expect(location(await ours.signIn(adasForm))).toBe("https://app.test/settings");
    expect(await ask(config, ours)).toEqual({ ok: true });
  });

  it("U17 a made-up ask, one of another secret and one that is too old ask nobody", async () => {
    const { config, browser } = world(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    const answer = await ask(config, ours);
    const other = { keys: createKeyRing(["another secret"]), now: clock.now() };
    const foreign = await sealRequest(other, { userId: "1", within: 60 });
    for (const token of ["abc", foreign, `${foreign}x`, ours.sessionToken() ?? ""]) {
      const page = await ours.get(`signin?prove=${token}`);
      expect([page.status, cookieNamesOf(page)]).toEqual([200, []]);
    }
    clock.pass(16 * minute);
    const late = await open(ours, answer);
    expect(cookieNamesOf(late)).not.toContain("__Host-latchkey.prove");
    expect((await ours.get(`signin?prove=${"x".repeat(70_000)}`)).status).toBe(414);
  });
});
