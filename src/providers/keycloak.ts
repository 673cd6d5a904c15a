import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Keycloak's ID token. */
export interface KeycloakProfile extends StandardClaims {
  exp: number;
  iat: number;
  auth_time?: number;
  jti: string;
  iss: string;
  aud: string;
  sub: string;
  typ: string;
  azp: string;
  session_state?: string;
  at_hash?: string;
  acr?: string;
  sid?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  picture?: string;
}

/**
 * Signs users in through a realm of Keycloak.
 *
 * ```ts
 * import Keycloak from "latchkey/providers/keycloak";
 *
 * providers: [Keycloak({ issuer: "https://keycloak.example.com/realms/example" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/keycloak`
 *
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 */
export default function Keycloak<const Id extends IdOrProfile = "keycloak">(
  options: OIDCUserConfig<KeycloakProfile, Id> = {},
): OIDCConfig<KeycloakProfile, IdOr<Id, "keycloak">> {
  return {
    id: "keycloak",
    name: "Keycloak",
    ...oidc,
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#428bca",
      mark: "M7 3h10l5 9-5 9H7l-5-9zM12 7.5a2.8 2.8 0 0 0-1.3 5.3L10 17h4l-.7-4.2A2.8 2.8 0 0 0 12 7.5z",
    },
    options,
  };
}
