import type { ServerResponse } from "node:http";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { TokenUnavailable } from "latchkey/errors";
import { manage, refreshedTokens } from "latchkey/manage";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { world, type TestConfig } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

describe("a provider that doesn't answer a refresh", () => {
  const timeout = 1_500;

  it("holds nobody for much longer than `timeout`, in this process or in another", async () => {
    rogue.tokens = { refresh_token: crypto.randomUUID(), expires_in: 1 };
    const shop = world("database", { providers: [oidc(rogue)], timeout });
    await signIn(shop.browser(), rogue);
    const [account] = shop.store.accounts.values();
    if (!account) throw new Error("Nobody signed in.");
    account.expires_at = 1;
    const open: ServerResponse[] = [];
    rogue.answers.set("/token", { raw: (response) => void open.push(response) });
    const config: TestConfig = {
      ...shop.config,
      adapter: MemoryAdapter(shop.store),
      sharedState: memoryState(),
    };
    // Another secret stands for another process: the promise of the first isn't shared with it.
    const other: TestConfig = { ...config, secret: `another process ${crypto.randomUUID()}` };
    const began = performance.now();
    const errors = await Promise.all(
      [config, config, other].map((one) =>
        manage(one)
          .tokens.get(account.userId, "rogue")
          .catch((error: unknown) => error),
      ),
    );
    expect(performance.now() - began).toBeLessThan(timeout + 700);
    for (const error of errors) expect(error).toBeInstanceOf(TokenUnavailable);
    for (const response of open) response.destroy();
  });
});

describe("tokens that are refreshed in the session, in production", () => {
  async function warnings(overrides: Partial<TestConfig>): Promise<string[]> {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    const shop = world("jwt", {
      providers: [oidc(rogue)],
      callbacks: {
        jwt: ({ token, account }) =>
          refreshedTokens(token, { config: shop.config, provider: "rogue", account }),
      },
      ...overrides,
    });
    const tab = shop.browser();
    await signIn(tab, rogue);
    await tab.session();
    return shop.log.entries
      .filter(({ code }) => code === "shared-state-missing")
      .map(({ message }) => String(message[0]));
  }

  it("without shared state: the log warns once, from the first sign-in on", async () => {
    const told = await warnings({});
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("`sharedState`");
  });

  it("with shared state: nothing is said", async () => {
    expect(await warnings({ sharedState: memoryState() })).toEqual([]);
  });
});
