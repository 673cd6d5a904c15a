import type { Claims } from "../../core/crypto/token.js";
import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { WrapDeps } from "../../core/sessions/contract.js";
import { foldAddress } from "../../core/values/address.js";

/**
 * Whether a token signed with a weak secret is accepted. Anyone may have forged it, so it isn't for
 * users with a second factor. Id and address must belong to the same stored user, because an
 * application may look users up by either.
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

/**
 * Throws if `jwt.decode` is set: it would accept such tokens without telling which secret signed
 * them.
 */
export function assertOwnDecoder({ jwt, strategy }: WrapDeps): void {
  if (!jwt.decode || strategy !== "jwt") return;
  throw new InvalidConfiguration(
    "`weakSecret` of `authjsMigration` can't be combined with your own `jwt.decode`, which can't tell which sessions to accept. Remove the weak secret; users sign in again once.",
  );
}
