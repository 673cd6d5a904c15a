import { RecentLimit } from "./recent-limit.js";
import type { RateLimitAction } from "./types/config.js";

export type { RateLimitAction } from "./types/config.js";

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
  return (key: string, action: RateLimitAction): boolean =>
    (key.startsWith("ip:") ? ips : names).allows(`${action} ${key}`, Date.now());
}
