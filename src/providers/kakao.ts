import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** An instant as `2022-04-11T01:45:28Z`. */
export type DateTime = string;
export type Gender = "female" | "male";
/** Month and day as `MMDD`. */
export type Birthday = string;
export type AgeRange =
  | "1-9"
  | "10-14"
  | "15-19"
  | "20-29"
  | "30-39"
  | "40-49"
  | "50-59"
  | "60-69"
  | "70-79"
  | "80-89"
  | "90-";

/** A user, as returned by `GET /v2/user/me`. */
export interface KakaoProfile {
  id: number;
  has_signed_up?: boolean;
  connected_at?: DateTime;
  synched_at?: DateTime;
  properties?: Record<string, string>;
  kakao_account?: {
    profile_needs_agreement?: boolean;
    profile_nickname_needs_agreement?: boolean;
    profile_image_needs_agreement?: boolean;
    profile?: {
      nickname?: string;
      thumbnail_image_url?: string;
      profile_image_url?: string;
      is_default_image?: boolean;
    };
    name_needs_agreement?: boolean;
    name?: string;
    email_needs_agreement?: boolean;
    is_email_valid?: boolean;
    is_email_verified?: boolean;
    email?: string;
    age_range_needs_agreement?: boolean;
    age_range?: AgeRange;
    birthyear_needs_agreement?: boolean;
    birthyear?: string;
    birthday_needs_agreement?: boolean;
    birthday?: Birthday;
    birthday_type?: "SOLAR" | "LUNAR";
    gender_needs_agreement?: boolean;
    gender?: Gender;
    phone_number_needs_agreement?: boolean;
    phone_number?: string;
    ci_needs_agreement?: boolean;
    ci?: string;
    ci_authenticated_at?: DateTime;
  };
}

/**
 * Signs users in with their Kakao account.
 *
 * ```ts
 * import Kakao from "latchkey/providers/kakao";
 *
 * providers: [Kakao]; // with AUTH_KAKAO_ID and AUTH_KAKAO_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/kakao`
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 */
export default function Kakao<const Id extends IdOrProfile = "kakao">(
  options: OAuthUserConfig<KakaoProfile, Id> = {},
): OAuth2Config<KakaoProfile, IdOr<Id, "kakao">> {
  return {
    id: "kakao",
    name: "Kakao",
    ...oauth,
    // The consent items of the application decide which data is readable.
    authorization: { url: "https://kauth.kakao.com/oauth/authorize", params: { scope: "" } },
    token: "https://kauth.kakao.com/oauth/token",
    userinfo: "https://kapi.kakao.com/v2/user/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: ({ kakao_account: account }) =>
      account?.is_email_valid === true && account.is_email_verified === true,
    profile: ({ id, kakao_account: account }) => ({
      id: String(id),
      name: account?.profile?.nickname ?? null,
      email: account?.email ?? null,
      image: account?.profile?.profile_image_url ?? null,
    }),
    style: {
      brandColor: "#fee500",
      mark: "M12 3.5c5.5 0 10 3.3 10 7.5s-4.5 7.5-10 7.5c-.7 0-1.4 0-2-.2l-4.5 3.2.8-4.3C3.7 15.9 2 13.6 2 11c0-4.2 4.5-7.5 10-7.5z",
    },
    options,
  };
}
