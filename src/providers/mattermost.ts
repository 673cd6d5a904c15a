import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** A user, as returned by `GET /api/v4/users/me`. */
export interface MattermostProfile {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  username: string;
  auth_data: string;
  auth_service: string;
  email: string;
  email_verified?: boolean;
  nickname: string;
  first_name: string;
  last_name: string;
  position: string;
  roles: string;
  locale: string;
  notify_props?: Record<string, string>;
  timezone?: Record<string, string>;
  disable_welcome_email?: boolean;
}

/**
 * Signs users in with their account at a Mattermost server.
 *
 * ```ts
 * import Mattermost from "latchkey/providers/mattermost";
 *
 * providers: [Mattermost({ issuer: "https://mattermost.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/mattermost`
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export default function Mattermost<const Id extends IdOrProfile = "mattermost">(
  options: OAuthUserConfig<MattermostProfile, Id> = {},
): OAuth2Config<MattermostProfile, IdOr<Id, "mattermost">> {
  const { issuer: server, ...rest } = options;
  return {
    id: "mattermost",
    name: "Mattermost",
    ...oauth,
    authorization: { url: below(server, "oauth/authorize"), params: { scope: "" } },
    token: below(server, "oauth/access_token"),
    userinfo: below(server, "api/v4/users/me"),
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.username || fullName(profile.first_name, profile.last_name),
      email: profile.email,
      image: null,
    }),
    style: { brandColor: "#1e325c" },
    // The server's URL is only used to find its endpoints: Mattermost names no issuer.
    options: rest,
  };
}
