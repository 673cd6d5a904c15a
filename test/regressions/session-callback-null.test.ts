import { describe, expect, it } from "vitest";
import { adasForm, strategies, world } from "../support/config.js";

describe.each(strategies)("a `session` callback that returns null, strategy %s", (strategy) => {
  it("shows no session, as an answer and not as a fault", async () => {
    const { browser, log } = world(strategy, {
      // @ts-expect-error An application in JavaScript may return anything.
      callbacks: { session: () => null },
    });
    const ours = browser();
    await ours.signIn(adasForm);
    const response = await ours.get("session");
    expect([response.status, await response.json()]).toEqual([200, null]);
    expect(log.codes("error")).toEqual([]);
  });
});
