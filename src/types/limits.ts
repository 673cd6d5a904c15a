import type { Awaitable } from "./common.js";

/** What is being tried: beginning a sign-in, finishing one, or a passkey ceremony. */
export type RateLimitAction = "signin" | "callback" | "webauthn-options";

/** Whether something may be tried once more, judged by the application. */
export type RateLimitFunction = (key: string, action: RateLimitAction) => Awaitable<boolean>;

/** How often credentials may be wrong. They are counted in shared state. */
export interface RateLimitOptions {
  /** Seconds of a window. @default 600 */
  window?: number | undefined;
  /** Wrong tries for one name in a window. @default 10 */
  perName?: number | undefined;
  /** Wrong tries for one name in a day. @default 100 */
  perNameAndDay?: number | undefined;
  /** Wrong tries from one client in a window, whatever the names. @default 50 */
  perClient?: number | undefined;
}
