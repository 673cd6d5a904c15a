import { randomText } from "../crypto/random.js";
import { unavailable } from "../http/request-problem.js";
import type { StrictState } from "./state.js";

/** The exclusive right to do something. */
export interface Lease {
  /** Whether it's certainly still held: a process may have been suspended. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Seconds until the lease of a crashed process expires: soon enough for callbacks that wait, which may take
 * 10 seconds.
 */
export const leaseLasts = 6;
/** Milliseconds between two extensions. */
const beat = 1_000;
/** Milliseconds a lease must have left before anything is started with it. */
const reserve = 2_000;

/** Acquires the lease; undefined if another process has it. It's extended until released. */
export async function takeLease(state: StrictState, key: string): Promise<Lease | undefined> {
  const owner = randomText(9);
  // Measured from before the request, with a monotonic clock.
  let since = performance.now();
  if (!(await state.set(key, owner, { ttl: leaseLasts, ifAbsent: true }))) return undefined;
  const isHeld = () => performance.now() - since < leaseLasts * 1000 - reserve;
  const extend = async () => {
    if (!isHeld()) return;
    const asked = performance.now();
    await state.set(key, owner, { ttl: leaseLasts });
    since = asked;
  };
  let extending: Promise<void> | undefined;
  const timer = setInterval(() => {
    // The error is already logged; the next beat may succeed.
    extending ??= extend()
      .catch(() => undefined)
      .finally(() => (extending = undefined));
  }, beat);
  return {
    isHeld,
    async release() {
      clearInterval(timer);
      // An extension that arrives later would bring the lease back, or take the next owner's.
      await extending;
      try {
        const [now] = await state.get([key]);
        if (now === owner && isHeld()) await state.delete(key);
      } catch {
        // It expires by itself.
      }
    },
  };
}

/** Milliseconds between two tries, and in total. */
const pause = 50;
const patience = 5_000;

/**
 * Runs work that no other process runs at the same time. `assertHeld` throws if the lease may be lost: call
 * it before anything that mustn't happen twice.
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
