import type { User } from "../../types/session.js";
import type { KeyRing } from "../crypto/keys.js";
import { stateKeys } from "../state/key.js";
import { ofSecrets } from "../state/secrets.js";
import type { StrictState } from "../state/state.js";
import { foldAddress } from "../values/address.js";
import { shortHash } from "./begin-facts.js";
import { RecentChecks } from "./recent-checks.js";

export interface UnprovenDeps {
  readonly keys: KeyRing;
  readonly state: StrictState;
}

/** Milliseconds for which a process caches the result. */
const within = 30_000;
/** Earlier sessions may have started with longer lifetimes. */
const leastTtl = 31 * 24 * 60 * 60;
const mostTtl = 10 * 366 * 24 * 60 * 60;

const recentOf = ofSecrets(() => new RecentChecks());

/** Identifies a user together with the address: a new address has to be proven again. */
export function unprovenName(keys: KeyRing, { id, email }: User): Promise<string> {
  return shortHash(keys, JSON.stringify([String(id), foldAddress(email ?? "")]));
}

/**
 * Refuses every session that began before anyone had proven to own the user's address: it may belong to
 * someone who signed up with another person's address. No clocks are compared; later sessions don't carry the
 * key.
 */
export async function refuseUnproven(
  { keys, state }: UnprovenDeps,
  user: User,
  maxAge: number,
): Promise<void> {
  const name = await unprovenName(keys, user);
  const ttl = Math.ceil(Math.min(Math.max(maxAge + 3600, leastTtl), mostTtl));
  for (const key of await keysOf(keys, name)) await state.set(key, "1", { ttl });
  recentOf(keys).drop(name);
}

/** Whether someone else has proven the address since. Each process checks at most every 30 seconds. */
export async function isRefused(
  { keys, state }: UnprovenDeps,
  name: string,
  now: number,
): Promise<boolean> {
  const recent = recentOf(keys);
  if (recent.isRecent(name, now, within)) return false;
  const marks = await state.get(await keysOf(keys, name));
  const refused = marks.some((mark) => mark !== undefined);
  if (!refused) recent.note(name, { at: now, owner: null });
  return refused;
}

function keysOf(keys: KeyRing, name: string): Promise<readonly string[]> {
  return stateKeys(keys, "address-proven", [name]);
}
