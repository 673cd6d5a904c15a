import type { Awaitable } from "./common.js";

/** What is being tried: beginning a sign-in, finishing one, or a passkey ceremony. */
export type RateLimitAction = "signin" | "callback" | "webauthn-options";

/** The browser that tries something. */
export interface RateLimitBrowser {
  /**
   * It has signed in under this name before. Count such browsers apart, and a flood of attempts from elsewhere
   * doesn't lock the owner of the name out.
   */
  readonly known: boolean;
}

/** Whether something may be tried once more, judged by the application. */
export type RateLimitFunction = (
  key: string,
  action: RateLimitAction,
  browser: RateLimitBrowser,
) => Awaitable<boolean>;

/** How often credentials may be wrong. Attempts are counted in shared state; refused ones aren't counted. */
export interface RateLimitOptions {
  /** Seconds of a window. @default 600 */
  window?: number | undefined;
  /** Failed attempts at one name in a window. Browsers that have signed in before have as many each. @default 10 */
  perName?: number | undefined;
  /** Failed attempts at one name in a day. After that it gets two an hour. @default 100 */
  perNameAndDay?: number | undefined;
  /** Failed attempts from one client in a window, whatever the names. @default 50 */
  perClient?: number | undefined;
}
