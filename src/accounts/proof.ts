import { foldAddress } from "../flows/address.js";
import type { Verified } from "../flows/flow.js";
import type { AdapterUser } from "../types/adapter.js";
import type { User } from "../types/session.js";

/**
 * What becomes of the address of a user who signs in:
 * - `unchanged`: nothing is said about it, or it was proven before.
 * - `own`: proven by the user, who is signed in. All that is theirs stays.
 * - `clean`: proven by an account that is the user's. It counts only if nothing unproven is attached.
 * - `taken`: proven for the first time, by somebody who was not signed in as the user. Whatever was attached
 *   before may be somebody else's, who waits for the owner of the address; it falls.
 */
export type AddressProof = "unchanged" | "own" | "clean" | "taken";

/** Whether somebody has proven that the address of this user is theirs. */
export function isProven({ emailVerified }: AdapterUser): boolean {
  // Not every adapter gives a Date; a text that names no moment proves nothing.
  const since: unknown = emailVerified;
  if (since instanceof Date) return !Number.isNaN(since.getTime());
  return typeof since === "string" ? !Number.isNaN(Date.parse(since)) : Boolean(since);
}

/** Whether this is a stored user whose address nobody has proven. */
export function isUnproven(user: User | AdapterUser): boolean {
  return "emailVerified" in user && Boolean(user.email) && !isProven(user);
}

/** Whether a flow proves the address that it tells: by our own mail, or because the provider vouches for it. */
export function provesAddress({ user, trust, vouched = false }: Verified): boolean {
  if (!user.email) return false;
  return trust === "email-owner" || trust === "linked-email" || vouched;
}

/** Whether these are one address. */
export function isSameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return Boolean(a) && Boolean(b) && foldAddress(a ?? "") === foldAddress(b ?? "");
}
