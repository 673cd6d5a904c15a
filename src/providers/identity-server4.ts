import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of the ID token. */
export interface IdentityServer4Profile extends StandardClaims {
  sub: string;
  name?: string;
  email?: string;
}

/**
 * Signs users in through an IdentityServer4.
 *
 * ```ts
 * import IdentityServer4 from "latchkey/providers/identity-server4";
 *
 * providers: [IdentityServer4({ issuer: "https://identity.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/identity-server4`
 *
 * @see https://identityserver4.readthedocs.io/
 */
export default function IdentityServer4<const Id extends IdOrProfile = "identity-server4">(
  options: OIDCUserConfig<IdentityServer4Profile, Id> = {},
): OIDCConfig<IdentityServer4Profile, IdOr<Id, "identity-server4">> {
  return {
    id: "identity-server4",
    name: "IdentityServer4",
    ...oidc,
    profile: userFromClaims,
    style: { brandColor: "#2d6ca2" },
    options,
  };
}
