import { describe, expect, it } from "vitest";
import { asPlugin, plugins, withoutPlugins } from "../../../test/support/plugins.js";
import { sessionsWorld } from "../../../test/support/sessions-world.js";
import { inert, now } from "../../../test/support/sign-in-world.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import type { CurrentSession, SessionContext } from "../sessions/contract.js";
import { keepProof } from "./proof.js";
import { openRequest } from "./request.js";
import { freshness, hasFreshProof, type Wanted } from "./step-up.js";

const cookies = cookieSet(true, {});
const keys = createKeyRing(["a secret of proofs"]);
const site = { origin: "https://app.test", basePath: "/auth" };
const callbackUrl = "https://app.test/in";
const signInUrl = "https://app.test/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fin";

interface Situation {
  readonly session?: Partial<CurrentSession> | null;
  /** Seconds ago, and at which provider. */
  readonly proven?: readonly [number, string];
  readonly wanted?: Partial<Wanted>;
}

/** Whether Ada has proven of late who she is. */
async function fresh({ session = {}, proven, wanted }: Situation) {
  const before = new CookieJar(null);
  if (proven) {
    const [ago, provider] = proven;
    const context = { jar: before, cookie: cookies.proof, keys, now: now - ago * 1000 };
    await keepProof(context, { userId: "1", provider, bothFactors: false });
  }
  const jar = new CookieJar(before.changes().map((one) => `${one.name}=${one.value}`)[0]);
  const asked: SessionContext[] = [];
  const none = { sid: undefined, userId: "1", authTime: undefined, provider: undefined };
  const about = (context: SessionContext) => {
    asked.push(context);
    return Promise.resolve(session && { ...none, ...session });
  };
  const sessions = { ...sessionsWorld({}).sessions, about };
  const flows = new Map([
    ["idp", inert],
    ["key", { ...inert, type: "webauthn" as const }],
  ]);
  const context = {
    site,
    jar,
    cookies,
    keys,
    now,
    sessions,
    store: null,
    flows,
    ...withoutPlugins,
  };
  const answer = await freshness(context, { callbackUrl, ...wanted });
  expect(jar.changes()).toEqual([]);
  expect(asked).toEqual([{ jar, cookie: cookies.session, now, renew: false }]);
  const token = answer.ok ? null : new URL(answer.url).searchParams.get("prove");
  return { answer, ask: token === null ? null : await openRequest({ keys, now }, token) };
}

describe("who is signed in", () => {
  it("is nobody: they can sign in, and nothing is asked of them beside", async () => {
    for (const session of [null, { userId: null }]) {
      const { answer, ask } = await fresh({ session });
      expect(answer).toEqual({ ok: false, url: signInUrl });
      expect(ask).toBeNull();
    }
  });

  it.each<[string, Situation, boolean]>([
    ["never", {}, false],
    ["ten minutes ago", { proven: [600, "idp"] }, true],
    ["a second before that", { proven: [601, "idp"] }, false],
    ["by signing in, which the session knows", { session: { authTime: now / 1000 - 600 } }, true],
    ["the same, a second before", { session: { authTime: now / 1000 - 601 } }, false],
    ["within what is wanted", { proven: [5, "idp"], wanted: { within: 5 } }, true],
    ["before what is wanted", { proven: [6, "idp"], wanted: { within: 5 } }, false],
    ["within a day", { proven: [80_000, "idp"], wanted: { within: 86_400 } }, true],
    ["at a provider that will do", { proven: [5, "idp"], wanted: { methods: ["idp"] } }, true],
    ["in a way that will do", { proven: [5, "key"], wanted: { methods: ["webauthn"] } }, true],
    ["at another provider", { proven: [5, "idp"], wanted: { methods: ["webauthn"] } }, false],
    ["at one that is gone", { proven: [5, "gone"], wanted: { methods: ["oauth"] } }, false],
    [
      "by signing in at one that will do",
      { session: { authTime: now / 1000, provider: "idp" }, wanted: { methods: ["oauth"] } },
      true,
    ],
    [
      "by signing in, nobody knows where",
      { session: { authTime: now / 1000 }, wanted: { methods: ["oauth"] } },
      false,
    ],
    [
      "by signing in of late, and long ago at the provider",
      { session: { authTime: now / 1000 }, proven: [5000, "idp"] },
      true,
    ],
  ])("proved who they are %s", async (_, situation, ok) => {
    const { answer, ask } = await fresh(situation);
    expect(answer.ok).toBe(ok);
    if (answer.ok) return;
    expect(answer.url.startsWith(`${signInUrl}&prove=`)).toBe(true);
    const { within = 600, methods } = situation.wanted ?? {};
    expect(ask).toEqual({ userId: "1", within, methods });
  });

  it("has proven nothing by the proof of somebody else", async () => {
    const { answer } = await fresh({ session: { userId: "2" }, proven: [5, "idp"] });
    expect(answer.ok).toBe(false);
  });
});

