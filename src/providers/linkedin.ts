import type { Untyped } from "../types/common.js";
import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of LinkedIn's ID token. */
export interface LinkedInProfile {
  sub: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
  locale?: string | { language: string; country: string };
  email?: string;
  email_verified?: boolean;
  [claim: string]: Untyped;
}

/**
 * Signs users in with their LinkedIn account.
 *
 * ```ts
 * import LinkedIn from "latchkey/providers/linkedin";
 *
 * providers: [LinkedIn]; // with AUTH_LINKEDIN_ID and AUTH_LINKEDIN_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/linkedin`
 *
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export default function LinkedIn<const Id extends IdOrProfile = "linkedin">(
  options: OIDCUserConfig<LinkedInProfile, Id> = {},
): OIDCConfig<LinkedInProfile, IdOr<Id, "linkedin">> {
  return {
    id: "linkedin",
    name: "LinkedIn",
    ...oidc,
    issuer: "https://www.linkedin.com/oauth",
    // Its ID tokens don't contain the nonce, and LinkedIn enables PKCE on request only.
    checks: ["state"],
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.sub),
      name: profile.name ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
    }),
    style: {
      brandColor: "#0a66c2",
      mark: "M3 9h4v12H3zM5 2.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4zM9.5 9h3.8v1.7c.7-1.2 2-2 3.7-2 3 0 4.5 1.9 4.5 5.2V21h-4v-6.5c0-1.6-.6-2.5-1.9-2.5-1.3 0-2.1.9-2.1 2.5V21h-4z",
    },
    options,
  };
}
