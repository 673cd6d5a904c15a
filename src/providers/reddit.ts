import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /api/v1/me`. It has no email address. */
export interface RedditProfile {
  id: string;
  name: string;
  icon_img?: string;
  snoovatar_img?: string;
  created_utc?: number;
  link_karma?: number;
  comment_karma?: number;
  total_karma?: number;
  is_gold?: boolean;
  is_mod?: boolean;
  is_employee?: boolean;
  has_verified_email?: boolean;
  over_18?: boolean;
  verified?: boolean;
}

/**
 * Signs users in with their Reddit account.
 *
 * ```ts
 * import Reddit from "latchkey/providers/reddit";
 *
 * providers: [Reddit]; // with AUTH_REDDIT_ID and AUTH_REDDIT_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/reddit`
 *
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export default function Reddit<const Id extends IdOrProfile = "reddit">(
  options: OAuthUserConfig<RedditProfile, Id> = {},
): OAuth2Config<RedditProfile, IdOr<Id, "reddit">> {
  return {
    id: "reddit",
    name: "Reddit",
    ...oauth,
    authorization: {
      url: "https://www.reddit.com/api/v1/authorize",
      params: { scope: "identity" },
    },
    token: "https://www.reddit.com/api/v1/access_token",
    userinfo: "https://oauth.reddit.com/api/v1/me",
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: null,
      // The URL's query has HTML entities, and the picture works without the query.
      image: profile.icon_img?.split("?")[0] || null,
    }),
    style: {
      brandColor: "#ff4500",
      mark: "M12 8.5c4.7 0 8.5 2.6 8.5 6.2S16.7 21 12 21s-8.5-2.7-8.5-6.3S7.3 8.5 12 8.5zM9 12.2a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM15 12.2a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM8.5 17.2c2 1.9 5 1.9 7 0l-.8-1c-1.6 1.4-3.8 1.4-5.4 0zM11.2 7.8l1.2-5 3.8.9a1.9 1.9 0 1 1-.3 1.5l-2.4-.6-.8 3.2z",
    },
    options,
  };
}
