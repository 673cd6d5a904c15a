import { expect, it } from "vitest";
import { adasForm, strategies, world } from "../support/config.js";

it.each(strategies)("no browser may take JSON for anything else, strategy %s", async (strategy) => {
  const browser = world(strategy).browser();
  const program = { headers: { "x-auth-return-redirect": "1" } };
  const responses = [
    ...(await Promise.all(
      ["session", "csrf", "providers", "nothing-here"].map((one) => browser.get(one)),
    )),
    await browser.signIn(adasForm, program),
    await browser.get("session"),
  ];
  for (const { headers } of responses) {
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});
