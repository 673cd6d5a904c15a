import type { Claims } from "../../crypto/token.js";
import { InvalidConfiguration } from "../../errors.js";
import { foldAddress } from "../../flows/address.js";
import type { WrapDeps } from "../../sessions/contract.js";

/**
 * Whether a token of a weak secret counts. Anyone may have made it, and a second factor protects from just that. Its
 * claims must be of one user who is stored: an application may go by the address as well as by the id.
 */
export async function isAccepted(
  { sub, email }: Claims,
  { store, takesTwoFactors }: WrapDeps,
): Promise<boolean> {
  if (!takesTwoFactors || !store) return true;
  if (typeof sub !== "string" || sub === "") return false;
  const user = await store.getUser(sub);
  if (!user || !isAddressOf(email, user.email)) return false;
  return !(await takesTwoFactors(sub));
}

function isAddressOf(claim: unknown, address: unknown): boolean {
  if (claim === undefined || claim === null) return true;
  if (typeof claim !== "string" || typeof address !== "string") return false;
  return foldAddress(claim) === foldAddress(address);
}

/** The application's own decoder would open such tokens without telling which secret did. */
export function assertOwnDecoder({ jwt, strategy }: WrapDeps): void {
  if (!jwt.decode || strategy !== "jwt") return;
  throw new InvalidConfiguration(
    "`weakSecret` of `authjsMigration` can't be used with your own `jwt.decode`, which can't tell whose sessions may be read. Remove the weak secret; users sign in again once.",
  );
}
