import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { now, proof } from "../../test/support/sign-in-world.js";
import { sessionsWorld } from "../../test/support/sessions-world.js";
import { createStore } from "../config/adapter.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import type { Verified } from "../flows/flow.js";
import { rememberBrowser } from "../second-step/known-browser.js";
import { readFirstStep, type FirstStep } from "../second-step/pending.js";
import { newSecondStep, sealStep } from "../second-step/row.js";
import { memoryState } from "../state/memory.js";
import { createState } from "../state/state.js";
import type { SignedIn } from "../types/hooks.js";
import type { SecondStepOptions } from "../types/second-step.js";
import { askSecondStep, endFirstSteps, signedInBy, takeFirstStep } from "./second-step.js";
import { isRequired } from "./second-factors.js";

const cookies = cookieSet(true, {});
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const keys = createKeyRing(["a secret of second steps"]);
const site = { origin: "https://app.test", basePath: "/auth" };
const callbackUrl = "https://app.test/in";
const containing = (text: string): unknown => expect.stringContaining(text);
const anything: unknown = expect.anything();

const ada = { id: "1", email: "ada@example.org", emailVerified: null };
const atIdp = { provider: "idp", providerAccountId: "7", type: "oauth" } as const;
const atKey = { provider: "key", providerAccountId: "k", type: "webauthn" } as const;
const ofIdp: SignedIn = { user: ada, account: atIdp };
const due = { due: true, outcome: { kind: "redirect", to: "https://app.test/auth/second-step" } };

/** One browser at an application with second steps. Its cookies go from one request to the next. */
function setUp(options: SecondStepOptions = {}) {
  const rows = createMemoryStore();
  rows.users.set("1", ada);
  const store = createStore(MemoryAdapter(rows), { logger: silent, timeout: 1000 });
  const state = createState(memoryState(), { logger: silent, timeout: 1000 });
  const deps = { options, timeout: 1000 };
  const browser = new Map<string, string>();
  const signedIn: { as: string | null } = { as: null };
  const request = (at = now) => {
    const header = [...browser].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const jar = new CookieJar(header.join("; "));
    const sessions = { ...sessionsWorld({}).sessions, current: () => Promise.resolve(signedIn.as) };
    return { jar, cookies, keys, now: at, site, store, state, deps, sessions, flows: new Map() };
  };
  /** Keeps what the answer to a request sets. */
  const keep = ({ jar }: { jar: CookieJar }) => {
    for (const { name, value } of jar.changes()) browser.set(name, value);
  };
  const ask = async (who = ofIdp, verified: Partial<Verified> = {}, change: object = {}) => {
    const context = { ...request(), ...change };
    const proven = { verified: proof("account-only", verified), who, callbackUrl };
    const judged = await askSecondStep(context, proven);
    keep(context);
    return judged;
  };
  const turnOn = async () => {
    const { step } = await newSecondStep(keys, undefined);
    const former = await store.getSecondStep("1");
    await store.setSecondStep("1", await sealStep(keys, "1", step), former);
    return step;
  };
  const first = () => readFirstStep(request());
  return { rows, store, request, keep, ask, turnOn, first, deps, signedIn };
}

