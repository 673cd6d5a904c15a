import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /v1/me`. It has no email address. */
export interface MediumProfile {
  data: { id: string; username: string; name: string; url: string; imageUrl: string };
}

/**
 * Signs users in with their Medium account.
 *
 * ```ts
 * import Medium from "latchkey/providers/medium";
 *
 * providers: [Medium]; // with AUTH_MEDIUM_ID and AUTH_MEDIUM_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/medium`
 *
 * @see https://github.com/Medium/medium-api-docs
 */
export default function Medium<const Id extends IdOrProfile = "medium">(
  options: OAuthUserConfig<MediumProfile, Id> = {},
): OAuth2Config<MediumProfile, IdOr<Id, "medium">> {
  return {
    id: "medium",
    name: "Medium",
    ...oauth,
    authorization: {
      url: "https://medium.com/m/oauth/authorize",
      params: { scope: "basicProfile" },
    },
    token: "https://api.medium.com/v1/tokens",
    userinfo: "https://api.medium.com/v1/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.name,
      email: null,
      image: data.imageUrl,
    }),
    style: {
      brandColor: "#000000",
      mark: "M7 6a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM17 6.5c1.7 0 3 2.5 3 5.5s-1.3 5.5-3 5.5-3-2.5-3-5.5 1.3-5.5 3-5.5zM21.5 7h1.5v10h-1.5z",
    },
    options,
  };
}
