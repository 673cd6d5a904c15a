import { setTimeout as pause } from "node:timers/promises";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { costOf } from "../support/clock.js";
import { secret, type TestConfig } from "../support/config.js";
import { ask } from "../support/mail-world.js";

const rounds = 60;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** An application with a real store, and this way to hand mails over. */
async function application(send: () => Promise<void>, overrides: Partial<TestConfig> = {}) {
  const database = await connect("file::memory:");
  await migrate(database);
  const adapter = SqlAdapter(database);
  const config: TestConfig = {
    providers: [{ id: "email", type: "email", sendVerificationRequest: send, hideRefusals: true }],
    secret,
    trustHost: true,
    adapter,
    ...overrides,
  };
  return { adapter, browser: new Browser(config) };
}

describe("how long an answer takes", () => {
  it("H13 asking costs the same for an address with a user and for one without", async () => {
    const { adapter, browser } = await application(() => Promise.resolve());
    const taken: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const orders = [
      ["known", "unknown"],
      ["unknown", "known"],
    ] as const;
    for (let round = 0; round < rounds; round++) {
      const email = `known${round}@example.org`;
      await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: new Date() });
      const known = () => ask(browser, email);
      const unknown = () => ask(browser, `other${round}@example.org`);
      // In turns, so that neither always comes first.
      for (const which of orders[round % 2 === 0 ? 0 : 1]) {
        taken[which].push(await costOf(which === "known" ? known : unknown));
      }
    }
    const ratio = median(taken.known.slice(10)) / median(taken.unknown.slice(10));
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });

  it("H13 a refusal that is hidden takes as long as a mail takes", async () => {
    const mailTime = 120;
    const { browser } = await application(() => pause(mailTime), {
      callbacks: { signIn: ({ user }) => !String(user.email).startsWith("never") },
    });
    const taken: Record<"welcome" | "refused", number[]> = { welcome: [], refused: [] };
    for (let round = 0; round < 10; round++) {
      for (const [which, name] of [
        ["welcome", "later"],
        ["refused", "never"],
      ] as const) {
        const started = performance.now();
        await ask(browser, `${name}${round}@example.org`);
        taken[which].push(performance.now() - started);
      }
    }
    // A refusal takes the time of one of the last mails: never less than any, not more than the slowest.
    expect(Math.min(...taken.refused)).toBeGreaterThanOrEqual(mailTime - 5);
    expect(median(taken.refused)).toBeLessThan(1.33 * Math.max(...taken.welcome));
  });
});
