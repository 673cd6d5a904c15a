import type { Awaitable } from "./common.js";

/** What is attempted: starting a sign-in, finishing one, or a passkey ceremony. */
export type RateLimitAction = "signin" | "callback" | "webauthn-options";

/** The browser that makes the attempt. */
export interface RateLimitBrowser {
  /**
   * It has signed in under this name before. Count such browsers separately, so that a flood of attempts from
   * elsewhere doesn't lock out the owner.
   */
  readonly known: boolean;
}

/** Whether one more attempt is allowed, decided by the app. */
export type RateLimitFunction = (
  key: string,
  action: RateLimitAction,
  browser: RateLimitBrowser,
) => Awaitable<boolean>;

/** Limits on failed sign-ins. Attempts are counted in shared state; refused ones aren't counted. */
export interface RateLimitOptions {
  /** Window in seconds. @default 600 */
  window?: number | undefined;
  /** Failed attempts per name and window. Browsers that have signed in before have as many each. @default 10 */
  perName?: number | undefined;
  /** Failed attempts per name and day. After that, two an hour. @default 100 */
  perNameAndDay?: number | undefined;
  /** Failed attempts per client and window, for any name. @default 50 */
  perClient?: number | undefined;
}
