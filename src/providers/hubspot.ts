import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";
import { readAnswer } from "./shared/read-answer.js";

/** HubSpot's data about an access token. */
export interface HubSpotProfile {
  token: string;
  /** The user's email address. */
  user: string;
  user_id: number | string;
  hub_domain: string;
  hub_id: number | string;
  app_id: number;
  scopes: string[];
  token_type: string;
  expires_in: number;
}

const tokensUrl = "https://api.hubapi.com/oauth/v1/access-tokens";

/**
 * Signs users in with their HubSpot account.
 *
 * ```ts
 * import HubSpot from "latchkey/providers/hubspot";
 *
 * providers: [HubSpot]; // with AUTH_HUBSPOT_ID and AUTH_HUBSPOT_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/hubspot`
 *
 * @see https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/oauth-quickstart-guide
 */
export default function HubSpot<const Id extends IdOrProfile = "hubspot">(
  options: OAuthUserConfig<HubSpotProfile, Id> = {},
): OAuth2Config<HubSpotProfile, IdOr<Id, "hubspot">> {
  return {
    id: "hubspot",
    name: "HubSpot",
    ...oauth,
    authorization: { url: "https://app.hubspot.com/oauth/authorize", params: { scope: "oauth" } },
    token: "https://api.hubapi.com/oauth/v1/token",
    userinfo: {
      url: tokensUrl,
      async request({ tokens, provider, fetch }) {
        // The token is the last part of the path.
        const token = encodeURIComponent(tokens.access_token ?? "");
        const url = below(provider.userinfo?.url ?? tokensUrl, token) ?? tokensUrl;
        return readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
      },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.user_id),
      name: profile.user,
      email: profile.user,
      image: null,
    }),
    style: {
      brandColor: "#ff7a59",
      mark: "M14 9.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zm0 3a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5zM13 3h2v6h-2zM3.5 5l1.3-1.6 5.7 4.4-1.3 1.6zM3.5 20l4-2.6 1 1.6-4 2.6z",
    },
    options,
  };
}
