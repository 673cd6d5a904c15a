import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, people, world } from "../support/config.js";
import { answerTo, postFromProvider } from "../support/oauth/form-post.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { pendingFlows } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** A target of the site with this many characters. */
function target(length: number): string {
  const start = "https://app.test/authorize?request=";
  return start + "r".repeat(length - start.length);
}

// Until 0.9 a sign-in at a provider forgot targets of more than 1,500 characters.
describe("a long target", () => {
  it.each([1_499, 1_501, 2_000, 2_048])(
    "of %i characters is where a sign-in at a provider ends",
    async (length) => {
      const tab = world("jwt", { providers: [oidc(rogue)] }).browser();
      const request = await begin(tab, "signin/rogue", { callbackUrl: target(length) });
      expect(location(await tab.get(backWithCode(rogue, request)))).toBe(target(length));
      expect(pendingFlows(tab)).toEqual([]);
    },
  );

  it("is kept in as many cookies as it needs, also with a long answer and an id of the user", async () => {
    const authorization = { params: { response_mode: "form_post" } };
    const shop = world("database", { providers: [people, oidc(rogue, { authorization })] });
    const tab = shop.browser();
    await tab.signIn(adasForm);
    const request = await begin(tab, "signin/rogue", { callbackUrl: target(2_048) });
    const iss = rogue.issuer;
    const form = { ...answerTo(rogue, request), iss, error_uri: "x".repeat(2_000) };
    const hopped = await postFromProvider(tab, form);
    expect(pendingFlows(tab).length).toBeGreaterThan(1);
    expect(location(await tab.get(location(hopped).split("/auth/")[1] ?? ""))).toBe(target(2_048));
    expect(pendingFlows(tab)).toEqual([]);
  });

  it("leaves room for the sign-ins of other tabs to be finished one after the other", async () => {
    const tab = world("jwt", { providers: [oidc(rogue)] }).browser();
    const requests = [
      await begin(tab, "signin/rogue", { callbackUrl: target(2_048) }),
      await begin(tab, "signin/rogue", { callbackUrl: "https://app.test/short" }),
    ];
    const ends = [];
    for (const request of requests) {
      ends.push(location(await tab.get(backWithCode(rogue, request))));
    }
    expect(ends).toEqual([target(2_048), "https://app.test/short"]);
  });
});
