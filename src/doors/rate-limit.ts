import { createLogger } from "../core/config/logger.js";
import { toHex, utf8 } from "../core/crypto/encoding.js";
import { RecentLimit } from "../core/rate-limit/recent-limit.js";
import { createState } from "../core/state/state.js";
import type { RateLimitAction, RateLimitBrowser } from "../types/limits.js";
import type { SharedState } from "../types/state.js";

export type {
  RateLimitAction,
  RateLimitBrowser,
  RateLimitFunction,
  RateLimitOptions,
} from "../types/limits.js";

export interface MemoryRateLimitOptions {
  /** Seconds of a window. @default 600 */
  window?: number | undefined;
  /** Attempts per email address or user name in a window. @default 5 */
  perName?: number | undefined;
  /** Attempts per IP address in a window. @default 20 */
  perIp?: number | undefined;
  /** Most names, and most IP addresses, that are remembered. @default 10000 */
  keys?: number | undefined;
}

/**
 * Returns a limiter for the option `rateLimit` that counts in this process: for a single server.
 * With several, use `sharedRateLimit`.
 *
 * ```ts
 * const config: AuthConfig = { providers, rateLimit: memoryRateLimit() };
 * ```
 */
export function memoryRateLimit(options: MemoryRateLimitOptions = {}) {
  const { window: seconds = 600, perName = 5, perIp = 20, keys = 10_000 } = options;
  const names = new RecentLimit({ most: perName, window: seconds * 1000, keys });
  const ips = new RecentLimit({ most: perIp, window: seconds * 1000, keys });
  return (key: string, action: RateLimitAction, browser?: RateLimitBrowser): boolean =>
    (key.startsWith("ip:") ? ips : names).allows(counterOf(key, action, browser), Date.now());
}

/** Known browsers are counted separately, so a flood from elsewhere doesn't lock them out. */
function counterOf(key: string, action: RateLimitAction, browser?: RateLimitBrowser): string {
  return browser?.known === true ? `known ${action} ${key}` : `${action} ${key}`;
}

/** The options of `sharedRateLimit`. Shared state limits its own size. */
export interface SharedRateLimitOptions extends Omit<MemoryRateLimitOptions, "keys"> {
  /**
   * While shared state is down: allow every attempt and log a warning, or refuse all. @default
   * "allow"
   */
  whenUnreachable?: "allow" | "refuse" | undefined;
}

/**
 * Returns a limiter for several servers, which counts in shared state. It stores hashes of the keys
 * only.
 *
 * ```ts
 * const sharedState = redisState(client);
 * const config: AuthConfig = { providers, sharedState, rateLimit: sharedRateLimit(sharedState) };
 * ```
 */
export function sharedRateLimit(state: SharedState, options: SharedRateLimitOptions = {}) {
  const { window: seconds = 600, perName = 5, perIp = 20, whenUnreachable = "allow" } = options;
  const counts = createState(state, { logger: createLogger(undefined, false), timeout });
  return async (
    key: string,
    action: RateLimitAction,
    browser?: RateLimitBrowser,
  ): Promise<boolean> => {
    const limit = { most: key.startsWith("ip:") ? perIp : perName, window: seconds };
    const counter = `rate:${await digest(counterOf(key, action, browser))}`;
    const isWithin = await counts.countWithin(counter, limit);
    return isWithin ?? whenUnreachable === "allow";
  };
}

/** Milliseconds to wait for shared state: less than a request waits for its limiter. */
const timeout = 3_000;

async function digest(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
}
