import type { KeyRing } from "../crypto/keys.js";
import { foldAddress } from "../flows/address.js";
import { stateKeys } from "../state/key.js";
import { ofSecrets } from "../state/secrets.js";
import type { StrictState } from "../state/state.js";
import type { User } from "../types/session.js";
import { shortHash } from "./begin-facts.js";
import { RecentChecks } from "./recent-checks.js";

export interface UnprovenDeps {
  readonly keys: KeyRing;
  readonly state: StrictState;
}

/** Milliseconds for which a process goes by what it found. */
const within = 30_000;
/** Sessions may have begun when they lasted longer than now. */
const leastTtl = 31 * 24 * 60 * 60;
const mostTtl = 10 * 366 * 24 * 60 * 60;

const watchOf = ofSecrets(() => new RecentChecks());

/** Names a user together with the address: another address is to be proven anew. */
export function unprovenName(keys: KeyRing, { id, email }: User): Promise<string> {
  return shortHash(keys, JSON.stringify([String(id), foldAddress(email ?? "")]));
}

/**
 * Refuses every session that began before anyone had proven to own the user's address: it may be that of someone who
 * signed up with an address that isn't theirs. No clock is compared; sessions that begin later don't carry the name.
 */
export async function refuseUnproven(
  { keys, state }: UnprovenDeps,
  user: User,
  maxAge: number,
): Promise<void> {
  const name = await unprovenName(keys, user);
  const ttl = Math.ceil(Math.min(Math.max(maxAge + 3600, leastTtl), mostTtl));
  for (const key of await keysOf(keys, name)) await state.set(key, "1", { ttl });
  watchOf(keys).drop(name);
}

/** Whether somebody else has proven the address since. Each process asks once in 30 seconds. */
export async function isRefused(
  { keys, state }: UnprovenDeps,
  name: string,
  now: number,
): Promise<boolean> {
  const watch = watchOf(keys);
  if (watch.isRecent(name, now, within)) return false;
  const marks = await state.get(await keysOf(keys, name));
  const refused = marks.some((mark) => mark !== undefined);
  if (!refused) watch.note(name, { at: now, owner: null });
  return refused;
}

function keysOf(keys: KeyRing, name: string): Promise<readonly string[]> {
  return stateKeys(keys, "address-proven", [name]);
}
