import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Beyond Identity's ID token. */
export interface BeyondIdentityProfile extends StandardClaims {
  sub: string;
  name?: string;
  preferred_username?: string;
  email?: string;
}

/**
 * Signs users in with the passkeys of a Beyond Identity tenant.
 *
 * ```ts
 * import BeyondIdentity from "latchkey/providers/beyondidentity";
 *
 * providers: [
 *   BeyondIdentity({
 *     issuer: "https://auth-eu.beyondidentity.com/v1/tenants/00012da391ea206d/realms/862e4b72cfdce072/applications/a8c0aa60-38e4-42b6-bd52-ef64aba5478b",
 *   }),
 * ];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/beyondidentity`
 *
 * @see https://developer.beyondidentity.com/
 */
export default function BeyondIdentity<const Id extends IdOrProfile = "beyondidentity">(
  options: OIDCUserConfig<BeyondIdentityProfile, Id> = {},
): OIDCConfig<BeyondIdentityProfile, IdOr<Id, "beyondidentity">> {
  return {
    id: "beyondidentity",
    name: "Beyond Identity",
    ...oidc,
    profile: (profile) => ({ ...userFromClaims(profile), image: null }),
    style: { brandColor: "#5077c5" },
    options,
  };
}
