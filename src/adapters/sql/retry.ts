import { isPassing } from "./faults.js";

/** How long to wait for a lock, in milliseconds. */
export const lockTimeout = 5_000;
const longestPause = 100;

/**
 * Runs `work`, and retries it if the database asks for that: after a deadlock, a serialization
 * failure, or while another process locks an SQLite file. Nothing was written in any of these
 * cases.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + lockTimeout;
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
