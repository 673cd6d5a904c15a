import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location, type Browser } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { world } from "../support/config.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { overPage } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const clock = useClock();

async function expectOver(tab: Browser, response: Response): Promise<void> {
  expect(location(response)).toBe(overPage);
  const page = await tab.get("error?error=InvalidCheck");
  expect(page.status).toBe(400);
  const text = await page.text();
  expect(text).toContain("This sign-in has expired");
  expect(text).toMatch(/href="(?:https:\/\/app\.test)?\/auth\/signin"[^>]*><span>Start again</);
  expect(text).not.toMatch(/set up|not available/);
}

// It used to say that something is wrong with how sign-in is set up.
describe("the answer of a provider says that this sign-in is over, and offers to start again,", () => {
  it("when it is loaded a second time; whoever is signed in stays so", async () => {
    const tab = world("jwt", { providers: [oidc(rogue)] }).browser();
    const route = backWithCode(rogue, await begin(tab));
    await tab.get(route);
    await expectOver(tab, await tab.get(route));
    expect(await tab.session()).toMatchObject({ user: { name: "Pat" } });
  });

  it("when it comes after 15 minutes", async () => {
    const tab = world("jwt", { providers: [oidc(rogue)] }).browser();
    const route = backWithCode(rogue, await begin(tab));
    clock.pass(16 * 60);
    await expectOver(tab, await tab.get(route));
  });

  it("when it comes to another browser", async () => {
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const route = backWithCode(rogue, await begin(shop.browser()));
    const other = shop.browser();
    await expectOver(other, await other.get(route));
  });
});
