import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /api/users/me`. */
export interface Concept2Profile {
  data: {
    id: number;
    username: string;
    first_name: string;
    last_name: string;
    gender: string;
    dob: string;
    email: string;
    country: string;
    profile_image: string | null;
    age_restricted: boolean;
    email_permission: boolean | null;
    max_heart_rate: number | null;
    weight: number | null;
    logbook_privacy: string | null;
  };
}

/**
 * Signs users in with their Concept2 logbook.
 *
 * ```ts
 * import Concept2 from "latchkey/providers/concept2";
 *
 * providers: [Concept2]; // with AUTH_CONCEPT2_ID and AUTH_CONCEPT2_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/concept2`
 *
 * @see https://log.concept2.com/developers/documentation/
 */
export default function Concept2<const Id extends IdOrProfile = "concept2">(
  options: OAuthUserConfig<Concept2Profile, Id> = {},
): OAuth2Config<Concept2Profile, IdOr<Id, "concept2">> {
  return {
    id: "concept2",
    name: "Concept2",
    ...oauth,
    authorization: {
      url: "https://log.concept2.com/oauth/authorize",
      params: { scope: "user:read,results:write" },
    },
    token: "https://log.concept2.com/oauth/access_token",
    userinfo: "https://log.concept2.com/api/users/me",
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.username,
      email: data.email,
      image: data.profile_image,
    }),
    style: { brandColor: "#1c5c9c" },
    options,
  };
}
