import { describe, expect, it } from "vitest";
import { parseObject } from "../../src/core/values/json.js";
import { cookieNamesOf } from "../support/client.js";
import { day, minute, useClock } from "../support/clock.js";
import { adasForm, world } from "../support/config.js";
import { begin, backWithCode, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const clock = useClock();
const sessionCookie = "__Secure-authjs.session-token";

describe("servers whose clocks differ", () => {
  it("a session from a server that is a minute ahead is read, kept, and warned about once", async () => {
    const { browser, log } = world("jwt");
    const ours = browser();
    clock.pass(minute);
    await ours.signIn(adasForm);
    clock.pass(-minute);
    for (const _ of [1, 2]) {
      const answer = await ours.get("session");
      expect(await answer.json()).toMatchObject({ user: { name: "Ada" } });
      expect(cookieNamesOf(answer)).not.toContain(sessionCookie);
    }
    expect(log.codes("warn")).toEqual(["clock-skew"]);
  });

  it("the same holds for tokens of the application's own making", async () => {
    const { browser, log } = world("jwt", {
      jwt: {
        encode: ({ token, maxAge = 0 }) => {
          const iat = Math.floor(Date.now() / 1000);
          const claims = { ...token, iat, exp: iat + maxAge };
          return Buffer.from(JSON.stringify(claims)).toString("base64url");
        },
        decode: ({ token = "" }) => parseObject(Buffer.from(token, "base64url").toString()) ?? null,
      },
    });
    const ours = browser();
    clock.pass(minute);
    await ours.signIn(adasForm);
    clock.pass(-minute);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(log.codes("warn")).toEqual(["clock-skew"]);
  });

  it("a session that is over by one server's clock is refused there, and good again on the others", async () => {
    const { browser } = world("jwt");
    const ours = browser();
    await ours.signIn(adasForm);
    const token = ours.sessionToken() ?? "";
    clock.pass(40 * day);
    // The browser's clock is right, so it still sends the cookie.
    ours.plant(sessionCookie, token);
    const answer = await ours.get("session");
    expect(await answer.json()).toBeNull();
    expect(cookieNamesOf(answer)).not.toContain(sessionCookie);
    clock.pass(-40 * day);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("an OAuth sign-in that began on a server a minute ahead is finished on another", async () => {
    const rogue = await RogueProvider.start();
    const { browser } = world("jwt", { providers: [oidc(rogue)] });
    const ours = browser();
    clock.pass(minute);
    const request = await begin(ours);
    clock.pass(-minute);
    await ours.get(backWithCode(rogue, request), { from: rogue.issuer });
    expect(await ours.session()).not.toBeNull();
    await rogue.stop();
  });
});
