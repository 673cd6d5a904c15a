import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of the ID token. */
export interface DuendeISUser extends StandardClaims {
  sub: string;
  email?: string;
  name?: string;
}

/**
 * Signs users in through a Duende IdentityServer.
 *
 * ```ts
 * import DuendeIdentityServer6 from "latchkey/providers/duende-identity-server6";
 *
 * providers: [DuendeIdentityServer6({ issuer: "https://identity.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/duende-identity-server6`
 *
 * @see https://docs.duendesoftware.com/identityserver/
 */
export default function DuendeIdentityServer6<
  const Id extends IdOrProfile = "duende-identity-server6",
>(
  options: OIDCUserConfig<DuendeISUser, Id> = {},
): OIDCConfig<DuendeISUser, IdOr<Id, "duende-identity-server6">> {
  return {
    id: "duende-identity-server6",
    name: "DuendeIdentityServer6",
    ...oidc,
    profile: userFromClaims,
    style: { brandColor: "#4b2e83" },
    options,
  };
}
