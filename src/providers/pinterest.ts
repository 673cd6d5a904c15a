import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** An account, as returned by `GET /v5/user_account`. It has no email address. */
export interface PinterestProfile {
  account_type: "BUSINESS" | "PINNER";
  profile_image: string;
  website_url: string | null;
  username: string;
  /** Doesn't change with the name. */
  id: string;
  business_name?: string | null;
}

/**
 * Signs users in with their Pinterest account.
 *
 * ```ts
 * import PinterestProvider from "latchkey/providers/pinterest";
 *
 * providers: [PinterestProvider]; // with AUTH_PINTEREST_ID and AUTH_PINTEREST_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/pinterest`
 *
 * Accounts are identified by their id. Accounts stored under a user name, which someone else can
 * take once it's given up, are found with `acceptFormerId: true` once, and then stored under their
 * id.
 *
 * @see
 * https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/
 */
export default function PinterestProvider<const Id extends IdOrProfile = "pinterest">(
  options: OAuthUserConfig<PinterestProfile, Id> = {},
): OAuth2Config<PinterestProfile, IdOr<Id, "pinterest">> {
  return {
    id: "pinterest",
    name: "Pinterest",
    ...oauth,
    authorization: {
      url: "https://www.pinterest.com/oauth",
      params: { scope: "user_accounts:read" },
    },
    token: "https://api.pinterest.com/v5/oauth/token",
    userinfo: "https://api.pinterest.com/v5/user_account",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.username,
      email: null,
      image: profile.profile_image,
    }),
    formerId: ({ username }) => username,
    style: {
      brandColor: "#bd081c",
      mark: "M9 3h5a5.5 5.5 0 0 1 0 11h-1.8l-1.7 8H7.7L9 14zM12 6l-.8 5H14a2.5 2.5 0 0 0 0-5z",
    },
    options,
  };
}
