import { afterAll, beforeEach } from "vitest";
import { RogueProvider } from "./rogue.js";

/**
 * A provider for the tests of one file, which behaves again before each of them:
 *
 * ```ts
 * const rogue = await rogueOfFile();
 * ```
 */
export async function rogueOfFile(): Promise<RogueProvider> {
  const rogue = await RogueProvider.start();
  afterAll(() => rogue.stop());
  beforeEach(() => {
    rogue.reset();
  });
  return rogue;
}
