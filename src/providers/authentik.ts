import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of authentik's ID token. */
export interface AuthentikProfile extends StandardClaims {
  iss: string;
  sub: string;
  aud: string;
  exp: number;
  iat: number;
  auth_time?: number;
  acr?: string;
  c_hash?: string;
  nonce?: string;
  at_hash?: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  preferred_username?: string;
  nickname?: string;
  groups?: string[];
}

/**
 * Signs users in through an application of authentik.
 *
 * ```ts
 * import Authentik from "latchkey/providers/authentik";
 *
 * providers: [Authentik({ issuer: "https://authentik.example.com/application/o/example/" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/authentik`
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 */
export default function Authentik<const Id extends IdOrProfile = "authentik">(
  options: OIDCUserConfig<AuthentikProfile, Id> = {},
): OIDCConfig<AuthentikProfile, IdOr<Id, "authentik">> {
  return {
    id: "authentik",
    name: "Authentik",
    ...oidc,
    profile: userFromClaims,
    style: { brandColor: "#fd4b2d" },
    options,
  };
}
