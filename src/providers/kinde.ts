import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Kinde's ID token. */
export interface KindeProfile extends StandardClaims {
  at_hash?: string;
  aud: string[] | string;
  auth_time?: number;
  azp?: string;
  email?: string;
  exp: number;
  family_name?: string;
  given_name?: string;
  iat: number;
  iss: string;
  jti?: string;
  name?: string;
  org_codes?: string[];
  sub: string;
  updated_at?: number;
  picture?: string;
}

/**
 * Signs users in through an environment of Kinde.
 *
 * ```ts
 * import Kinde from "latchkey/providers/kinde";
 *
 * providers: [Kinde({ issuer: "https://example.kinde.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/kinde`
 *
 * @see https://docs.kinde.com/
 */
export default function Kinde<const Id extends IdOrProfile = "kinde">(
  options: OIDCUserConfig<KindeProfile, Id> = {},
): OIDCConfig<KindeProfile, IdOr<Id, "kinde">> {
  return {
    id: "kinde",
    name: "Kinde",
    ...oidc,
    checks: ["state", "pkce"],
    profile: userFromClaims,
    style: { brandColor: "#0f0f0f" },
    options,
  };
}
