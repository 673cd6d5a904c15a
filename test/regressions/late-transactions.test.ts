import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { expect, it, vi } from "vitest";
import { location } from "../support/client.js";
import { storeApp, viaProvider, whoIs } from "../support/stores-app.js";

const pat = { sub: "pat-1", email: "pat@example.org" };
const errorPage = "https://app.test/auth/error?error=Configuration";
const never = () => new Promise<never>(() => undefined);

it("a transaction with a call that never settles is rolled back before its time is over", async () => {
  const adapter = MemoryAdapter();
  let isOver = false;
  const slow: Adapter = {
    ...adapter,
    transaction: (work) =>
      adapter
        .transaction((inner) => work({ ...inner, linkAccount: never }))
        .finally(() => (isOver = true)),
  };
  const shop = storeApp(slow, { timeout: 400 });
  expect(location(await viaProvider(shop.browser(), "hub", pat))).toBe(errorPage);
  expect(isOver).toBe(true);
  const [error] = shop.log.errors("AdapterError");
  expect(error?.message).toMatch(/"linkAccount" didn't return within 400 ms/);
});

it("a transaction that begins after it was given up on writes nothing", async () => {
  const store = createMemoryStore();
  const adapter = MemoryAdapter(store);
  const waiting: (() => void)[] = [];
  let isBusy = true;
  const ended = vi.fn();
  const busy: Adapter = {
    ...adapter,
    // A pool whose connections are all in use.
    async transaction(work) {
      if (isBusy) await new Promise<void>((go) => void waiting.push(go));
      try {
        return await adapter.transaction(work);
      } finally {
        ended();
      }
    },
  };
  const hasty = storeApp(busy, { timeout: 100 });
  expect(location(await viaProvider(hasty.browser(), "hub", pat))).toBe(errorPage);
  isBusy = false;
  for (const go of waiting) go();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect([store.users.size, store.accounts.size]).toEqual([0, 0]);
  const patient = storeApp(busy).browser();
  await viaProvider(patient, "hub", pat);
  expect(await whoIs(patient)).toBeDefined();
  expect([store.users.size, store.accounts.size]).toEqual([1, 1]);
});
