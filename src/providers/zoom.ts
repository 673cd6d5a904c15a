import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /v2/users/me`. */
export interface ZoomProfile {
  id: string;
  first_name: string;
  last_name: string;
  display_name?: string;
  type: number;
  role_name?: string;
  email: string;
  /** 1 if the address is verified. */
  verified?: number;
  pmi?: number;
  use_pmi?: boolean;
  vanity_url?: string;
  personal_meeting_url?: string;
  timezone?: string;
  created_at?: string;
  last_login_time?: string;
  host_key?: string;
  jid?: string;
  account_id?: string;
  account_number?: number;
  group_ids?: string[];
  im_group_ids?: string[];
  phone_numbers?: {
    country: string;
    code: string;
    number: string;
    verified: boolean;
    label: string;
  }[];
  phone_country?: string;
  phone_number?: string;
  dept?: string;
  language?: string;
  status?: string;
  job_title?: string;
  location?: string;
  company?: string;
  cms_user_id?: string;
  cluster?: string;
  pic_url?: string;
}

/**
 * Signs users in with their Zoom account.
 *
 * ```ts
 * import Zoom from "latchkey/providers/zoom";
 *
 * providers: [Zoom]; // with AUTH_ZOOM_ID and AUTH_ZOOM_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/zoom`
 *
 * @see https://developers.zoom.us/docs/integrations/oauth/
 */
export default function Zoom<const Id extends IdOrProfile = "zoom">(
  options: OAuthUserConfig<ZoomProfile, Id> = {},
): OAuth2Config<ZoomProfile, IdOr<Id, "zoom">> {
  return {
    id: "zoom",
    name: "Zoom",
    ...oauth,
    authorization: { url: "https://zoom.us/oauth/authorize", params: { scope: "" } },
    token: "https://zoom.us/oauth/token",
    userinfo: "https://api.zoom.us/v2/users/me",
    emailVerified: ({ verified }) => verified === 1,
    profile: (profile) => ({
      id: String(profile.id),
      name: fullName(profile.first_name, profile.last_name),
      email: profile.email,
      image: profile.pic_url ?? null,
    }),
    style: {
      brandColor: "#0b5cff",
      mark: "M3 6h11a2 2 0 0 1 2 2v10H5a2 2 0 0 1-2-2zM17.5 10.5L22 7v10l-4.5-3.5z",
    },
    options,
  };
}
