import type { Adapter } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { memoryState } from "latchkey/state/memory";
import type { SharedState } from "latchkey/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { address, addressWorld } from "../support/address-world.js";
import { Person } from "../support/authenticator-world.js";
import { useClock } from "../support/clock.js";
import { openInbox } from "../support/inbox.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const clock = useClock();
const inbox = await openInbox();
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** An application with tokens for sessions, and what it asks shared state about proven addresses. */
function watchedWorld() {
  const made = addressWorld({ strategy: "jwt", rogue, inbox });
  const kept = memoryState();
  const asked: string[] = [];
  const state = { down: false };
  const sharedState: SharedState = {
    ...kept,
    get(keys) {
      if (state.down) return Promise.reject(new Error("It is down."));
      asked.push(...keys.filter((key) => key.startsWith("address-proven")));
      return kept.get(keys);
    },
  };
  const config = { ...made.config, sharedState };
  return { ...made, asked, state, person: () => new Person(config) };
}

describe("S15 a session token that began before the address was proven", () => {
  it("S15 asks shared state once in 30 seconds; that of a proven user never does", async () => {
    const { person, enter, asked } = watchedWorld();
    const stranger = person();
    await enter(stranger, "unknown provider");
    for (const _ of [1, 2, 3]) expect(await stranger.who()).toBe(address);
    expect(asked).toHaveLength(1);
    clock.pass(31);
    expect(await stranger.who()).toBe(address);
    expect(asked).toHaveLength(2);
    const owner = person();
    await enter(owner, "mail");
    for (const _ of [1, 2, 3]) expect(await owner.who()).toBe(address);
    expect(asked).toHaveLength(2);
    expect(await stranger.who()).toBeNull();
  });

  it("S15 stays refused after renewals, and in a copy that was made before", async () => {
    const { person, enter } = watchedWorld();
    const stranger = person();
    await enter(stranger, "unknown provider");
    const copy = stranger.browser.copy();
    clock.pass(2 * 24 * 60 * 60);
    expect(await stranger.who()).toBe(address);
    await enter(person(), "mail");
    expect(await stranger.who()).toBeNull();
    expect(await copy.session()).toBeNull();
    clock.pass(20 * 24 * 60 * 60);
    expect(await copy.session()).toBeNull();
  });

  it("S15 is neither read nor lost while shared state is down, and can still sign out", async () => {
    const { person, enter, state } = watchedWorld();
    const stranger = person();
    await enter(stranger, "unknown provider");
    state.down = true;
    expect((await stranger.browser.get("session")).status).toBe(503);
    expect(stranger.browser.sessionCookies()).toHaveLength(1);
    const csrfToken = await stranger.browser.csrfToken();
    await stranger.browser.post("signout", { csrfToken });
    expect(stranger.browser.sessionCookies()).toEqual([]);
  });

  it("S15 doesn't keep the owner out who changes to an address that is yet to be proven", async () => {
    const { person, enter, store } = watchedWorld();
    await enter(person(), "unknown provider");
    const owner = person();
    await enter(owner, "vouching provider");
    const [user] = store.users.values();
    const changed = { id: user?.id ?? "", email: "new@example.org", emailVerified: null };
    await MemoryAdapter(store).updateUser(changed);
    await owner.signOut();
    await enter(owner, "vouching provider");
    expect(await owner.who()).toBe("new@example.org");
  });
});

describe("S15 where shared state can't tell whether the address was proven, the store does:", () => {
  it("S15 when the state was emptied", async () => {
    const { config, enter, empty } = forgetful();
    const [stranger, owner] = [new Person(config), new Person(config)];
    await enter(stranger, "unknown provider");
    const copy = stranger.browser.copy();
    empty();
    clock.pass(31);
    // Nobody has proven it yet.
    expect(await stranger.who()).toBe(address);
    await enter(owner, "mail");
    expect(await stranger.who()).toBeNull();
    empty();
    clock.pass(31);
    expect(await copy.session()).toBeNull();
    expect(await owner.who()).toBe(address);
  });

  it("S15 when each process has a state of its own, and it was proven in another one", async () => {
    const { person, enter, store } = addressWorld({ strategy: "jwt", rogue, inbox });
    const stranger = person();
    await enter(stranger, "unknown provider");
    expect(await stranger.who()).toBe(address);
    const [user] = store.users.values();
    await MemoryAdapter(store).updateUser({ id: user?.id ?? "", emailVerified: new Date() });
    clock.pass(31);
    expect(await stranger.who()).toBeNull();
  });

  it("S15 while the store is down, too, nothing is known: the session is neither read nor lost", async () => {
    const { config, enter, empty, down } = forgetful();
    const stranger = new Person(config);
    await enter(stranger, "unknown provider");
    empty();
    clock.pass(31);
    down.now = true;
    expect((await stranger.browser.get("session")).status).toBe(503);
    expect(stranger.browser.sessionCookies()).toHaveLength(1);
    down.now = false;
    expect(await stranger.who()).toBe(address);
  });

  /** An application whose shared state can be emptied, and whose store can be down. */
  function forgetful() {
    const down = { now: false };
    const change = (adapter: Required<Adapter>): Adapter => ({
      ...adapter,
      getUser: (id) => (down.now ? Promise.reject(new Error("It is down.")) : adapter.getUser(id)),
    });
    const made = addressWorld({ strategy: "jwt", rogue, inbox, change });
    let kept = memoryState();
    const sharedState: SharedState = {
      get: (keys) => kept.get(keys),
      set: (key, value, options) => kept.set(key, value, options),
      increment: (key, ttl) => kept.increment(key, ttl),
      take: (...given) => kept.take(...given),
      delete: (key) => kept.delete(key),
    };
    const empty = () => void (kept = memoryState());
    return { ...made, config: { ...made.config, sharedState }, down, empty };
  }
});
