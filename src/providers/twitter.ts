import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /2/users/me`. */
export interface TwitterProfile {
  data: {
    id: string;
    name: string;
    username: string;
    email?: string;
    /** With the scope `users.email`, for applications that may request it. */
    confirmed_email?: string;
    location?: string;
    description?: string;
    url?: string;
    verified?: boolean;
    protected?: boolean;
    pinned_tweet_id?: string;
    created_at?: string;
    profile_image_url?: string;
    entities?: Record<string, unknown>;
    public_metrics?: Record<string, number>;
  };
  includes?: Record<string, unknown>;
}

/** The profile in OAuth 1.0, which next-auth 4 could use. It only keeps the name of the type: nothing returns it here. */
export interface TwitterLegacyProfile {
  id: number;
  id_str: string;
  name: string;
  screen_name: string;
  location: string;
  description: string;
  url: string;
  verified: boolean;
  created_at: string;
  lang?: string | null;
  profile_image_url: string;
  profile_image_url_https: string;
  email?: string;
}

/**
 * Signs users in with their X account.
 *
 * ```ts
 * import Twitter from "latchkey/providers/twitter";
 *
 * providers: [Twitter]; // with AUTH_TWITTER_ID and AUTH_TWITTER_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/twitter`
 *
 * For addresses, turn on "Request email from users" in the settings of the app at X.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export default function Twitter<const Id extends IdOrProfile = "twitter">(
  options: OAuthUserConfig<TwitterProfile, Id> = {},
): OAuth2Config<TwitterProfile, IdOr<Id, "twitter">> {
  return {
    id: "twitter",
    name: "Twitter",
    ...oauth,
    authorization: {
      url: "https://x.com/i/oauth2/authorize",
      params: { scope: "users.read users.email tweet.read offline.access" },
    },
    token: "https://api.x.com/2/oauth2/token",
    userinfo: "https://api.x.com/2/users/me?user.fields=profile_image_url,confirmed_email",
    checks: ["pkce", "state"],
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.name,
      email: data.email ?? data.confirmed_email ?? null,
      image: data.profile_image_url ?? null,
    }),
    style: {
      brandColor: "#1da1f2",
      mark: "M3 3h5l4.8 6.5L18.5 3h2.6L14 11.1 21.5 21h-5l-5.2-7L5.2 21H2.6l7.5-8.6zM6.6 4.8l10.6 14.4h1.6L8.2 4.8z",
    },
    options,
  };
}
