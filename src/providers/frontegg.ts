import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Frontegg's ID token. */
export interface FronteggProfile extends StandardClaims {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  tenantId?: string;
  tenantIds?: string[];
  roles?: string[];
  permissions?: string[];
  metadata?: Record<string, unknown>;
  profilePictureUrl?: string;
  iat?: number;
  exp?: number;
  iss?: string;
  aud?: string;
}

/**
 * Signs users in through an environment of Frontegg.
 *
 * ```ts
 * import Frontegg from "latchkey/providers/frontegg";
 *
 * providers: [Frontegg({ issuer: "https://app-example.frontegg.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/frontegg`
 *
 * @see https://developers.frontegg.com/
 */
export default function Frontegg<const Id extends IdOrProfile = "frontegg">(
  options: OIDCUserConfig<FronteggProfile, Id> = {},
): OIDCConfig<FronteggProfile, IdOr<Id, "frontegg">> {
  return {
    id: "frontegg",
    name: "Frontegg",
    ...oidc,
    authorization: below(options.issuer, "oauth/authorize"),
    token: below(options.issuer, "oauth/token"),
    userinfo: below(options.issuer, "identity/resources/users/v2/me"),
    jwks_endpoint: below(options.issuer, ".well-known/jwks.json"),
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      ...userFromClaims(profile),
      image: profile.picture ?? profile.profilePictureUrl ?? null,
    }),
    style: { brandColor: "#36373c" },
    options,
  };
}
