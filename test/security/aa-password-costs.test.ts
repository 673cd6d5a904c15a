import { describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { costOf } from "../support/clock.js";
import { everyKind, everyKindStored } from "../support/every-kind-of-address.js";
import { openInbox } from "../support/inbox.js";
import { another, password, passwordWorld } from "../support/password-world.js";

const inbox = await openInbox();

/** The cheaper ones count: in the others something else was at work. */
const quartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;

describe("who has an account", () => {
  it("AA03 a wrong password costs the same for all of them", { timeout: 180_000 }, async () => {
    const world = passwordWorld(inbox, { scrypt: true, overrides: { rateLimit: false } });
    const addresses = await everyKind(inbox, world);
    const taken = addresses.map((): number[] => []);
    for (let round = 0; round < 7; round++) {
      for (const [index, address] of addresses.entries()) {
        const browser = world.browser();
        const csrfToken = await browser.csrfToken();
        const form = { csrfToken, email: address, password: another };
        taken[index]?.push(await costOf(() => browser.post("callback/password", form)));
      }
    }
    const costs = taken.map((values) => quartile(values.slice(1)));
    expect(Math.max(...costs) / Math.min(...costs)).toBeLessThan(1.33);
  });

  it.each(["sign-up", "forgot"])(
    "AA04 asking for a mail costs the same for all of them: %s",
    { timeout: 60_000 },
    async (act) => {
      const { config, addresses } = await everyKindStored(inbox);
      const taken = addresses.map((): number[] => []);
      for (let round = 0; round < 60; round++) {
        // In turns, so that none always comes first.
        for (let turn = 0; turn < addresses.length; turn++) {
          const index = (round + turn) % addresses.length;
          const browser = new Browser(config);
          const csrfToken = await browser.csrfToken();
          const form = { csrfToken, email: addresses[index] ?? "", password };
          taken[index]?.push(await costOf(() => browser.post(`password/${act}`, form)));
        }
      }
      const costs = taken.map((values) => quartile(values.slice(20)));
      expect(Math.max(...costs) / Math.min(...costs)).toBeLessThan(1.33);
    },
  );
});
