import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";

/** An athlete, as returned by `GET /api/v3/athlete`. It has no email address. */
export interface StravaProfile {
  id: number;
  username: string | null;
  resource_state: number;
  firstname: string;
  lastname: string;
  city: string | null;
  state: string | null;
  country: string | null;
  sex: "M" | "F" | null;
  premium: boolean;
  summit: boolean;
  created_at: string;
  updated_at: string;
  badge_type_id: number;
  profile_medium: string;
  profile: string;
}

/**
 * Signs users in with their Strava account.
 *
 * ```ts
 * import Strava from "latchkey/providers/strava";
 *
 * providers: [Strava]; // with AUTH_STRAVA_ID and AUTH_STRAVA_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/strava`
 *
 * @see https://developers.strava.com/docs/authentication/
 */
export default function Strava<const Id extends IdOrProfile = "strava">(
  options: OAuthUserConfig<StravaProfile, Id> = {},
): OAuth2Config<StravaProfile, IdOr<Id, "strava">> {
  return {
    id: "strava",
    name: "Strava",
    ...oauth,
    authorization: {
      url: "https://www.strava.com/api/v3/oauth/authorize",
      params: { scope: "read", approval_prompt: "auto", response_type: "code" },
    },
    token: "https://www.strava.com/api/v3/oauth/token",
    userinfo: "https://www.strava.com/api/v3/athlete",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.id),
      name: fullName(profile.firstname, profile.lastname),
      email: null,
      image: profile.profile,
    }),
    style: {
      brandColor: "#fc4c02",
      mark: "M9.5 2l6 11.5h-3.7L9.5 9l-2.3 4.5H3.5zM14 22l-4-7.5h2.6l1.4 2.7 1.4-2.7H18z",
    },
    options,
  };
}
