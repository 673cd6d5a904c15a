import type { Store } from "../../types/store.js";
import type { GuestOptions } from "../../types/guest.js";
import { claimGuest, isOnlyGuest } from "./claim.js";
import { dayOf, guests, type GuestRow } from "./table.js";

export interface RemoveContext extends Pick<GuestOptions, "remove"> {
  readonly store: Pick<
    Store,
    "records" | "getUser" | "deleteUser" | "missing" | "listAccountsByUserId"
  >;
  readonly now: number;
}

/** Deletes a guest. Resolves to false if another request has to do with them, or they are a user by now. */
export async function removeGuest(context: RemoveContext, row: GuestRow): Promise<boolean> {
  const { store, now, remove } = context;
  const { records } = store;
  const { userId } = row;
  const claim = await claimGuest(records, row, now);
  if (!claim) return false;
  try {
    const user = await store.getUser(userId);
    const isGuest = !user || (await isOnlyGuest(store, user));
    if (isGuest) await remove?.({ guestId: userId });
    if (user && isGuest) await store.deleteUser(userId);
    await records.remove(guests, userId);
    return isGuest;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

const mostAtOnce = 20;
const daysBack = 3;

/** Deletes some of the guests who expired lately. Runs whenever a new one comes, so that they don't pile up. */
export async function removeSomeExpired(context: RemoveContext): Promise<void> {
  const { store, now } = context;
  for (let back = 0; back < daysBack; back += 1) {
    const where = { day: dayOf(now) - back };
    const { rows } = await store.records.find(guests, where, { limit: mostAtOnce });
    for (const row of rows.filter(({ until }) => until.getTime() <= now)) {
      await removeGuest(context, row);
    }
  }
}
