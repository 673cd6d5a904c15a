import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /2.0/user`. It has no email address. */
export interface BitbucketProfile {
  display_name?: string;
  username: string;
  account_id: string;
  nickname: string;
  uuid: string;
  type: "user";
  account_status: string;
  is_staff: boolean;
  location: string | null;
  created_on: string;
  has_2fa_enabled: boolean | null;
  links: Partial<
    Record<"self" | "avatar" | "repositories" | "snippets" | "html" | "hooks", { href?: string }>
  >;
}

/**
 * Signs users in with their Bitbucket account.
 *
 * ```ts
 * import Bitbucket from "latchkey/providers/bitbucket";
 *
 * providers: [Bitbucket]; // with AUTH_BITBUCKET_ID and AUTH_BITBUCKET_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/bitbucket`
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/oauth-2/
 */
export default function Bitbucket<const Id extends IdOrProfile = "bitbucket">(
  options: OAuthUserConfig<BitbucketProfile, Id> = {},
): OAuth2Config<BitbucketProfile, IdOr<Id, "bitbucket">> {
  return {
    id: "bitbucket",
    name: "Bitbucket",
    ...oauth,
    authorization: {
      url: "https://bitbucket.org/site/oauth2/authorize",
      params: { scope: "account" },
    },
    token: "https://bitbucket.org/site/oauth2/access_token",
    userinfo: "https://api.bitbucket.org/2.0/user",
    profile: (profile) => ({
      id: String(profile.account_id),
      name: profile.display_name ?? profile.username,
      email: null,
      image: profile.links.avatar?.href ?? null,
    }),
    style: { brandColor: "#205081", mark: "M2.5 4h19l-3 16h-13zM9.5 9l.8 6h3.4l.8-6z" },
    options,
  };
}
