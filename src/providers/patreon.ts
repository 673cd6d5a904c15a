import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /api/oauth2/api/current_user`. */
export interface PatreonProfile {
  data: {
    id: string;
    type: "user";
    attributes: {
      about: string | null;
      created: string;
      email?: string;
      first_name: string;
      full_name: string;
      image_url: string;
      is_email_verified?: boolean;
      last_name: string;
      thumb_url: string;
      url: string;
      vanity: string | null;
    };
    relationships: Record<string, unknown>;
  };
  links: { self: string };
}

/**
 * Signs users in with their Patreon account.
 *
 * ```ts
 * import Patreon from "latchkey/providers/patreon";
 *
 * providers: [Patreon]; // with AUTH_PATREON_ID and AUTH_PATREON_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/patreon`
 *
 * @see https://docs.patreon.com/#oauth
 */
export default function Patreon<const Id extends IdOrProfile = "patreon">(
  options: OAuthUserConfig<PatreonProfile, Id> = {},
): OAuth2Config<PatreonProfile, IdOr<Id, "patreon">> {
  return {
    id: "patreon",
    name: "Patreon",
    ...oauth,
    authorization: {
      url: "https://www.patreon.com/oauth2/authorize",
      params: { scope: "identity identity[email]" },
    },
    token: "https://www.patreon.com/api/oauth2/token",
    userinfo: "https://www.patreon.com/api/oauth2/api/current_user",
    emailVerified: ({ data }) => data.attributes.is_email_verified === true,
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.attributes.full_name,
      email: data.attributes.email ?? null,
      image: data.attributes.image_url,
    }),
    style: {
      brandColor: "#e85b46",
      mark: "M3 3h4v18H3zM15 3a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z",
    },
    options,
  };
}
