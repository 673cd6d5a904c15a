import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Adapter } from "latchkey/adapters";
import { expect, it, onTestFinished, vi } from "vitest";

interface ExampleStore {
  openStore(): Promise<Required<Adapter>>;
}

/** Found when it runs: the example's own packages may not be installed yet when this is compiled. */
async function exampleStore(): Promise<ExampleStore> {
  const address = new URL("../../examples/next/lib/store.ts", import.meta.url).href;
  const found: unknown = await import(address);
  if (isStore(found)) return found;
  throw new Error("The example has no store.");
}

function isStore(value: unknown): value is ExampleStore {
  return typeof value === "object" && value !== null && "openStore" in value;
}

it("the store of the Next.js example is opened again when it was out of reach at the first request", async () => {
  const folder = await mkdtemp(join(tmpdir(), "next-store-"));
  vi.stubEnv("DATABASE_URL", `file:${folder}/later/example.db`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const { openStore } = await exampleStore();
  await expect(openStore()).rejects.toThrow();
  await mkdir(`${folder}/later`);
  const store = await openStore();
  expect(await store.getUserByEmail("ada@example.com")).toBeNull();
  expect(await openStore()).toBe(store);
});
