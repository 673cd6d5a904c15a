import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of SimpleLogin's ID token. */
export interface SimpleLoginProfile extends StandardClaims {
  sub: string;
  id?: number;
  email?: string;
  email_verified?: boolean;
  name?: string;
  avatar_url?: string | null;
  client?: string;
}

/**
 * Signs users in with their SimpleLogin account, under an alias if they like.
 *
 * ```ts
 * import SimpleLogin from "latchkey/providers/simplelogin";
 *
 * providers: [SimpleLogin]; // with AUTH_SIMPLELOGIN_ID and AUTH_SIMPLELOGIN_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/simplelogin`
 *
 * @see https://simplelogin.io/docs/siwsl/intro/
 */
export default function SimpleLogin<const Id extends IdOrProfile = "simplelogin">(
  options: OIDCUserConfig<SimpleLoginProfile, Id> = {},
): OIDCConfig<SimpleLoginProfile, IdOr<Id, "simplelogin">> {
  return {
    id: "simplelogin",
    name: "SimpleLogin",
    ...oidc,
    issuer: "https://app.simplelogin.io",
    // Its ID tokens contain the nonce only if `openid` is the only scope.
    checks: ["pkce"],
    emailVerified: byEmailVerified,
    profile: (profile) => ({ ...userFromClaims(profile), image: profile.avatar_url ?? null }),
    style: { brandColor: "#e3156a" },
    options,
  };
}
