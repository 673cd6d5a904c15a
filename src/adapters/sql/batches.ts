import { pause } from "./retry.js";

/** Rows that are removed at a time. */
export const batch = 1000;
/** After each batch comes a rest that is so many times as long, so that others hardly notice. */
const rest = 3;

/** Removes rows, a batch at a time, until there are none left; tells how many there were. */
export async function inBatches(remove: (most: number) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const began = performance.now();
    const removed = await remove(batch);
    total += removed;
    if (removed < batch) return total;
    await pause(rest * (performance.now() - began));
  }
}
