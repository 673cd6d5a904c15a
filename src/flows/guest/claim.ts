import type { AdapterUser } from "../../types/adapter.js";
import type { Records } from "../../types/records.js";
import type { Store } from "../../types/store.js";
import { guests, type GuestRow } from "./table.js";

/** Milliseconds after which a request that claimed a guest can't be running any more. */
const abandoned = 5 * 60 * 1000;

/** A guest whom this request alone may change. */
export interface Claimed {
  readonly row: GuestRow;
  release(): Promise<boolean>;
}

/** Reserves a guest. Null if another request has, or if they changed in the meantime. */
export async function claimGuest(
  records: Records,
  row: GuestRow,
  now: number,
): Promise<Claimed | null> {
  const { userId, claimed, until, mark } = row;
  if (claimed > now - abandoned) return null;
  const isOurs = await records.update(guests, userId, {
    set: { claimed: now },
    if: { claimed, until, mark },
  });
  if (!isOurs) return null;
  return {
    row,
    release: () => records.update(guests, userId, { set: { claimed: 0 }, if: { claimed: now } }),
  };
}

/**
 * Whether a user is still only a guest: a process may have ended after it made a user of them, and before it
 * removed the row.
 */
export async function isOnlyGuest(
  store: Pick<Store, "missing" | "listAccountsByUserId">,
  { id, email }: AdapterUser,
): Promise<boolean> {
  if (email) return false;
  if ((await store.missing(["listAccountsByUserId"])).length > 0) return true;
  return (await store.listAccountsByUserId(String(id))).length === 0;
}
