import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** A postal address of a user. */
export interface VippsAddress {
  address_type?: string;
  country?: string;
  formatted?: string;
  postal_code?: string;
  region?: string;
  street_address?: string;
}

/** Claims of Vipps' userinfo response. */
export interface VippsProfile extends StandardClaims {
  sub: string;
  sid?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  birthdate?: string;
  email?: string;
  email_verified?: boolean;
  phone_number?: string;
  address?: VippsAddress;
  other_addresses?: VippsAddress[];
  accounts?: { account_name: string; account_number: string; bank_name: string }[];
  delegatedConsents?: Record<string, unknown>;
}

/**
 * Signs users in with their Vipps MobilePay account.
 *
 * ```ts
 * import Vipps from "latchkey/providers/vipps";
 *
 * providers: [Vipps]; // with AUTH_VIPPS_ID and AUTH_VIPPS_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/vipps`
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 */
export default function Vipps<const Id extends IdOrProfile = "vipps">(
  options: OIDCUserConfig<VippsProfile, Id> = {},
): OIDCConfig<VippsProfile, IdOr<Id, "vipps">> {
  return {
    id: "vipps",
    name: "Vipps",
    ...oidc,
    issuer: "https://api.vipps.no/access-management-1.0/access/",
    idToken: false,
    authorization: { params: { scope: "openid name email" } },
    checks: ["pkce", "state", "nonce"],
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: { brandColor: "#f05c18" },
    options,
  };
}
