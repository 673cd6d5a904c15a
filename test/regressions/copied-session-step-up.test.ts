import type { AuthConfig } from "latchkey";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it } from "vitest";
import { parseObject } from "../../src/core/values/json.js";
import { Browser } from "../support/client.js";
import { hour, useClock } from "../support/clock.js";
import { adasForm, world } from "../support/config.js";
import { askForProof } from "../support/fresh.js";

const clock = useClock();

/** Tokens that have room for the application's own claims only. */
const ownTokens: AuthConfig["jwt"] = {
  encode: ({ token, maxAge = 0 }) => {
    const iat = Math.floor(Date.now() / 1000);
    const claims = { sub: token?.sub, name: token?.name, iat, exp: iat + maxAge };
    return Buffer.from(JSON.stringify(claims)).toString("base64url");
  },
  decode: ({ token = "" }) => parseObject(Buffer.from(token, "base64url").toString()) ?? null,
};

describe("a copied session cookie", () => {
  it.each([
    ["revocable", { list: false }],
    ["listed", {}],
    ["of bounded lifetime", { absoluteMaxAge: 30 * 24 * hour }],
  ])(
    "doesn't become a recent sign-in when sessions become %s and it is updated",
    async (_, options) => {
      const before = world("jwt");
      const ours = before.browser();
      await ours.signIn(adasForm);
      clock.pass(hour);
      await ours.update({ theme: "dark" });
      const config = {
        ...before.config,
        plugins: [sessionRegistry(options)],
        sharedState: memoryState(),
      };
      const copied = new Browser(config);
      copied.plant("__Secure-authjs.session-token", ours.sessionToken() ?? "");
      expect(await askForProof(config, copied)).toMatchObject({ ok: false });
      await copied.update({ theme: "dark" });
      expect(await copied.session()).toMatchObject({ user: { name: "Ada" } });
      expect(await askForProof(config, copied)).toMatchObject({ ok: false });
    },
  );

  it.each([
    ["revocable", { list: false }],
    ["listed", {}],
  ])("nor where `jwt.encode` drops our claims and sessions are %s", async (_, options) => {
    const { config, browser } = world("jwt", {
      jwt: ownTokens,
      plugins: [sessionRegistry(options)],
      sharedState: memoryState(),
    });
    const ours = browser();
    await ours.signIn(adasForm);
    clock.pass(hour);
    expect(await askForProof(config, ours)).toMatchObject({ ok: false });
    await ours.update({ theme: "dark" });
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(await askForProof(config, ours)).toMatchObject({ ok: false });
  });
});
