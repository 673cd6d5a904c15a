import { setTimeout as pause } from "node:timers/promises";
import { manage } from "latchkey/manage";
import { memoryState } from "latchkey/state/memory";
import { expect, it } from "vitest";
import { ada, people, world } from "../support/config.js";

const op = {
  ...{ id: "op", name: "Op", type: "oidc" as const, issuer: "https://op.example" },
  ...{ clientId: "client", clientSecret: "client secret" },
};

it("a lease is given back for good, also if its last extension is still on its way", async () => {
  const state = memoryState();
  let extended = 0;
  const { config, adapter } = world("database", {
    providers: [people, op],
    sharedState: {
      ...state,
      async set(key, value, options) {
        if (key.startsWith("account:") && options.ifAbsent !== true) {
          extended += 1;
          await pause(800);
        }
        return state.set(key, value, options);
      },
    },
  });
  const slow = {
    ...adapter,
    async unlinkAccount(key: Parameters<typeof adapter.unlinkAccount>[0]) {
      await pause(1_200);
      await adapter.unlinkAccount(key);
    },
  };
  const { accounts } = manage({ ...config, adapter: slow });
  const removal = (account: string) => ({ kind: "account", provider: op.id, account }) as const;
  for (const providerAccountId of ["first", "second", "third"]) {
    await adapter.linkAccount({ type: "oidc", provider: op.id, providerAccountId, userId: ada.id });
  }
  expect(await accounts.remove(ada.id, removal("first"))).toBe("done");
  expect(extended).toBe(1);
  await pause(800);
  const started = performance.now();
  expect(await accounts.remove(ada.id, removal("second"))).toBe("done");
  expect(performance.now() - started).toBeLessThan(4_000);
});
