import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /2.0/users/me`. */
export interface BoxProfile {
  id: string;
  type: "user";
  name: string;
  /** The email address that the user signs in with. */
  login: string;
  created_at: string;
  modified_at: string;
  language: string;
  timezone: string;
  space_amount: number;
  space_used: number;
  max_upload_size: number;
  status: "active" | "inactive" | "cannot_delete_edit" | "cannot_delete_edit_upload";
  job_title: string;
  phone: string;
  address: string;
  avatar_url: string;
  notification_email?: { email: string; is_confirmed: boolean } | null;
}

/**
 * Signs users in with their Box account.
 *
 * ```ts
 * import Box from "latchkey/providers/box";
 *
 * providers: [Box]; // with AUTH_BOX_ID and AUTH_BOX_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/box`
 *
 * @see https://developer.box.com/guides/authentication/oauth2/
 */
export default function Box<const Id extends IdOrProfile = "box">(
  options: OAuthUserConfig<BoxProfile, Id> = {},
): OAuth2Config<BoxProfile, IdOr<Id, "box">> {
  return {
    id: "box",
    name: "Box",
    ...oauth,
    // The scopes are those of the application; requesting others is an error.
    authorization: { url: "https://account.box.com/api/oauth2/authorize", params: { scope: "" } },
    token: "https://api.box.com/oauth2/token",
    userinfo: "https://api.box.com/2.0/users/me",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.login,
      image: profile.avatar_url,
    }),
    style: {
      brandColor: "#0075c9",
      mark: "M3 5h2.5v5.5a5 5 0 0 1 6.5 1a5 5 0 1 1 0 6a5 5 0 1 1-9-3zM8 12.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5zM16 12.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z",
    },
    options,
  };
}
