import { pause } from "./retry.js";

/** Rows deleted per statement. */
export const batch = 1000;
/**
 * Each batch is followed by a pause this many times as long, so that other statements aren't slowed
 * down.
 */
const rest = 3;

/** Deletes rows in batches until none are left. Returns their number. */
export async function inBatches(remove: (most: number) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const began = performance.now();
    const removed = await remove(batch);
    total += removed;
    if (removed < batch) return total;
    await pause(rest * (performance.now() - began));
  }
}
