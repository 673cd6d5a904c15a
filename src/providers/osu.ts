import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The part of a user that osu! shows everywhere. */
export interface OsuUserCompact {
  avatar_url: string;
  country_code: string;
  default_group: string;
  id: number;
  is_active: boolean;
  is_bot: boolean;
  is_deleted: boolean;
  is_online: boolean;
  is_supporter: boolean;
  last_visit: string | null;
  pm_friends_only: boolean;
  profile_colour: string | null;
  username: string;
}

/** A user, as returned by `GET /api/v2/me`. It has no email address. */
export interface OsuProfile extends OsuUserCompact {
  discord: string | null;
  has_supported: boolean;
  interests: string | null;
  join_date: string;
  kudosu: { available: number; total: number };
  location: string | null;
  max_blocks: number;
  max_friends: number;
  occupation: string | null;
  playmode: string;
  playstyle: string[] | null;
  post_count: number;
  profile_order: string[];
  title: string | null;
  title_url: string | null;
  twitter: string | null;
  website: string | null;
  country: { code: string; name: string };
  cover: { custom_url: string | null; url: string; id: string | null };
  is_restricted: boolean;
}

/**
 * Signs users in with their osu! account.
 *
 * ```ts
 * import Osu from "latchkey/providers/osu";
 *
 * providers: [Osu]; // with AUTH_OSU_ID and AUTH_OSU_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/osu`
 *
 * @see https://osu.ppy.sh/docs/index.html#authentication
 */
export default function Osu<const Id extends IdOrProfile = "osu">(
  options: OAuthUserConfig<OsuProfile, Id> = {},
): OAuth2Config<OsuProfile, IdOr<Id, "osu">> {
  return {
    id: "osu",
    name: "osu!",
    ...oauth,
    authorization: { url: "https://osu.ppy.sh/oauth/authorize", params: { scope: "identify" } },
    token: "https://osu.ppy.sh/oauth/token",
    userinfo: "https://osu.ppy.sh/api/v2/me",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.username,
      email: null,
      image: profile.avatar_url,
    }),
    style: { brandColor: "#ff66aa" },
    options,
  };
}
