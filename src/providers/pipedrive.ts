import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /users/me`. */
export interface PipedriveProfile {
  success: boolean;
  data: {
    id: number;
    name: string;
    default_currency?: string;
    locale?: string;
    lang?: number;
    email: string;
    phone?: string | null;
    activated?: boolean;
    last_login?: string;
    created?: string;
    modified?: string;
    active_flag?: boolean;
    timezone_name?: string;
    timezone_offset?: string;
    role_id?: number;
    icon_url: string | null;
    is_you?: boolean;
    is_admin?: number;
    company_id?: number;
    company_name?: string;
    company_domain?: string;
    company_country?: string;
    company_industry?: string;
    language?: { language_code?: string; country_code?: string };
  };
}

/**
 * Signs users in with their Pipedrive account.
 *
 * ```ts
 * import Pipedrive from "latchkey/providers/pipedrive";
 *
 * providers: [Pipedrive]; // with AUTH_PIPEDRIVE_ID and AUTH_PIPEDRIVE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/pipedrive`
 *
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 */
export default function Pipedrive<const Id extends IdOrProfile = "pipedrive">(
  options: OAuthUserConfig<PipedriveProfile, Id> = {},
): OAuth2Config<PipedriveProfile, IdOr<Id, "pipedrive">> {
  return {
    id: "pipedrive",
    name: "Pipedrive",
    ...oauth,
    authorization: { url: "https://oauth.pipedrive.com/oauth/authorize", params: { scope: "" } },
    token: "https://oauth.pipedrive.com/oauth/token",
    userinfo: "https://api.pipedrive.com/users/me",
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.name,
      email: data.email,
      image: data.icon_url,
    }),
    style: { brandColor: "#017737" },
    options,
  };
}
