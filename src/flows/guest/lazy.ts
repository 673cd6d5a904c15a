import type { FlowSource } from "../../core/flow.js";
import { recordsBinder } from "../../core/records/bound.js";
import type { Adapter } from "../../types/adapter.js";
import type { GuestConfig, GuestOptions } from "../../types/guest.js";
import { guests } from "./table.js";

/** The flow, loaded if a configuration has such a provider. */
export const lazyGuest: FlowSource = {
  bind: async (provider: GuestConfig) => (await import("./index.js")).guestFlow(provider),
  tables: [guests],
  recordsFor: recordsBinder,
};

/**
 * Deletes all guests who have expired, and resolves to how many. Some are deleted whenever a new guest comes;
 * run this once a day if nearly none come, or if many do.
 *
 * ```ts
 * await removeExpiredGuests(adapter, { remove: ({ guestId }) => db.carts.delete(guestId) });
 * ```
 */
export async function removeExpiredGuests(
  adapter: Adapter,
  options: Pick<GuestOptions, "remove"> = {},
): Promise<number> {
  return (await import("./sweep.js")).removeExpired(adapter, options);
}
