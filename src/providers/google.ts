import type { IdOr } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { StandardClaims } from "./shared/claims.js";
import { userFromClaims } from "./shared/claims.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Google's ID token. */
export interface GoogleProfile extends StandardClaims {
  aud: string;
  azp: string;
  email: string;
  email_verified: boolean;
  exp: number;
  family_name?: string;
  given_name?: string;
  /** Domain of the person's Google Workspace. */
  hd?: string;
  iat: number;
  iss: string;
  at_hash?: string;
  jti?: string;
  locale?: string;
  name?: string;
  nbf?: number;
  picture?: string;
  sub: string;
}

/**
 * Signs people in with their Google account.
 *
 * ```ts
 * import Google from "latchkey/providers/google";
 *
 * providers: [Google]; // with AUTH_GOOGLE_ID and AUTH_GOOGLE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/google`
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
export default function Google<const Id extends string = "google">(
  options: OIDCUserConfig<GoogleProfile, Id> = {},
): OIDCConfig<GoogleProfile, IdOr<Id, "google">> {
  return {
    id: "google",
    name: "Google",
    type: "oidc",
    issuer: "https://accounts.google.com",
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#1a73e8",
      mark: "M12 3a9 9 0 1 0 9 9h-9v3h5.2a5.8 5.8 0 1 1-1.3-7.1l2.2-2.2A9 9 0 0 0 12 3z",
    },
    options,
  };
}
