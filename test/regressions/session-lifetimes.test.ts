import { describe, expect, it } from "vitest";
import type { SessionOptions } from "latchkey/types";
import { Auth } from "latchkey";
import { decode } from "latchkey/jwt";
import { parseObject } from "../../src/core/values/json.js";
import { day, hour, minute, start, useClock } from "../support/clock.js";
import {
  adasForm,
  recorder,
  secret,
  strategies,
  world,
  type TestConfig,
} from "../support/config.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";

describe.each(strategies)("how long a session lasts, strategy %s", (strategy) => {
  const signedIn = async (overrides: Partial<TestConfig>) => {
    const all = world(strategy, overrides);
    const ours = all.browser();
    await ours.signIn(adasForm);
    return { ...all, ours };
  };

  it.each([
    ["15 minutes", { maxAge: 15 * minute }],
    ["an hour", { maxAge: hour }],
    ["a day less a second", { maxAge: day - 1 }],
    ["an hour, with an updateAge of a day", { maxAge: hour, updateAge: day }],
    ["an hour, with an updateAge of an hour", { maxAge: hour, updateAge: hour }],
  ])("decision 39: %s: whoever keeps coming stays signed in", async (_, session) => {
    const { ours } = await signedIn({ session });
    for (let visit = 0; visit < 8; visit++) {
      clock.pass(session.maxAge / 2);
      expect(await ours.session()).not.toBeNull();
    }
    clock.pass(session.maxAge + 20);
    expect(await ours.session()).toBeNull();
  });

  it("decision 39: a visit at any time within maxAge extends to all of maxAge, but for a thirtieth", async () => {
    const { ours } = await signedIn({ session: { maxAge: hour } });
    clock.pass(2 * minute);
    await ours.session();
    expect(ours.cookieExpiry(name)).toBe(clock.now() + hour * 1000);
    clock.pass(2 * minute - 1);
    await ours.session();
    expect(ours.cookieExpiry(name)).toBe(start + (hour + 2 * minute) * 1000);
  });

  it("decision 39: an updateAge that extends nothing is warned about once, at the start", async () => {
    const { ours, log } = await signedIn({ session: { maxAge: hour, updateAge: day } });
    await ours.session();
    expect(log.codes("warn")).toEqual(["update-age"]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["session.maxAge", { session: { maxAge: "3600" } }],
    ["session.maxAge", { session: { maxAge: 0 } }],
    ["session.maxAge", { session: { maxAge: -1 } }],
    ["session.maxAge", { session: { maxAge: NaN } }],
    ["session.maxAge", { session: { maxAge: Infinity } }],
    ["session.maxAge", { session: { maxAge: null } }],
    ["session.maxAge", { session: { maxAge: 1e300 } }],
    ["session.updateAge", { session: { updateAge: "0" } }],
    ["session.updateAge", { session: { updateAge: -1 } }],
    ["session.updateAge", { session: { updateAge: NaN } }],
    ["jwt.maxAge", { jwt: { maxAge: "60" } }],
    ["jwt.maxAge", { jwt: { maxAge: 0 } }],
    ["timeout", { timeout: "1000" }],
    ["timeout", { timeout: 0 }],
    ["timeout", { timeout: 2 ** 31 }],
  ])("decision 39: %s is no number: %o is refused by name", async (option, overrides) => {
    const { config, log } = world(strategy);
    const response = await Auth(new Request("https://app.test/auth/session"), {
      ...config,
      ...overrides,
    });
    expect(response.status).toBe(500);
    expect(log.errors("InvalidConfiguration")[0]?.message).toContain(`\`${option}\` must be`);
  });
});

describe("decision 40: a token and its session end together", () => {
  const lifeOf = async (overrides: { session?: SessionOptions; jwt?: { maxAge: number } }) => {
    const { browser } = world("jwt", overrides);
    const ours = browser();
    await ours.signIn(adasForm);
    const token = ours.sessionToken();
    const claims = await decode({ token, secret, salt: name });
    return {
      cookie: ((ours.cookieExpiry(name) ?? 0) - start) / 1000,
      token: (claims?.exp ?? 0) - start / 1000,
      ours,
    };
  };

  it("the cookie and the token last as long as the shorter of both says", async () => {
    const longerToken = await lifeOf({ session: { maxAge: hour }, jwt: { maxAge: day } });
    expect(longerToken).toMatchObject({ cookie: hour, token: hour });
    const shorterToken = await lifeOf({ session: { maxAge: day }, jwt: { maxAge: hour } });
    expect(shorterToken).toMatchObject({ cookie: hour, token: hour });
  });

  it("whoever keeps coming stays signed in with a short jwt.maxAge too", async () => {
    const { ours } = await lifeOf({ jwt: { maxAge: 10 * minute } });
    for (let visit = 0; visit < 5; visit++) {
      clock.pass(9 * minute);
      expect(await ours.session()).not.toBeNull();
    }
  });
});

describe.each(strategies)("decision 40: the cookie, strategy %s", (strategy) => {
  it("never outlives the session, whatever Max-Age is configured for it", async () => {
    const lines = async (maxAge: number) => {
      const cookies = { sessionToken: { options: { maxAge } } };
      const ours = world(strategy, { cookies, session: { maxAge: hour } }).browser();
      const response = await ours.signIn(adasForm);
      const [line] = response.headers.getSetCookie().filter((one) => one.startsWith(name));
      return /Max-Age=(\d+)/.exec(line ?? "")?.[1];
    };
    expect(await lines(day)).toBe(String(hour));
    expect(await lines(minute)).toBe(String(minute));
  });
});

describe("decision 41: encode and decode of the application", () => {
  const older = "an older secret of the tests, also long enough";
  const seenSecrets = async (overrides: Partial<TestConfig>) => {
    const seen: unknown[] = [];
    const { jwt, ...rest } = overrides;
    const { browser } = world("jwt", {
      logger: recorder().logger,
      ...rest,
      jwt: {
        ...jwt,
        encode: ({ secret: given, token }) => {
          seen.push(given);
          return JSON.stringify(token);
        },
        decode: ({ secret: given, token = "" }) => {
          seen.push(given);
          return parseObject(token) ?? null;
        },
      },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).not.toBeNull();
    expect(seen.length).toBeGreaterThan(1);
    return seen;
  };

  it.each<[string, Partial<TestConfig>, unknown]>([
    ["one text", { secret }, secret],
    ["a list", { secret: [secret, older] }, [secret, older]],
    ["a list of one", { secret: [secret] }, [secret]],
    ["jwt.secret, one text", { jwt: { secret: older } }, older],
    ["jwt.secret, a list", { jwt: { secret: [older, secret] } }, [older, secret]],
    ["none, outside of production: a text", { secret: undefined }, expect.any(String)],
  ])("get the secret in the form it was configured: %s", async (_, overrides, expected) => {
    for (const given of await seenSecrets(overrides)) expect(given).toEqual(expected);
  });
});
