import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { fullName } from "./shared/full-name.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Posted by Apple with the code when the user consents for the first time. */
export interface AppleNonConformUser {
  name?: { firstName?: string; lastName?: string };
  email?: string;
}

/** Claims of Apple's ID token. */
export interface AppleProfile {
  sub: string;
  iss: string;
  aud: string;
  exp: number;
  iat: number;
  nonce?: string;
  nonce_supported?: boolean;
  email?: string;
  /** Apple has sent the string and the boolean. */
  email_verified?: "true" | "false" | boolean;
  is_private_email?: "true" | "false" | boolean;
  real_user_status?: 0 | 1 | 2;
  transfer_sub?: string;
  at_hash?: string;
  auth_time?: number;
  user?: AppleNonConformUser;
  [claim: string]: unknown;
}

/**
 * Signs users in with their Apple account (Sign in with Apple).
 *
 * ```ts
 * import Apple from "latchkey/providers/apple";
 *
 * providers: [Apple]; // with AUTH_APPLE_ID and AUTH_APPLE_SECRET
 * ```
 *
 * Apple responds with a form post to an https URL, and sends the user's name with the first consent
 * only. `clientSecret` is a token signed with the key from Apple's developer site.
 *
 * Callback URL to register: `https://example.com/auth/callback/apple`
 *
 * @see https://developer.apple.com/documentation/signinwithapple
 */
export default function Apple<const Id extends IdOrProfile = "apple">(
  options: OIDCUserConfig<AppleProfile, Id> = {},
): OIDCConfig<AppleProfile, IdOr<Id, "apple">> {
  return {
    id: "apple",
    name: "Apple",
    ...oidc,
    issuer: "https://appleid.apple.com",
    authorization: { params: { scope: "name email", response_mode: "form_post" } },
    checks: ["nonce", "state"],
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.sub),
      name:
        fullName(profile.user?.name?.firstName, profile.user?.name?.lastName) ??
        profile.email ??
        null,
      email: profile.email ?? null,
      image: null,
    }),
    style: {
      brandColor: "#000000",
      mark: "M12 7.5c1.5-1 3-1.5 4.6-1.2 3 .5 4 4 3.4 7-.7 3.6-3 7.7-5.5 7.7-1 0-1.5-.6-2.5-.6s-1.5.6-2.5.6c-2.5 0-4.8-4.1-5.5-7.7-.6-3 .4-6.5 3.4-7 1.6-.3 3.1.2 4.6 1.2zM12 5.5c0-2 1.4-3.5 3.3-3.7 0 2-1.3 3.6-3.3 3.7z",
    },
    options,
  };
}
