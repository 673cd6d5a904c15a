import type { KeyRing } from "../../core/crypto/keys.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { forgetGuest, readGuest, type CookieContext } from "./cookie.js";
import { guests, type GuestRow } from "./table.js";

interface FindDeps {
  readonly keys: KeyRing;
  readonly store: Pick<Store, "records" | "getUser">;
}

interface FoundGuest {
  readonly row: GuestRow;
  readonly user: AdapterUser;
}

/** The row of this browser's guest. */
export async function rowOf(
  { keys, store }: FindDeps,
  context: CookieContext,
): Promise<GuestRow | null> {
  const held = await readGuest(keys, context);
  const row = held && (await store.records.get(guests, held.userId));
  return row && row.mark === held.mark ? row : null;
}

/** The guest in this browser, unless a request is doing something with them. */
export async function findGuest(
  deps: FindDeps,
  context: CookieContext,
): Promise<FoundGuest | null> {
  const row = await rowOf(deps, context);
  const isOver = !row || row.until.getTime() <= context.now;
  const user = isOver ? null : await deps.store.getUser(row.userId);
  if (isOver || !user) {
    forgetGuest(context);
    return null;
  }
  return row.claimed === 0 && !user.email ? { row, user } : null;
}
