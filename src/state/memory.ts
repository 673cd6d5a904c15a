import type { SharedState } from "./contract.js";

export type { SharedState, StateWrite } from "./contract.js";

export interface MemoryStateOptions {
  /**
   * How many keys are kept at most of those that last a day or less, and of those that last longer; the
   * oldest are forgotten first. @default 100000
   */
  readonly entries?: number | undefined;
}

interface Entry {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

type Entries = Map<string, Entry>;

/** Milliseconds between two looks at everything. */
const sweepPause = 1000;
/** Milliseconds. Limits, and what is good for one use, are kept for a day at most. */
const longBrief = 24 * 60 * 60 * 1000;

/**
 * Shared state in the memory of this process: for one server. It is what a configuration gets that
 * names no other.
 *
 * ```ts
 * const config: AuthConfig = { providers, sharedState: memoryState() };
 * ```
 */
export function memoryState({ entries: most = 100_000 }: MemoryStateOptions = {}): SharedState {
  // What is kept for long, such as what was ended, must not make room for what comes and goes.
  const both: readonly [Entries, Entries] = [new Map(), new Map()];
  let swept = 0;

  const find = (key: string, now: number): Entry | undefined => {
    const entry = both[0].get(key) ?? both[1].get(key);
    return entry && entry.until > now ? entry : undefined;
  };
  const remove = (key: string): void => {
    for (const entries of both) entries.delete(key);
  };
  const makeRoom = (entries: Entries, now: number): void => {
    if (entries.size < most) return;
    if (Math.abs(now - swept) >= sweepPause) {
      swept = now;
      for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
    }
    for (const key of entries.keys()) {
      if (entries.size < most) return;
      entries.delete(key);
    }
  };
  const write = (key: string, entry: Entry, now: number): void => {
    // What is written again is as good as new, so that it goes to the end.
    remove(key);
    const entries = both[entry.until - now > longBrief ? 1 : 0];
    makeRoom(entries, now);
    entries.set(key, entry);
  };

  return {
    get: (keys) => {
      const now = Date.now();
      return keys.map((key) => find(key, now)?.value);
    },
    set(key, value, { ttl, ifAbsent = false }) {
      const now = Date.now();
      if (ifAbsent && find(key, now)) return false;
      write(key, { value, until: now + ttl * 1000 }, now);
      return true;
    },
    take(key) {
      const value = find(key, Date.now())?.value;
      remove(key);
      return value;
    },
    increment(key, ttl) {
      const now = Date.now();
      const known = find(key, now);
      const count = Number(known?.value ?? 0) + 1;
      write(key, { value: String(count), until: known?.until ?? now + ttl * 1000 }, now);
      return count;
    },
    delete: remove,
  };
}
