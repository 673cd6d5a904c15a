import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** The role of a member in an organization or one of its resource groups. */
export type HuggingfaceRole = "admin" | "write" | "read" | "contributor";

/** A group of an organization's repositories. */
export interface HuggingfaceResourceGroup {
  sub: string;
  name: string;
  role: HuggingfaceRole;
}

/** An organization of the user. The optional members need access to it. */
export interface HuggingfaceOrganization {
  sub: string;
  name: string;
  picture: string;
  preferred_username: string;
  isEnterprise: boolean;
  canPay?: boolean;
  roleInOrg?: HuggingfaceRole;
  /** The organization requires single sign-on, which the user hasn't completed. */
  pendingSSO?: boolean;
  /** The organization requires a second factor, which the user hasn't set up. */
  missingMFA?: boolean;
  resourceGroups?: HuggingfaceResourceGroup[];
}

/** Claims of Hugging Face's ID token. */
export interface HuggingfaceProfile extends StandardClaims {
  sub: string;
  /** With the scope `profile`, as are `preferred_username`, `profile`, `picture` and `website`. */
  name?: string;
  preferred_username?: string;
  profile?: string;
  picture?: string;
  website?: string;
  /** With the scope `email`. */
  email?: string;
  /** With the scope `email`, and then always true. */
  email_verified?: boolean;
  /** Whether the user has a paid subscription. */
  isPro: boolean;
  /** With the scope `read-billing`. */
  canPay?: boolean;
  orgs: HuggingfaceOrganization[];
}

/**
 * Signs users in with their Hugging Face account.
 *
 * ```ts
 * import Huggingface from "latchkey/providers/huggingface";
 *
 * providers: [
 *   Huggingface({
 *     authorization: { params: { scope: "openid profile email read-repos", orgIds: "ORG_ID" } },
 *   }),
 * ];
 * ```
 *
 * The requested scopes, including `email`, must be enabled in the OAuth app's settings. `orgIds`
 * requests access to an organization.
 *
 * Callback URL to register: `https://example.com/auth/callback/huggingface`
 *
 * @see https://huggingface.co/docs/hub/oauth
 */
export default function Huggingface<const Id extends IdOrProfile = "huggingface">(
  options: OIDCUserConfig<HuggingfaceProfile, Id> = {},
): OIDCConfig<HuggingfaceProfile, IdOr<Id, "huggingface">> {
  return {
    id: "huggingface",
    name: "Hugging Face",
    ...oidc,
    issuer: "https://huggingface.co",
    authorization: { params: { scope: "openid profile email" } },
    checks: ["state", "pkce"],
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#ffd21e",
      mark: "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM8.5 8.5h2V11h-2zM13.5 8.5h2V11h-2zM7 13.5c1 4.5 9 4.5 10 0z",
    },
    options,
  };
}
