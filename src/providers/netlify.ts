import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /api/v1/user`. */
export interface NetlifyProfile {
  id: string;
  uid: string | null;
  full_name: string;
  avatar_url: string;
  email: string;
  affiliate_id: string | null;
  site_count: number;
  created_at: string;
  last_login: string;
  login_providers: string[];
  slug?: string;
}

/**
 * Signs users in with their Netlify account.
 *
 * ```ts
 * import Netlify from "latchkey/providers/netlify";
 *
 * providers: [Netlify]; // with AUTH_NETLIFY_ID and AUTH_NETLIFY_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/netlify`
 *
 * @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/
 */
export default function Netlify<const Id extends IdOrProfile = "netlify">(
  options: OAuthUserConfig<NetlifyProfile, Id> = {},
): OAuth2Config<NetlifyProfile, IdOr<Id, "netlify">> {
  return {
    id: "netlify",
    name: "Netlify",
    ...oauth,
    authorization: { url: "https://app.netlify.com/authorize", params: { scope: "" } },
    token: "https://api.netlify.com/oauth/token",
    userinfo: "https://api.netlify.com/api/v1/user",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.full_name,
      email: profile.email,
      image: profile.avatar_url,
    }),
    style: { brandColor: "#32e6e2" },
    options,
  };
}
