import type { SharedState } from "./contract.js";

export type { SharedState, StateWrite } from "./contract.js";

export interface MemoryStateOptions {
  /**
   * The maximum number of keys per purpose, which is the part of a key before the first colon. Counters and
   * values make room for newer ones, the oldest first. Values written with `ifAbsent` for a day or less, such
   * as marks of single use, stay until they expire: if there's no room for another, `set` throws. @default
   * 100000
   */
  readonly entries?: number | undefined;
}

interface Entry {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** It mustn't be dropped to make room. */
  readonly stays: boolean;
}

/** The entries of one purpose, so that a flood of one kind of key doesn't evict another. */
interface Purpose {
  /** Entries that make room, oldest first, and entries that stay. */
  readonly passing: Map<string, Entry>;
  readonly staying: Map<string, Entry>;
  /** When expired entries were last removed, in milliseconds since 1970. */
  swept: number;
}

/** Seconds. Marks of single use last a day at most. */
const longestMark = 24 * 60 * 60;
/** Milliseconds between two cleanups. */
const sweepPause = 1000;
/** Keys with further purposes share one: the library has about thirty. */
const mostPurposes = 100;

/**
 * Shared state in the memory of this process, for a single server. The default if nothing else is configured.
 *
 * ```ts
 * const config: AuthConfig = { providers, sharedState: memoryState() };
 * ```
 */
export function memoryState({ entries: most = 100_000 }: MemoryStateOptions = {}): SharedState {
  const purposes = new Map<string, Purpose>();

  const purposeOf = (key: string): Purpose => {
    const name = key.slice(0, Math.max(0, key.indexOf(":")));
    const known = purposes.get(name);
    if (known) return known;
    if (purposes.size >= mostPurposes && name !== "") return purposeOf("");
    const made = { passing: new Map(), staying: new Map(), swept: 0 };
    purposes.set(name, made);
    return made;
  };
  const find = (key: string, now: number): Entry | undefined => {
    const { passing, staying } = purposeOf(key);
    const entry = passing.get(key) ?? staying.get(key);
    return entry && entry.until > now ? entry : undefined;
  };
  const remove = (key: string): void => {
    const { passing, staying } = purposeOf(key);
    passing.delete(key);
    staying.delete(key);
  };
  const write = (key: string, entry: Entry, now: number): void => {
    // A rewritten entry counts as new, so it moves to the end.
    remove(key);
    const purpose = purposeOf(key);
    makeRoom(purpose, most, now);
    purpose[entry.stays ? "staying" : "passing"].set(key, entry);
  };

  return {
    get: (keys) => {
      const now = Date.now();
      return keys.map((key) => find(key, now)?.value);
    },
    set(key, value, { ttl, ifAbsent = false }) {
      const now = Date.now();
      if (ifAbsent && find(key, now)) return false;
      const stays = ifAbsent && ttl <= longestMark;
      write(key, { value, until: now + ttl * 1000, stays }, now);
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
      const value = String(Number(known?.value ?? 0) + 1);
      const { until = now + ttl * 1000, stays = false } = known ?? {};
      write(key, { value, until, stays }, now);
      return Number(value);
    },
    delete: remove,
  };
}

function makeRoom(purpose: Purpose, most: number, now: number): void {
  const { passing, staying } = purpose;
  const isFull = () => passing.size + staying.size >= most;
  if (!isFull()) return;
  if (Math.abs(now - purpose.swept) >= sweepPause) {
    purpose.swept = now;
    for (const entries of [passing, staying]) {
      for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
    }
  }
  for (const key of passing.keys()) {
    if (!isFull()) return;
    passing.delete(key);
  }
  if (!isFull()) return;
  throw new Error(
    `\`memoryState()\` is full: it holds ${most} single-use marks that haven't expired. Raise \`entries\`, or use \`redisState\` or \`sqlState\`.`,
  );
}
