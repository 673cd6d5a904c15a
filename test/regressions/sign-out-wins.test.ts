import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { parseObject } from "../../src/core/values/json.js";
import { day, useClock } from "../support/clock.js";
import { adasForm, strategies, world, type TestConfig } from "../support/config.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";

/** Lets somebody wait. */
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

const tracked: Partial<TestConfig> = {
  plugins: [sessionRegistry()],
  sharedState: memoryState(),
};

describe.each(strategies)("signing out with sessions of strategy %s", (strategy) => {
  it.each([
    ["plain", {}],
    ["in a registry", tracked],
  ])("isn't undone by a response that was prepared before: %s", async (_, overrides) => {
    const waiting = gate();
    let isSlow = false;
    const { browser, store } = world(strategy, {
      session: { strategy },
      ...overrides,
      callbacks: {
        session: async ({ session }) => {
          if (isSlow) {
            waiting.arrive();
            await waiting.opened;
          }
          return session;
        },
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    clock.pass(2 * day);
    const tab = ours.copy();
    isSlow = true;
    const late = tab.get("session");
    await waiting.arrived;
    await ours.signOut();
    isSlow = false;
    waiting.open();
    const response = await late;
    expect(await response.json()).toBeNull();
    const kept = response.headers.getSetCookie().filter((one) => one.startsWith(`${name}=`));
    expect(kept.every((one) => one.startsWith(`${name}=;`))).toBe(true);
    expect(await tab.session()).toBeNull();
    expect(store.sessions.size).toBe(0);
  });

  it("isn't undone by a renewed cookie that was on its way", async () => {
    const { browser, store } = world(strategy, { session: { strategy } });
    const ours = browser();
    await ours.signIn(adasForm);
    clock.pass(2 * day);
    const late = ours.copy();
    // It has the newer cookie; the browser signs out with the one before.
    await late.session();
    await ours.signOut();
    expect(await late.session()).toBeNull();
    expect(store.sessions.size).toBe(0);
    await ours.signIn(adasForm);
    expect(await ours.session()).not.toBeNull();
  });
});

describe("tokens that the application makes itself", () => {
  it("may be the same at the next sign-in, and count then", async () => {
    const { browser } = world("jwt", {
      jwt: {
        encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString("base64url"),
        decode: ({ token = "" }) => {
          const claims = parseObject(Buffer.from(token, "base64url").toString());
          return { sub: String(claims?.["sub"]), exp: Math.floor(Date.now() / 1000) + day };
        },
      },
    });
    const [ours, other] = [browser(), browser()];
    await ours.signIn(adasForm);
    await other.signIn(adasForm);
    await ours.signOut();
    expect(await other.session()).not.toBeNull();
    await ours.signIn(adasForm);
    expect(await ours.session()).not.toBeNull();
  });
});
