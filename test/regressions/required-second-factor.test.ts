import { twoFactor, type TwoFactorOptions } from "latchkey/plugins/two-factor";
import Passkey from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import { Browser, location } from "../support/client.js";
import { people, strategies, type Strategy } from "../support/config.js";
import {
  adasForm,
  askPage,
  firstStep,
  program,
  secondStepWorld,
  turnOn,
  who,
} from "../support/second-step-world.js";

/** Ada has a passkey and no app when two-factor authentication becomes required. */
async function withPasskeyAlone(strategy: Strategy) {
  const overrides = { providers: [people, Passkey()], experimental: { enableWebAuthn: true } };
  const { config } = secondStepWorld({ strategy, overrides });
  const owner = new Person(config);
  await owner.browser.signIn(adasForm);
  await owner.register();
  const required = { ...config, plugins: [twoFactor({ required: () => true })] };
  return { config: required, authenticator: owner.authenticator };
}

describe.each(strategies)("a required second factor, strategy %s", (strategy) => {
  it("isn't set up by someone who knows the password of a user with a passkey", async () => {
    const { config } = await withPasskeyAlone(strategy);
    const attacker = new Browser(config);
    await firstStep(attacker);
    expect(await (await attacker.get("second-step", program)).json()).toMatchObject({
      ways: ["passkey"],
    });
    expect(location(await attacker.get("second-step/set-up"))).toBe(askPage);
    expect(await (await attacker.get("second-step")).text()).not.toContain("set-up");
    expect(location(await attacker.submit("second-step/set-up", { code: "123456" }))).toBe(askPage);
    expect(await who(attacker)).toBeNull();
  });

  it("is the passkey of a user who has no app", async () => {
    const { config, authenticator } = await withPasskeyAlone(strategy);
    const browser = new Browser(config);
    await firstStep(browser);
    await new Person(config, { browser, authenticator }).authenticate();
    expect(await who(browser)).toBe("Ada");
  });

  it("is not taken for optional if the function returns nothing", async () => {
    const secondStep: TwoFactorOptions = {};
    Reflect.set(secondStep, "required", () => undefined);
    const { config, log } = secondStepWorld({ strategy, secondStep });
    const browser = new Browser(config);
    await browser.signIn(adasForm);
    expect(await who(browser)).toBeNull();
    expect(log.entries.map(({ code }) => code)).toContain("InvalidConfiguration");
  });

  it("is set up at sign-in by a user who has none", async () => {
    const { config } = secondStepWorld({ strategy, secondStep: { required: () => true } });
    const browser = new Browser(config);
    await firstStep(browser);
    await turnOn(browser);
    expect(await who(browser)).toBe("Ada");
  });
});
