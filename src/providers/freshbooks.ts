import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /auth/api/v1/users/me`. */
export interface FreshbooksProfile {
  response: {
    id: number;
    identity_id?: number;
    identity_uuid?: string;
    first_name: string;
    last_name: string;
    email: string;
    setup_complete?: boolean;
    language?: string;
    confirmed_at?: string | null;
    created_at?: string;
  };
}

/**
 * Signs users in with their FreshBooks account.
 *
 * ```ts
 * import Freshbooks from "latchkey/providers/freshbooks";
 *
 * providers: [Freshbooks]; // with AUTH_FRESHBOOKS_ID and AUTH_FRESHBOOKS_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/freshbooks`
 *
 * @see https://www.freshbooks.com/api/authentication
 */
export default function Freshbooks<const Id extends IdOrProfile = "freshbooks">(
  options: OAuthUserConfig<FreshbooksProfile, Id> = {},
): OAuth2Config<FreshbooksProfile, IdOr<Id, "freshbooks">> {
  return {
    id: "freshbooks",
    name: "Freshbooks",
    ...oauth,
    authorization: {
      url: "https://auth.freshbooks.com/service/auth/oauth/authorize",
      params: { scope: "" },
    },
    token: "https://api.freshbooks.com/auth/oauth/token",
    userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
    profile: ({ response }) => ({
      id: String(response.id),
      name: fullName(response.first_name, response.last_name),
      email: response.email,
      image: null,
    }),
    style: { brandColor: "#0075dd" },
    options,
  };
}
