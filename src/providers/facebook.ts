import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user's picture in a response of the Graph API. */
export interface FacebookPicture {
  url: string;
  height?: number;
  width?: number;
  is_silhouette?: boolean;
}

/** A user, as returned by `GET /me`. People without a confirmed address have no `email`. */
export interface FacebookProfile {
  id: string;
  name: string;
  email?: string;
  /** Included if `userinfo` requests it, which it does by default. */
  picture: { data: FacebookPicture };
}

/**
 * Signs users in with their Facebook account.
 *
 * ```ts
 * import Facebook from "latchkey/providers/facebook";
 *
 * providers: [Facebook]; // with AUTH_FACEBOOK_ID and AUTH_FACEBOOK_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/facebook`
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export default function Facebook<const Id extends IdOrProfile = "facebook">(
  options: OAuthUserConfig<FacebookProfile, Id> = {},
): OAuth2Config<FacebookProfile, IdOr<Id, "facebook">> {
  return {
    id: "facebook",
    name: "Facebook",
    ...oauth,
    authorization: {
      url: "https://www.facebook.com/v26.0/dialog/oauth",
      params: { scope: "email" },
    },
    token: "https://graph.facebook.com/oauth/access_token",
    userinfo: "https://graph.facebook.com/me?fields=id,name,email,picture",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.email ?? null,
      image: pictureOf(profile),
    }),
    style: {
      brandColor: "#006aff",
      mark: "M10 22v-8.5H7V10h3V7.5C10 4.5 11.8 3 14.5 3H17v3.4h-1.7c-1.2 0-1.6.6-1.6 1.6v2H17l-.5 3.5h-2.8V22z",
    },
    options,
  };
}

/** An application may request other fields. */
function pictureOf({ picture }: Partial<FacebookProfile>): string | null {
  return picture?.data.url ?? null;
}
