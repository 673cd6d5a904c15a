import type { Awaitable } from "./common.js";

/** How to store a value. */
export interface StateWrite {
  /** Seconds. */
  readonly ttl: number;
  /** Only if there's no value yet. @default false */
  readonly ifAbsent?: boolean | undefined;
}

/**
 * State that all processes of an app share, such as used links and attempt counters. Every operation is
 * atomic. Keys and values are short strings; times are in whole seconds.
 *
 * ```ts
 * const config: AuthConfig = { providers, sharedState: memoryState() };
 * ```
 */
export interface SharedState {
  /** The values of these keys, in order; undefined for missing or expired ones. */
  get(keys: readonly string[]): Awaitable<readonly (string | undefined)[]>;
  /**
   * Writes a value that expires after `ttl` seconds. With `ifAbsent`, only if there's none; resolves to
   * whether it was written.
   */
  set(key: string, value: string, options: StateWrite): Awaitable<boolean>;
  /** Reads and deletes a value in one step. */
  take(key: string): Awaitable<string | undefined>;
  /** Counts, from 1, within a window of `ttl` seconds that starts with the first count. */
  increment(key: string, ttl: number): Awaitable<number>;
  delete(key: string): Awaitable<void>;
}
