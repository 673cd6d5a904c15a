import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Ping's ID token. */
export interface PingProfile extends StandardClaims {
  iss: string;
  sub: string;
  aud: string[] | string;
  iat: number;
  exp: number;
  acr?: string;
  amr?: string[];
  auth_time?: number;
  at_hash?: string;
  sid?: string;
  preferred_username?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  env?: string;
  org?: string;
  "p1.region"?: string;
}

/**
 * Signs users in through an environment of Ping Identity.
 *
 * ```ts
 * import PingId from "latchkey/providers/ping-id";
 *
 * providers: [PingId({ issuer: "https://auth.pingone.eu/ENVIRONMENT_ID/as" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/ping-id`
 *
 * @see https://docs.pingidentity.com/
 */
export default function PingId<const Id extends IdOrProfile = "ping-id">(
  options: OIDCUserConfig<PingProfile, Id> = {},
): OIDCConfig<PingProfile, IdOr<Id, "ping-id">> {
  return {
    id: "ping-id",
    name: "Ping Identity",
    ...oidc,
    profile: userFromClaims,
    style: { brandColor: "#b3282d" },
    options,
  };
}
