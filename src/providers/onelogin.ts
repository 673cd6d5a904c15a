import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of OneLogin's ID token. */
export interface OneLoginProfile extends StandardClaims {
  sub: string;
  name?: string;
  email?: string;
  preferred_username?: string;
  groups?: string[];
}

/**
 * Signs users in through an application of OneLogin.
 *
 * ```ts
 * import OneLogin from "latchkey/providers/onelogin";
 *
 * providers: [OneLogin({ issuer: "https://example.onelogin.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/onelogin`
 *
 * @see https://developers.onelogin.com/openid-connect
 */
export default function OneLogin<const Id extends IdOrProfile = "onelogin">(
  options: OIDCUserConfig<OneLoginProfile, Id> = {},
): OIDCConfig<OneLoginProfile, IdOr<Id, "onelogin">> {
  const issuer = oidcIssuer(options.issuer);
  return {
    id: "onelogin",
    name: "OneLogin",
    ...oidc,
    issuer,
    profile: userFromClaims,
    style: { brandColor: "#1c1f2a" },
    options: { ...options, issuer },
  };
}

/** OneLogin's issuer is a path below the account's URL. */
function oidcIssuer(issuer: string | undefined): string | undefined {
  return issuer?.endsWith("/oidc/2") ? issuer : below(issuer, "oidc/2");
}
