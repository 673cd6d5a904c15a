import type { Awaitable } from "./common.js";

/** How a value is kept. */
export interface StateWrite {
  /** Seconds. */
  readonly ttl: number;
  /** Only where there is none. @default false */
  readonly ifAbsent?: boolean | undefined;
}

/**
 * What all processes of an application must agree on: what was used up, and how often something was
 * tried. Every operation is atomic. Keys and values are short texts; times are in whole seconds.
 *
 * ```ts
 * const config: AuthConfig = { providers, sharedState: memoryState() };
 * ```
 */
export interface SharedState {
  /** The values under these keys, in their order; undefined for what is not there or has expired. */
  get(keys: readonly string[]): Awaitable<readonly (string | undefined)[]>;
  /**
   * Writes a value that expires after `ttl` seconds. With `ifAbsent` only where there is none; the
   * answer tells whether it was written.
   */
  set(key: string, value: string, options: StateWrite): Awaitable<boolean>;
  /** Reads a value and removes it in one step. */
  take(key: string): Awaitable<string | undefined>;
  /** Counts, from 1, within a window of `ttl` seconds that begins with the first count. */
  increment(key: string, ttl: number): Awaitable<number>;
  delete(key: string): Awaitable<void>;
}
