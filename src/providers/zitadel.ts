import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of ZITADEL's ID token. */
export interface ZitadelProfile extends StandardClaims {
  amr?: string[];
  aud: string[] | string;
  auth_time?: number;
  azp?: string;
  email?: string;
  email_verified?: boolean;
  exp: number;
  family_name?: string;
  given_name?: string;
  gender?: string;
  iat: number;
  iss: string;
  jti?: string;
  locale?: string;
  name?: string;
  nbf?: number;
  picture?: string;
  phone_number?: string;
  phone_number_verified?: boolean;
  preferred_username?: string;
  sub: string;
}

/**
 * Signs users in through an instance of ZITADEL.
 *
 * ```ts
 * import ZITADEL from "latchkey/providers/zitadel";
 *
 * providers: [ZITADEL({ issuer: "https://example.zitadel.cloud" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/zitadel`
 *
 * @see https://zitadel.com/docs/guides/integrate/login/oidc
 */
export default function ZITADEL<const Id extends IdOrProfile = "zitadel">(
  options: OIDCUserConfig<ZitadelProfile, Id> = {},
): OIDCConfig<ZitadelProfile, IdOr<Id, "zitadel">> {
  return {
    id: "zitadel",
    name: "ZITADEL",
    ...oidc,
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: { brandColor: "#5469d4" },
    options,
  };
}
