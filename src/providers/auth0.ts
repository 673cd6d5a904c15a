import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Auth0's ID token. Actions of the tenant may add more. */
export interface Auth0Profile extends StandardClaims {
  sub: string;
  nickname?: string;
  email?: string;
  picture?: string;
  sid?: string;
  org_id?: string;
}

/**
 * Signs users in through a tenant of Auth0.
 *
 * ```ts
 * import Auth0 from "latchkey/providers/auth0";
 *
 * providers: [Auth0({ issuer: "https://example.eu.auth0.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/auth0`
 *
 * @see https://auth0.com/docs/authenticate
 */
export default function Auth0<const Id extends IdOrProfile = "auth0">(
  options: OIDCUserConfig<Auth0Profile, Id> = {},
): OIDCConfig<Auth0Profile, IdOr<Id, "auth0">> {
  return {
    id: "auth0",
    name: "Auth0",
    ...oidc,
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#eb5424",
      mark: "M12 2l7.5 2.5c1.5 6-.5 12.5-7.5 17.5C5 17 3 10.5 4.5 4.5zM12 7l-1.3 3.6H7l3 2.3-1.1 3.7 3.1-2.2 3.1 2.2-1.1-3.7 3-2.3h-3.7z",
    },
    endSession: { url: "v2/logout", returnParam: "returnTo" },
    options,
  };
}
