import * as peer from "@auth/core/jwt";
import { authjsMigration, type AuthjsMigrationOptions } from "latchkey/plugins/authjs-migration";
import { describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import { ada, grace, recorder, world, type TestConfig } from "../support/config.js";
import { secondStepWorld, withPhone } from "../support/second-step-world.js";
import { v4Cookie, v4Token } from "../support/v4-token.js";

const clock = useClock();
const own = "__Secure-authjs.session-token";
const weak = "changeme";
const inDays = (days: number) => new Date(clock.now() + days * day * 1000).toISOString();
const migration = (options: AuthjsMigrationOptions = {}) =>
  authjsMigration({ secret: weak, until: inDays(30), weakSecret: true, ...options });
const forged = (claims: object) => peer.encode({ token: claims, secret: weak, salt: own });

async function nameSeen(config: TestConfig, cookie: string, token: string): Promise<unknown> {
  const browser = new Browser(config);
  browser.plant(cookie, token);
  return JSON.stringify(await browser.session()).match(/"name":"(\w+)"/)?.[1] ?? null;
}

describe("Z08 a weak secret from before a move is read only if you say so, and not for long", () => {
  it.each<[string, () => AuthjsMigrationOptions, string]>([
    ["without `weakSecret`", () => ({ weakSecret: undefined }), "weakSecret: true"],
    [
      "among others",
      () => ({ weakSecret: false, secret: ["x".repeat(50), weak] }),
      "weakSecret: true",
    ],
    ["for more than 30 days", () => ({ until: inDays(31) }), "30 days"],
    ["fewer than eight characters", () => ({ secret: "1234567" }), "Remove it"],
  ])("Z08 refused at the start, in development too: %s", async (_, options, advice) => {
    const { browser, log } = world("jwt", { plugins: [migration(options())] });
    expect((await browser().get("session")).status).toBe(500);
    expect(log.errors("InvalidConfiguration")[0]?.message).toContain(advice);
  });

  it("Z08 refused where the application decodes tokens itself, which could not tell them apart", async () => {
    const jwt = { decode: () => Promise.resolve({ sub: "1", name: "Ada" }) };
    const { browser, log } = world("jwt", { plugins: [migration()], jwt });
    expect((await browser().get("session")).status).toBe(500);
    expect(log.errors("InvalidConfiguration")[0]?.message).toContain("jwt.decode");
  });

  it("Z08 each start warns, once; a strong secret doesn't, and has a year", async () => {
    const { config } = world("jwt", { plugins: [migration()] });
    for (const start of [recorder(), recorder()]) {
      for (const _ of [1, 2]) {
        const restarted = { ...config, logger: start.logger };
        expect(await nameSeen(restarted, own, await forged(ada))).toBe("Ada");
      }
      expect(start.codes("warn")).toEqual(["weak-secret"]);
    }
    const secret = "an older secret of the tests, long enough";
    const strong = world("jwt", { plugins: [migration({ secret, until: inDays(300) })] });
    expect(await strong.browser().session()).toBeNull();
    expect(strong.log.codes("warn")).toEqual([]);
  });
});

describe("Z09 a weak secret opens no session of a user with a second factor", () => {
  const both = () =>
    secondStepWorld({
      strategy: "jwt",
      overrides: { plugins: [migration({ from: "v4" })] },
    });
  const claimsOf = ({ id, name, email }: typeof ada) => ({ sub: id, name, email });

  it("Z09 theirs is nobody's, in either cookie, by id or by address; others go on", async () => {
    const { config, browser } = both();
    expect(await nameSeen(config, own, await forged(claimsOf(ada)))).toBe("Ada");
    await withPhone({ browser });
    const odd = [
      claimsOf(ada),
      { ...claimsOf(ada), sub: grace.id },
      { ...claimsOf(ada), sub: "nobody" },
      { ...claimsOf(ada), sub: undefined },
      { ...claimsOf(ada), sub: Number(ada.id) },
      { sub: ada.id, name: "Ada" },
    ];
    for (const claims of odd) {
      expect(await nameSeen(config, own, await forged(claims))).toBeNull();
      expect(await nameSeen(config, v4Cookie, await v4Token(claims, { secret: weak }))).toBeNull();
    }
    expect(await nameSeen(config, own, await forged(claimsOf(grace)))).toBe("Grace");
    const graces = await v4Token(claimsOf(grace), { secret: weak });
    expect(await nameSeen(config, v4Cookie, graces)).toBe("Grace");
  });

  it("Z09 while the store is down nothing is known: 503, and the cookie stays", async () => {
    const { config, adapter } = both();
    const browser = new Browser({
      ...config,
      adapter: { ...adapter, getUser: () => Promise.reject(new Error("It is down.")) },
    });
    browser.plant(own, await forged(claimsOf(ada)));
    expect((await browser.get("session")).status).toBe(503);
    expect(browser.sessionCookies()).toEqual([own]);
  });
});
