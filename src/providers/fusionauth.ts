import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import type { StandardClaims } from "./shared/claims.js";
import { fullName } from "./shared/full-name.js";
import { jsonResponse } from "./shared/json-response.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of FusionAuth's ID token. */
export interface FusionAuthProfile extends StandardClaims {
  aud: string;
  exp: number;
  iat: number;
  iss: string;
  sub: string;
  jti?: string;
  authenticationType?: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  name?: string;
  given_name?: string;
  middle_name?: string;
  family_name?: string;
  at_hash?: string;
  c_hash?: string;
  scope?: string;
  sid?: string;
  applicationId?: string;
  roles?: string[];
}

/** The options of this provider, in addition to the common ones. */
export interface FusionAuthOptions {
  /** Required if the server has several tenants. */
  tenantId?: string | undefined;
}

/**
 * Signs users in through an application of FusionAuth.
 *
 * ```ts
 * import FusionAuth from "latchkey/providers/fusionauth";
 *
 * providers: [
 *   FusionAuth({
 *     issuer: "https://fusionauth.example.com",
 *     tenantId: "1c4a7f4e-6d30-4f0a-9b5f-2f1d1c8a6a10",
 *   }),
 * ];
 * ```
 *
 * The tenant's issuer in FusionAuth must be the same address as `issuer`.
 *
 * Callback URL to register: `https://example.com/auth/callback/fusionauth`
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/
 */
export default function FusionAuth<const Id extends IdOrProfile = "fusionauth">(
  options: OIDCUserConfig<FusionAuthProfile, Id> & FusionAuthOptions = {},
): OIDCConfig<FusionAuthProfile, IdOr<Id, "fusionauth">> {
  return {
    id: "fusionauth",
    name: "FusionAuth",
    ...oidc,
    authorization: {
      url: below(options.issuer, "oauth2/authorize"),
      params: {
        scope: "openid offline_access email profile",
        ...(options.tenantId === undefined ? {} : { tenantId: options.tenantId }),
      },
    },
    token: { url: below(options.issuer, "oauth2/token"), conform: withoutChallenge },
    userinfo: below(options.issuer, "oauth2/userinfo"),
    jwks_endpoint: below(options.issuer, ".well-known/jwks.json"),
    checks: ["pkce", "state"],
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.sub),
      name:
        profile.name ??
        profile.preferred_username ??
        fullName(profile.given_name, profile.middle_name, profile.family_name),
      email: profile.email ?? null,
      image: profile.picture ?? null,
    }),
    style: { brandColor: "#f58320" },
    options,
  };
}

/**
 * FusionAuth sends `WWW-Authenticate` with successful responses, too, where it would be read as an
 * error.
 */
async function withoutChallenge(response: Response): Promise<Response | undefined> {
  if (response.status === 401 || !response.headers.has("www-authenticate")) return undefined;
  return jsonResponse(await response.clone().json(), response.status);
}
