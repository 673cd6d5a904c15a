import { decodeObject } from "../../../core/crypto/encoding.js";
import { foldAddress } from "../../../core/values/address.js";
import type { AdapterAccount } from "../../../types/adapter.js";
import type { OAuthProvider } from "../provider/config.js";
import type { RawProfile } from "./profile.js";

/** Whether the provider verified the address in this profile. */
export function isVouchedFor(
  { emailVerified, linksByEmail }: OAuthProvider,
  profile: RawProfile,
  address: string,
): boolean {
  // Claims about the profile's address say nothing about one that `profile()` found elsewhere.
  const told = profile["email"];
  if (typeof told === "string" && foldAddress(told.trim()) !== address) return false;
  if (typeof emailVerified === "function") return judge(emailVerified, profile);
  // An unknown provider: the app may have declared that its addresses can be trusted.
  return emailVerified ?? (linksByEmail && isNotDenied(profile));
}

function isNotDenied({ email_verified }: RawProfile): boolean {
  return email_verified === undefined || email_verified === true;
}

function judge(verdict: (profile: object) => unknown, profile: RawProfile): boolean {
  try {
    return verdict({ ...profile }) === true;
  } catch {
    // If the claim isn't where it's expected, the address isn't verified.
    return false;
  }
}

/** Whether the ID token stored with an account said that this address is verified. The token was validated then. */
export function isVouchedByToken(
  provider: OAuthProvider,
  { id_token }: AdapterAccount,
  address: string,
): boolean {
  const claims =
    typeof id_token === "string" ? decodeObject(id_token.split(".")[1] ?? "") : undefined;
  if (typeof claims?.["email"] !== "string") return false;
  return isVouchedFor(provider, claims, foldAddress(address));
}
