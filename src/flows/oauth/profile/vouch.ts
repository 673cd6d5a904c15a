import { fromBase64Url, fromUtf8 } from "../../../crypto/encoding.js";
import { parseObject } from "../../../json.js";
import type { AdapterAccount } from "../../../types/adapter.js";
import { foldAddress } from "../../address.js";
import type { OAuthProvider } from "../provider/config.js";
import type { RawProfile } from "./profile.js";

/** Whether the provider vouches for an address that was read from this profile. */
export function isVouchedFor(
  { emailVerified, linksByEmail }: OAuthProvider,
  profile: RawProfile,
  address: string,
): boolean {
  // What is said of the address in the profile says nothing of one that `profile()` found elsewhere.
  const told = profile["email"];
  if (typeof told === "string" && foldAddress(told.trim()) !== address) return false;
  if (typeof emailVerified === "function") return judge(emailVerified, profile);
  // Nothing is known of the provider: the application may have said that its addresses can be believed.
  return emailVerified ?? (linksByEmail && isNotDenied(profile));
}

function isNotDenied({ email_verified }: RawProfile): boolean {
  return email_verified === undefined || email_verified === true;
}

function judge(verdict: (profile: object) => unknown, profile: RawProfile): boolean {
  try {
    return verdict({ ...profile }) === true;
  } catch {
    // A profile in which the claim is not where it was expected vouches for nothing.
    return false;
  }
}

/** Whether the ID token that is stored with an account vouched for this address. It was verified then. */
export function isVouchedByToken(
  provider: OAuthProvider,
  { id_token }: AdapterAccount,
  address: string,
): boolean {
  const claims = typeof id_token === "string" ? claimsOf(id_token) : undefined;
  if (typeof claims?.["email"] !== "string") return false;
  return isVouchedFor(provider, claims, foldAddress(address));
}

function claimsOf(token: string): RawProfile | undefined {
  const bytes = fromBase64Url(token.split(".")[1] ?? "");
  try {
    return bytes && parseObject(fromUtf8(bytes));
  } catch {
    return undefined;
  }
}