describe("a second step", () => {
  it("is not due for who has none, where nobody must have one", async () => {
    const { ask, first } = setUp();
    expect(await ask()).toEqual({ due: false, beginning: { who: ofIdp, callbackUrl } });
    expect(await first()).toBeUndefined();
    expect(await setUp().ask({ ...ofIdp, user: { name: "Nobody" } })).toMatchObject({ due: false });
  });

  it("is due for who has one: all there is of the first is a record in this browser", async () => {
    const { ask, turnOn, first } = setUp();
    await turnOn();
    const who = { ...ofIdp, profile: { sub: "7" }, isNewUser: false };
    expect(await ask(who)).toEqual(due);
    expect(await first()).toEqual({
      ...{ userId: "1", account: atIdp, profile: { sub: "7" }, isNewUser: false, callbackUrl },
      ...{ untilClosed: false, at: now, key: anything, left: anything },
    });
  });

  it("is due with what the request says of the browser, and of the user who is not stored", async () => {
    const { ask, turnOn, first } = setUp();
    await turnOn();
    await ask(ofIdp, { trust: "none" }, { untilClosed: true });
    const kept = await first();
    expect(kept).toMatchObject({ untilClosed: true, user: { id: "1", email: ada.email } });
    expect(kept).not.toHaveProperty("profile");
    expect(kept).not.toHaveProperty("isNewUser");
    await ask();
    expect(await first()).not.toHaveProperty("user");
  });

  it("is due for who must have one, and is in the store", async () => {
    const asked: unknown[] = [];
    const required = (user: unknown) => {
      asked.push(user);
      return true;
    };
    expect(await setUp({ required }).ask()).toEqual(due);
    expect(asked).toEqual([ada]);
    const unknown = { ...ofIdp, user: { id: "9" } };
    for (const who of [unknown, { ...ofIdp, user: {} }]) {
      await expect(setUp({ required }).ask(who)).rejects.toThrow("who is not in the store");
    }
  });

  it("is not due where both were taken at once, or the provider asks itself", async () => {
    const { ask, turnOn, first } = setUp({ except: ["asks"] });
    await turnOn();
    await ask();
    expect(await first()).toBeDefined();
    expect(await ask(ofIdp, { bothSteps: true })).toMatchObject({
      due: false,
      beginning: { bothFactors: true },
    });
    expect(await first()).toBeUndefined();
    const other = { ...ofIdp, account: { ...atIdp, provider: "asks" } };
    expect(await ask(other)).toEqual({
      due: false,
      beginning: { who: other, callbackUrl, bothFactors: true },
    });
    expect(await ask()).toEqual(due);
  });

  it("is left out in a browser that is known for this set-up, which is noted, and for no other", async () => {
    const { ask, turnOn, request, keep, signedIn } = setUp();
    const { id } = await turnOn();
    const context = request();
    await rememberBrowser(context, { userId: "1", id }, 1000);
    keep(context);
    expect(await ask()).toEqual({
      due: false,
      beginning: { who: ofIdp, callbackUrl, inKnownBrowser: true },
    });
    signedIn.as = "2";
    expect(await ask()).toMatchObject({ due: false });
    // Who is in already signs in again to prove who they are.
    signedIn.as = "1";
    expect(await ask()).toEqual(due);
    signedIn.as = null;
    await turnOn();
    expect(await ask()).toEqual(due);
  });

  it("is due where the set-up can not be read, whatever browser is known", async () => {
    const { ask, store, request, keep } = setUp();
    await store.setSecondStep("1", "nonsense", null);
    expect(await ask()).toEqual(due);
    const context = request();
    await rememberBrowser(context, { userId: "1", id: "another" }, 1000);
    keep(context);
    expect(await ask()).toEqual(due);
  });

  it("needs a store", async () => {
    await expect(setUp().ask(ofIdp, {}, { store: null })).rejects.toThrow(
      "A second step needs an adapter, and there is none.",
    );
  });
});

