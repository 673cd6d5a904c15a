import type { AdapterUser } from "../../types/adapter.js";
import type { User } from "../../types/session.js";
import type { Verified } from "../flow.js";
import { foldAddress } from "../values/address.js";

/**
 * What happens to the email address of a user who signs in:
 * - `unchanged`: it wasn't mentioned, or was proven before.
 * - `own`: proven by the signed-in user. Everything of theirs stays.
 * - `clean`: proven by an account of the user. Applies only if nothing unproven is attached.
 * - `taken`: proven for the first time, by someone who wasn't signed in as the user. What was
 * attached before
 * may belong to an attacker who waits for the owner of the address, so it's removed.
 */
export type AddressProof = "unchanged" | "own" | "clean" | "taken";

/** Whether the user's address has been proven. */
export function isProven({ emailVerified }: AdapterUser): boolean {
  // Not every adapter returns a Date; a string that isn't a date proves nothing.
  const since: unknown = emailVerified;
  if (since instanceof Date) return !Number.isNaN(since.getTime());
  return typeof since === "string" ? !Number.isNaN(Date.parse(since)) : Boolean(since);
}

/** Whether this is a stored user whose address hasn't been proven. */
export function isUnproven(user: User | AdapterUser): boolean {
  return "emailVerified" in user && Boolean(user.email) && !isProven(user);
}

/** Whether a flow proves the address it returns: by a mail of ours, or because the provider verifies it. */
export function provesAddress({ user, trust, vouched = false }: Verified): boolean {
  if (!user.email) return false;
  return trust === "email-owner" || trust === "linked-email" || vouched;
}

/** Whether two addresses are the same. */
export function isSameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return Boolean(a) && Boolean(b) && foldAddress(a ?? "") === foldAddress(b ?? "");
}
