import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { jsonResponse } from "./shared/json-response.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";

/** A user, as returned by `GET /me`. It has no email address. */
export interface InstagramProfile {
  /** Id of the user for this application. */
  id: string;
  username: string;
  /** Id of the professional account, the same for every application. */
  user_id?: string;
  account_type?: string;
  name?: string;
  profile_picture_url?: string;
}

/**
 * Signs users in with their professional Instagram account (business or creator). Personal accounts
 * can no longer sign in to other sites.
 *
 * ```ts
 * import Instagram from "latchkey/providers/instagram";
 *
 * providers: [Instagram]; // with AUTH_INSTAGRAM_ID and AUTH_INSTAGRAM_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/instagram`
 *
 * @see
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export default function Instagram<const Id extends IdOrProfile = "instagram">(
  options: OAuthUserConfig<InstagramProfile, Id> = {},
): OAuth2Config<InstagramProfile, IdOr<Id, "instagram">> {
  return {
    id: "instagram",
    name: "Instagram",
    ...oauth,
    authorization: {
      url: "https://www.instagram.com/oauth/authorize",
      params: { scope: "instagram_business_basic" },
    },
    token: { url: "https://api.instagram.com/oauth/access_token", conform: onlyItem },
    userinfo: {
      url: "https://graph.instagram.com/me?fields=id,user_id,username,account_type,name,profile_picture_url",
      conform: onlyItem,
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.username,
      email: null,
      image: profile.profile_picture_url ?? null,
    }),
    style: {
      brandColor: "#e4405f",
      mark: "M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zm0 2.2A2.8 2.8 0 0 0 4.2 7v10A2.8 2.8 0 0 0 7 19.8h10a2.8 2.8 0 0 0 2.8-2.8V7A2.8 2.8 0 0 0 17 4.2zM12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10zm0 2.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6zM17 5.5h1.5V7H17z",
    },
    options,
  };
}

/**
 * The documentation allows a response with the user as the only item of a list, `data`; most come
 * without it.
 */
async function onlyItem(response: Response): Promise<Response | undefined> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const data: unknown = isRecord(answer) ? answer["data"] : undefined;
  const item: unknown = Array.isArray(data) ? data[0] : undefined;
  return isRecord(item) ? jsonResponse(item, response.status) : undefined;
}
