import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** A user, as returned by `GET /rest/v1/me`. */
export interface WordPressProfile {
  ID: number;
  display_name: string;
  username: string;
  email: string;
  primary_blog?: number;
  language?: string;
  token_site_id?: number | null;
  avatar_URL: string;
  profile_URL?: string;
  verified?: boolean;
  email_verified?: boolean;
  date?: string;
  site_count?: number;
}

/**
 * Signs users in with their WordPress.com account.
 *
 * ```ts
 * import WordPress from "latchkey/providers/wordpress";
 *
 * providers: [WordPress]; // with AUTH_WORDPRESS_ID and AUTH_WORDPRESS_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/wordpress`
 *
 * @see https://developer.wordpress.com/docs/oauth2/
 */
export default function WordPress<const Id extends IdOrProfile = "wordpress">(
  options: OAuthUserConfig<WordPressProfile, Id> = {},
): OAuth2Config<WordPressProfile, IdOr<Id, "wordpress">> {
  return {
    id: "wordpress",
    name: "WordPress.com",
    ...oauth,
    authorization: {
      url: "https://public-api.wordpress.com/oauth2/authorize",
      params: { scope: "auth" },
    },
    token: "https://public-api.wordpress.com/oauth2/token",
    userinfo: "https://public-api.wordpress.com/rest/v1/me",
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.ID),
      name: profile.display_name,
      email: profile.email,
      image: profile.avatar_URL,
    }),
    style: {
      brandColor: "#3858e9",
      mark: "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM5.5 8L9 18h1.8l1.2-4.5 1.2 4.5H15l3.5-10h-2.2l-2 6.3L12.8 8h-1.6l-1.5 6.3L7.7 8z",
    },
    options,
  };
}
