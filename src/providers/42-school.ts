import type { IdOr } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";

/** A person as `GET /v2/me` shows them. */
export interface FortyTwoProfile {
  id: number;
  email: string;
  login: string;
  first_name: string;
  last_name: string;
  usual_full_name: string | null;
  usual_first_name: string | null;
  displayname: string;
  url: string;
  phone: string | null;
  kind: string;
  image: {
    link: string | null;
    versions: { large: string; medium: string; small: string; micro: string } | null;
  };
  "staff?": boolean;
  correction_point: number;
  pool_month: string | null;
  pool_year: string | null;
  location: string | null;
  wallet: number;
  anonymize_date: string | null;
  created_at: string;
  updated_at: string;
  "alumni?": boolean;
  "active?": boolean;
  campus: { id: number; name: string; time_zone: string; country: string; city: string }[];
  cursus_users: {
    id: number;
    grade: string | null;
    level: number;
    begin_at: string;
    end_at: string | null;
    cursus_id: number;
  }[];
}

/**
 * Signs people in with their account at a 42 school.
 *
 * ```ts
 * import FortyTwo from "latchkey/providers/42-school";
 *
 * providers: [FortyTwo]; // with AUTH_42_SCHOOL_ID and AUTH_42_SCHOOL_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/42-school`
 *
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 */
export default function FortyTwo<const Id extends string = "42-school">(
  options: OAuthUserConfig<FortyTwoProfile, Id> = {},
): OAuth2Config<FortyTwoProfile, IdOr<Id, "42-school">> {
  return {
    id: "42-school",
    name: "42 School",
    type: "oauth",
    authorization: {
      url: "https://api.intra.42.fr/oauth/authorize",
      params: { scope: "public" },
    },
    token: "https://api.intra.42.fr/oauth/token",
    userinfo: "https://api.intra.42.fr/v2/me",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.usual_full_name ?? profile.displayname,
      email: profile.email,
      image: profile.image.link,
    }),
    style: { brandColor: "#00babc" },
    options,
  };
}
