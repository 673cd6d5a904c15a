import type { Untyped } from "../../types/common.js";
import type { User } from "../../types/session.js";

/**
 * The standard claims of an OpenID provider (OpenID Connect Core, section 5.1). Providers add their
 * own; nothing is known about a claim that isn't named here, so validate it.
 */
export interface StandardClaims {
  sub: string;
  name?: string | null;
  given_name?: string | null;
  family_name?: string | null;
  middle_name?: string | null;
  nickname?: string | null;
  preferred_username?: string | null;
  profile?: string | null;
  picture?: string | null;
  website?: string | null;
  email?: string | null;
  email_verified?: boolean | null;
  gender?: string | null;
  birthdate?: string | null;
  zoneinfo?: string | null;
  locale?: string | null;
  phone_number?: string | null;
  phone_number_verified?: boolean | null;
  updated_at?: number | string | null;
  [claim: string]: Untyped;
}

/** The user in the standard claims. */
export function userFromClaims(claims: StandardClaims): User {
  return {
    id: String(claims.sub),
    name: claims.name ?? claims.nickname ?? claims.preferred_username ?? null,
    email: claims.email ?? null,
    image: claims.picture ?? null,
  };
}
