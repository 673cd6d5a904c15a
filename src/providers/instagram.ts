import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { withTokenType } from "./shared/with-token-type.js";

/** A person as `GET /me` shows them. It holds no e-mail address. */
export interface InstagramProfile {
  id: string;
  username: string;
  account_type?: "BUSINESS" | "MEDIA_CREATOR" | "PERSONAL";
  name?: string;
}

/**
 * Signs people in with their Instagram account.
 *
 * ```ts
 * import Instagram from "latchkey/providers/instagram";
 *
 * providers: [Instagram]; // with AUTH_INSTAGRAM_ID and AUTH_INSTAGRAM_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/instagram`
 *
 * @see https://developers.facebook.com/docs/instagram-platform
 */
export default function Instagram(
  options: OAuthUserConfig<InstagramProfile> = {},
): OAuth2Config<InstagramProfile> {
  return {
    id: "instagram",
    name: "Instagram",
    type: "oauth",
    authorization: {
      url: "https://api.instagram.com/oauth/authorize",
      params: { scope: "user_profile" },
    },
    token: { url: "https://api.instagram.com/oauth/access_token", conform: withTokenType },
    userinfo: "https://graph.instagram.com/me?fields=id,username,account_type,name",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.username,
      email: null,
      image: null,
    }),
    style: { brandColor: "#e4405f" },
    options,
  };
}
