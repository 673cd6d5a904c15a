import { lazyGuest } from "../flows/guest/lazy.js";
import type { GuestConfig, GuestOptions } from "../types/guest.js";
import type { IdOr, Named } from "../types/infer.js";
import { providerFlows } from "../types/symbols.js";

export { removeExpiredGuests } from "../flows/guest/lazy.js";
export type { GuestConfig, GuestMove, GuestOptions, RemovedGuest } from "../types/guest.js";

export interface GuestUserConfig extends GuestOptions {
  id?: string | undefined;
  name?: string | undefined;
}

/**
 * Lets people use your app without an account. A guest has a user id, which stays theirs when they sign up.
 * Nobody is signed in as a guest: `requireUser` refuses them, and `session.guest` is true. Needs an adapter
 * with records.
 *
 * ```ts
 * import Guest from "latchkey/providers/guest";
 *
 * providers: [
 *   GitHub,
 *   Guest({ move: ({ guestId, userId }) => db.carts.changeOwner(guestId, userId) }),
 * ];
 * ```
 */
export default function Guest<const Id extends string = "guest">(
  config?: GuestUserConfig & Named<Id>,
): GuestConfig & { id: IdOr<Id, "guest"> };
export default function Guest(config: GuestUserConfig = {}): GuestConfig {
  const { id = "guest", name = "Guest", ...options } = config;
  return {
    id,
    name,
    type: "guest",
    [providerFlows]: { guest: lazyGuest },
    ...options,
  };
}
