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

/** Whether a flow proves the address it returns: by a mail of ours, or because the provider verifies it. */
export function provesAddress({ user, trust, vouched = false }: Verified): boolean {
  if (!user.email) return false;
  return trust === "email-owner" || trust === "linked-email" || vouched;
}

/** Whether two addresses are the same. */
export function isSameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return Boolean(a) && Boolean(b) && foldAddress(a ?? "") === foldAddress(b ?? "");
}