describe("a passkey as the second step", () => {
  const byKey: SignedIn = { user: ada, account: atKey };

  it("ends the first, which is what somebody is signed in by", async () => {
    const { ask, turnOn, first } = setUp();
    await turnOn();
    await ask({ ...ofIdp, profile: { sub: "7" }, isNewUser: true }, {}, { untilClosed: true });
    expect(await ask(byKey)).toEqual({
      due: false,
      beginning: {
        who: { user: ada, account: atIdp, profile: { sub: "7" }, isNewUser: true },
        callbackUrl,
        untilClosed: true,
        bothFactors: true,
      },
    });
    expect(await first()).toBeUndefined();
    expect(await ask(byKey)).toEqual(due);
  });

  it("is one step alone, without a first that was taken another way by the same user", async () => {
    const { ask, turnOn, rows, store } = setUp();
    await turnOn();
    expect(await ask(byKey)).toEqual(due);
    expect(await ask(byKey)).toEqual(due);
    expect(await ask(ofIdp)).toEqual(due);
    rows.users.set("2", { ...ada, id: "2" });
    const { step } = await newSecondStep(keys, undefined);
    await store.setSecondStep("2", await sealStep(keys, "2", step), null);
    expect(await ask({ ...byKey, user: { id: "2" } })).toEqual(due);
  });

  it("does not end a first that was used up", async () => {
    const { ask, turnOn, request, first } = setUp();
    await turnOn();
    await ask();
    const pending = await first();
    if (!pending) throw new Error("There is a first step.");
    expect(await takeFirstStep(request(), pending)).toBe(true);
    expect(await ask(byKey)).toEqual(due);
  });

  it("is no second step of an account that is none of a passkey", async () => {
    const { ask, turnOn } = setUp();
    await turnOn();
    await ask();
    expect(await ask({ ...ofIdp, account: { ...atIdp, provider: "other" } })).toEqual(due);
  });
});

describe("a first step", () => {
  async function taken() {
    const world = setUp();
    await world.turnOn();
    await world.ask();
    const pending = await world.first();
    if (!pending) throw new Error("There is a first step.");
    return { ...world, pending };
  }

  it("is used once, and the browser forgets it", async () => {
    const { request, pending } = await taken();
    const context = request();
    expect(await takeFirstStep(context, pending)).toBe(true);
    expect(context.jar.changes()).toMatchObject([{ name: cookies.firstStep.name, value: "" }]);
    expect(await takeFirstStep(request(), pending)).toBe(false);
  });

  it("of before a new password is worth nothing, and one of after is", async () => {
    const { request, pending } = await taken();
    await endFirstSteps(request(now + 1), "1");
    expect(await takeFirstStep(request(), pending)).toBe(false);
    const later = { ...pending, at: now + 1, key: `${pending.key}x` };
    expect(await takeFirstStep(request(), later)).toBe(true);
    const others = { ...pending, userId: "2", key: `${pending.key}y` };
    expect(await takeFirstStep(request(), others)).toBe(true);
  });

  it("signs in who took it, if they are there still", async () => {
    const { request } = setUp();
    const first: FirstStep = { userId: "1", account: atIdp, callbackUrl, untilClosed: false };
    expect(await signedInBy(request(), first)).toStrictEqual({ user: ada, account: atIdp });
    const told = { ...first, user: { id: "1", role: "x" }, profile: { a: 1 }, isNewUser: false };
    expect(await signedInBy(request(), told)).toStrictEqual({
      ...{ user: told.user, account: atIdp, profile: { a: 1 }, isNewUser: false },
    });
    await expect(signedInBy(request(), { ...first, userId: "9" })).rejects.toThrow(
      "who is not in the store",
    );
    await expect(signedInBy({ store: null }, first)).rejects.toThrow("needs an adapter");
  });
});

describe("who must have a second step", () => {
  const required = (answer: () => unknown) => {
    const { deps } = setUp();
    // @ts-expect-error What JavaScript may return, whatever the types say.
    const options: SecondStepOptions = { required: answer };
    return isRequired({ ...deps, options, timeout: 50 }, ada);
  };

  it("is told by the application", async () => {
    expect(await isRequired(setUp().deps, ada)).toBe(false);
    expect(await required(() => true)).toBe(true);
    expect(await required(() => Promise.resolve(false))).toBe(false);
    expect(await required(() => "yes")).toBe(true);
    expect(await required(() => undefined)).toBe(false);
  });

  it("is not known where that fails, or never answers", async () => {
    const failures = [
      () => {
        throw new Error("passing");
      },
      () => Promise.reject(new Error("passing")),
      () => new Promise(() => undefined),
    ];
    for (const fails of failures) {
      await expect(required(fails)).rejects.toMatchObject({
        message: containing("`secondStep.required` failed, so that nobody is signed in."),
        cause: { err: anything },
      });
    }
  });
});
