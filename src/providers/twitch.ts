import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { jsonResponse } from "./shared/json-response.js";
import { oidc } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Twitch's ID token. */
export interface TwitchProfile extends StandardClaims {
  sub: string;
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
}

/**
 * Signs users in with their Twitch account.
 *
 * ```ts
 * import Twitch from "latchkey/providers/twitch";
 *
 * providers: [Twitch]; // with AUTH_TWITCH_ID and AUTH_TWITCH_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/twitch`
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 */
export default function Twitch<const Id extends IdOrProfile = "twitch">(
  options: OIDCUserConfig<TwitchProfile, Id> = {},
): OIDCConfig<TwitchProfile, IdOr<Id, "twitch">> {
  return {
    id: "twitch",
    name: "Twitch",
    ...oidc,
    issuer: "https://id.twitch.tv/oauth2",
    authorization: {
      params: {
        scope: "openid user:read:email",
        claims: { id_token: { email: null, picture: null, preferred_username: null } },
      },
    },
    token: { conform: withTextScope },
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#65459b",
      mark: "M4 3h17v11l-4.5 4.5H13L9.5 22v-3.5H4zM6.5 5.3v10.5h4v2.3l2.3-2.3h3.3l2.6-2.6V5.3zM11 8h2v4.5h-2zM15.3 8h2v4.5h-2z",
    },
    options,
  };
}

/** Twitch returns a list of scopes where RFC 6749 has a string, and has its own form of errors. */
async function withTextScope(response: Response): Promise<Response | undefined> {
  const answer: unknown = await response.clone().json();
  if (!isRecord(answer)) return undefined;
  if (!response.ok) return standardError(answer, response.status);
  const { scope, ...rest } = answer;
  if (Array.isArray(scope)) return jsonResponse({ ...rest, scope: scope.join(" ") });
  return typeof scope === "string" ? undefined : jsonResponse(rest);
}

function standardError(answer: Record<string, unknown>, status: number): Response | undefined {
  if (typeof answer["error"] === "string") return undefined;
  return jsonResponse({ error: "invalid_request", error_description: answer["message"] }, status);
}
