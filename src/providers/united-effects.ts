import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of United Effects' ID token. */
export interface UnitedEffectsProfile extends StandardClaims {
  sub: string;
  email?: string;
}

/**
 * Signs users in through an auth group of United Effects.
 *
 * ```ts
 * import UnitedEffects from "latchkey/providers/united-effects";
 *
 * providers: [UnitedEffects({ issuer: "https://auth.unitedeffects.com/GROUP_ID" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/united-effects`
 *
 * @see https://docs.unitedeffects.com/
 */
export default function UnitedEffects<const Id extends IdOrProfile = "united-effects">(
  options: OIDCUserConfig<UnitedEffectsProfile, Id> = {},
): OIDCConfig<UnitedEffectsProfile, IdOr<Id, "united-effects">> {
  return {
    id: "united-effects",
    name: "United Effects",
    ...oidc,
    authorization: {
      params: { scope: "openid email profile" },
      request: ({ url, provider }) => withResource(url, provider.issuer),
    },
    profile: userFromClaims,
    style: { brandColor: "#3b6ea5" },
    options,
  };
}

/** The tokens are requested for the issuer itself (RFC 8707). */
function withResource(prepared: URL, issuer: string | undefined): URL {
  const url = new URL(prepared);
  if (issuer !== undefined) url.searchParams.set("resource", issuer);
  return url;
}
