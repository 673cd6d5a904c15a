import { createLogger } from "./config/logger.js";
import { RecentLimit } from "./recent-limit.js";
import { createState } from "./state/state.js";
import type { SharedState } from "./types/state.js";
import type { RateLimitAction, RateLimitBrowser } from "./types/limits.js";

export type {
  RateLimitAction,
  RateLimitBrowser,
  RateLimitFunction,
  RateLimitOptions,
} from "./types/limits.js";

export interface MemoryRateLimitOptions {
  /** Seconds after which a try no longer counts. @default 600 */
  window?: number | undefined;
  /** Tries of one person (an e-mail address, a user name) in that time. @default 5 */
  perName?: number | undefined;
  /** Tries from one IP address in that time. @default 20 */
  perIp?: number | undefined;
  /** How many names, and how many IP addresses, are remembered at most. @default 10000 */
  keys?: number | undefined;
}

/**
 * A limiter for the option `rateLimit` that counts in this process: for one server. Several servers
 * need one that counts where all of them see it.
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

/** Browsers that have signed in before are counted apart, so that a flood from elsewhere doesn't lock them out. */
function counterOf(key: string, action: RateLimitAction, browser?: RateLimitBrowser): string {
  return browser?.known === true ? `known ${action} ${key}` : `${action} ${key}`;
}

/** As those of `memoryRateLimit`; the state itself bounds how much it keeps. */
export interface SharedRateLimitOptions extends Omit<MemoryRateLimitOptions, "keys"> {
  /**
   * What happens while the state can not be reached: everybody may try, and the console says so, or
   * nobody may. @default "allow"
   */
  whenUnreachable?: "allow" | "refuse" | undefined;
}

/**
 * The same for several servers: counts in shared state. It keeps hashes of the keys only.
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

/** Milliseconds to wait for the state: less than a request waits for its limit. */
const timeout = 3_000;

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
