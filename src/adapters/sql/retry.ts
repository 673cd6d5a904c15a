import { isPassing } from "./faults.js";

/** Milliseconds. */
export const patience = 5_000;
const longestPause = 100;

/**
 * Runs `work`, again when the database asks for it: after a deadlock, a serialization failure, or
 * while another process holds the lock of an SQLite file. In all of these nothing was written.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw error;
    }
    await pause(Math.min(longestPause, 2 ** attempt) * (0.5 + Math.random()));
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
