import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Okta's ID token. */
export interface OktaProfile extends StandardClaims {
  iss: string;
  ver?: string | number;
  sub: string;
  aud: string;
  iat: number;
  exp: number;
  jti?: string;
  auth_time?: number;
  amr?: string[];
  idp?: string;
  nonce?: string;
  name?: string;
  nickname?: string;
  preferred_username?: string;
  given_name?: string;
  middle_name?: string;
  family_name?: string;
  email?: string;
  email_verified?: boolean;
  profile?: string;
  zoneinfo?: string;
  locale?: string;
  phone_number?: string;
  picture?: string;
  website?: string;
  gender?: string;
  birthdate?: string;
  updated_at?: number;
  at_hash?: string;
  c_hash?: string;
  groups?: string[];
}

/**
 * Signs users in through an authorization server of Okta.
 *
 * ```ts
 * import Okta from "latchkey/providers/okta";
 *
 * providers: [Okta({ issuer: "https://example.okta.com/oauth2/default" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/okta`
 *
 * @see https://developer.okta.com/docs/concepts/oauth-openid/
 */
export default function Okta<const Id extends IdOrProfile = "okta">(
  options: OIDCUserConfig<OktaProfile, Id> = {},
): OIDCConfig<OktaProfile, IdOr<Id, "okta">> {
  return {
    id: "okta",
    name: "Okta",
    ...oidc,
    checks: ["pkce", "state"],
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#00297a",
      mark: "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19zm0 5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z",
    },
    options,
  };
}