describe("a user with an authenticator app", () => {
  interface Wanting {
    readonly session?: Partial<CurrentSession>;
    readonly has?: boolean;
    readonly wanted?: Wanted;
  }

  /** Whether what Ada has proven is enough, where a plugin says that signing in takes two factors of her. */
  async function isEnough(
    proof: { bothFactors?: boolean; inKnownBrowser?: boolean; ahead?: number } | null,
    { session = {}, has = true, wanted = {} }: Wanting = {},
  ) {
    const before = new CookieJar(null);
    if (proof) {
      const { bothFactors = false, inKnownBrowser, ahead = 0 } = proof;
      const context = { jar: before, cookie: cookies.proof, keys, now: now + ahead * 1000 };
      await keepProof(context, { userId: "1", provider: "idp", bothFactors, inKnownBrowser });
    }
    const jar = new CookieJar(before.changes().map((one) => `${one.name}=${one.value}`)[0]);
    const none = { sid: undefined, userId: "1", authTime: undefined, provider: undefined };
    const about = () => Promise.resolve({ ...none, ...session });
    const sessions = { ...sessionsWorld({}).sessions, about };
    const { forPlugin } = asPlugin;
    const context = {
      ...{ jar, cookies, keys, now, sessions, store: null, flows: new Map(), forPlugin },
      plugins: plugins({
        keepsProofs: true,
        takesTwoFactors: [{ ...asPlugin.bound, call: () => Promise.resolve(has) }],
      }),
    };
    return hasFreshProof(context, "1", wanted);
  }
  const authTime = now / 1000;

  it.each<[string, boolean, ...Parameters<typeof isEnough>]>([
    ["both factors", true, { bothFactors: true }],
    ["one factor", false, {}],
    ["one factor in a remembered browser", false, { inKnownBrowser: true }],
    ["one factor, and nothing set up", true, {}, { has: false }],
    ["a skipped factor, and nothing set up", false, { inKnownBrowser: true }, { has: false }],
    ["the password alone", false, null, { wanted: { withPassword: true } }],
    [
      "the password, and nothing set up",
      true,
      null,
      { has: false, wanted: { withPassword: true } },
    ],
    ["a session of one factor", false, null, { session: { authTime } }],
    [
      "a session of both factors, without its proof",
      false,
      null,
      { session: { authTime, bothFactors: true } },
    ],
    ["both, by a clock that is ahead", true, { bothFactors: true, ahead: 600 }],
    ["both, by a clock that is too far ahead", false, { bothFactors: true, ahead: 601 }],
  ])("who has proven %s: %s", async (_, enough, proof, situation) => {
    expect(await isEnough(proof, situation)).toBe(enough);
  });
});

it("a session proves something for its own user only", async () => {
  const about = (userId: string) => () =>
    Promise.resolve({ sid: undefined, userId, authTime: now / 1000, provider: undefined });
  const of = (userId: string) => ({
    ...{ jar: new CookieJar(null), cookies, keys, now, store: null, flows: new Map() },
    ...withoutPlugins,
    sessions: { ...sessionsWorld({}).sessions, about: about(userId) },
  });
  expect(await hasFreshProof(of("1"), "1")).toBe(true);
  expect(await hasFreshProof(of("2"), "1")).toBe(false);
});
