import { randomText } from "../crypto/random.js";
import { unavailable } from "../http/problem.js";
import type { StrictState } from "./state.js";

/** Leave to do something while no other process does it. */
export interface Lease {
  /** Whether it is still ours for sure: a process may have slept. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Seconds after which the lease of a process that died is over: soon enough for those who wait in a
 * callback, which may take 10 seconds.
 */
export const leaseLasts = 6;
/** Milliseconds between two extensions. */
const beat = 1_000;
/** Milliseconds that a lease must have left, so that what is begun with it is begun in time. */
const reserve = 2_000;

/** The lease, or undefined when another process has it. It is extended until it is released. */
export async function takeLease(state: StrictState, key: string): Promise<Lease | undefined> {
  const owner = randomText(9);
  // Measured from before the question, by a clock that nobody puts forward or back.
  let since = performance.now();
  if (!(await state.set(key, owner, { ttl: leaseLasts, ifAbsent: true }))) return undefined;
  const isHeld = () => performance.now() - since < leaseLasts * 1000 - reserve;
  const extend = async () => {
    if (!isHeld()) return;
    const asked = performance.now();
    await state.set(key, owner, { ttl: leaseLasts });
    since = asked;
  };
  // The state has logged what went wrong; the next beat may do better.
  const timer = setInterval(() => void extend().catch(() => undefined), beat);
  return {
    isHeld,
    async release() {
      clearInterval(timer);
      try {
        const [now] = await state.get([key]);
        if (now === owner) await state.delete(key);
      } catch {
        // It ends by itself.
      }
    },
  };
}

/** Milliseconds between two tries, and for how long there are any. */
const pause = 50;
const patience = 5_000;

/**
 * Does the work while no other process does the same. `assertHeld` throws once the lease may be another's: call it
 * before what must not be done twice.
 */
export async function withLease<T>(
  state: StrictState,
  key: string,
  work: (assertHeld: () => void) => Promise<T>,
): Promise<T> {
  const until = performance.now() + patience;
  let lease = await takeLease(state, key);
  while (!lease && performance.now() < until) {
    await new Promise((wake) => setTimeout(wake, pause));
    lease = await takeLease(state, key);
  }
  if (!lease) throw unavailable();
  const held = lease;
  try {
    return await work(() => {
      if (!held.isHeld()) throw unavailable();
    });
  } finally {
    await held.release();
  }
}
