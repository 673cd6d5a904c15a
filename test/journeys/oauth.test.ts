import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { strategies, world } from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

describe.each(strategies)("signing in at a provider, strategy %s", (strategy) => {
  it("[SVC-1] signs in by OpenID Connect: the session is the person's", async () => {
    const { browser, log } = world(strategy, { providers: [oidc(rogue)] });
    const tab = browser();
    const response = await signIn(tab, rogue);
    expect(log.codes("error")).toEqual([]);
    expect(location(response)).toBe("https://app.test");
    expect(await tab.session()).toMatchObject({ user: { name: "Pat", email: "pat@example.org" } });
    expect(tab.cookieNames().filter((name) => name.includes("flow"))).toEqual([]);
  });

  it("[SVC-1] signs in by OAuth 2.0: the session is the person's", async () => {
    const { browser, log } = world(strategy, { providers: [oauth(rogue)] });
    const tab = browser();
    const request = await begin(tab);
    const response = await tab.get(backWithCode(rogue, request));
    expect(log.codes("error")).toEqual([]);
    expect(location(response)).toBe("https://app.test");
    expect(await tab.session()).toMatchObject({ user: { name: "Pat", email: "pat@example.org" } });
  });
});
