import type { Awaitable } from "./common.js";
import type { CommonProviderOptions, ProviderInternals } from "./provider-common.js";

export interface GuestOptions {
  /**
   * Moves what your app stores for a guest to the user they signed in as, before the guest is deleted. If it
   * throws, the error is logged, the user is signed in, and it's called again at the next sign-in in that
   * browser: so moving twice must do no harm.
   */
  move?: ((moved: GuestMove) => Awaitable<void>) | undefined;
  /** Removes what your app stores for a guest who is about to be deleted: expired, or signed out. */
  remove?: ((removed: RemovedGuest) => Awaitable<void>) | undefined;
  /** Seconds after their last visit for which a guest is kept. @default 30 days */
  maxAge?: number | undefined;
  /** New guests per hour and IP address. Set to false for no limit. @default 20 */
  perClient?: number | false | undefined;
}

export interface GuestMove {
  readonly guestId: string;
  /** Whom they signed in as. */
  readonly userId: string;
}

export interface RemovedGuest {
  readonly guestId: string;
}

export interface GuestConfig
  extends Omit<CommonProviderOptions, "type">, ProviderInternals, GuestOptions {
  type: "guest";
  options?: Partial<GuestConfig> | undefined;
}

/** The texts about guests. */
export interface GuestMessages {
  /** On the button of the sign-in page. */
  readonly button: string;
}
