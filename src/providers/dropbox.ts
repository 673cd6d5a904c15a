import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { oauth } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** The response of `users/get_current_account`. */
export interface DropboxProfile {
  account_id: string;
  name: {
    given_name: string;
    surname: string;
    familiar_name: string;
    display_name: string;
    abbreviated_name: string;
  };
  email: string;
  email_verified: boolean;
  disabled: boolean;
  country?: string;
  locale: string;
  referral_link: string;
  is_paired: boolean;
  profile_photo_url?: string;
  account_type: { ".tag": "basic" | "pro" | "business" };
}

const accountUrl = "https://api.dropboxapi.com/2/users/get_current_account";

/**
 * Signs users in with their Dropbox account.
 *
 * ```ts
 * import Dropbox from "latchkey/providers/dropbox";
 *
 * providers: [Dropbox]; // with AUTH_DROPBOX_ID and AUTH_DROPBOX_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/dropbox`
 *
 * @see https://developers.dropbox.com/oauth-guide
 */
export default function Dropbox<const Id extends IdOrProfile = "dropbox">(
  options: OAuthUserConfig<DropboxProfile, Id> = {},
): OAuth2Config<DropboxProfile, IdOr<Id, "dropbox">> {
  return {
    id: "dropbox",
    name: "Dropbox",
    ...oauth,
    authorization: {
      url: "https://www.dropbox.com/oauth2/authorize",
      params: { token_access_type: "offline", scope: "account_info.read" },
    },
    token: "https://api.dropboxapi.com/oauth2/token",
    userinfo: {
      url: accountUrl,
      // All calls of this API are POST requests, this one without a body.
      request: ({ tokens, provider, fetch }) =>
        askWithBearer({ url: provider.userinfo?.url ?? accountUrl, tokens, fetch, method: "POST" }),
    },
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.account_id),
      name: profile.name.display_name,
      email: profile.email,
      image: profile.profile_photo_url ?? null,
    }),
    style: {
      brandColor: "#0061fe",
      mark: "M7 3l5 3.3-5 3.3-5-3.3zM17 3l5 3.3-5 3.3-5-3.3zM7 9.6l5 3.3-5 3.3-5-3.3zM17 9.6l5 3.3-5 3.3-5-3.3zM12 14.3l5 3.3-5 3.3-5-3.3z",
    },
    options,
  };
}
