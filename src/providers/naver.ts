import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /v1/nid/me`. */
export interface NaverProfile {
  resultcode: string;
  message: string;
  response: {
    id: string;
    nickname?: string;
    name?: string;
    email?: string;
    gender?: "F" | "M" | "U";
    age?: string;
    birthday?: string;
    profile_image?: string;
    birthyear?: string;
    mobile?: string;
  };
}

/**
 * Signs users in with their Naver account.
 *
 * ```ts
 * import Naver from "latchkey/providers/naver";
 *
 * providers: [Naver]; // with AUTH_NAVER_ID and AUTH_NAVER_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/naver`
 *
 * @see https://developers.naver.com/docs/login/api/api.md
 */
export default function Naver<const Id extends IdOrProfile = "naver">(
  options: OAuthUserConfig<NaverProfile, Id> = {},
): OAuth2Config<NaverProfile, IdOr<Id, "naver">> {
  return {
    id: "naver",
    name: "Naver",
    ...oauth,
    authorization: { url: "https://nid.naver.com/oauth2.0/authorize", params: { scope: "" } },
    token: "https://nid.naver.com/oauth2.0/token",
    userinfo: "https://openapi.naver.com/v1/nid/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: ({ response }) => ({
      id: String(response.id),
      name: response.nickname ?? response.name ?? null,
      email: response.email ?? null,
      image: response.profile_image ?? null,
    }),
    style: { brandColor: "#03c75a", mark: "M4 4h5.5l5 7.5V4H20v16h-5.5l-5-7.5V20H4z" },
    options,
  };
}
