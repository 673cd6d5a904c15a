import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET https://api.atlassian.com/me`. */
export interface AtlassianProfile {
  account_type: string;
  account_id: string;
  email: string;
  name: string;
  picture: string;
  account_status: string;
  nickname: string;
  zoneinfo?: string;
  locale?: string;
  extended_profile?: { job_title?: string; organization?: string; department?: string };
}

/**
 * Signs users in with their Atlassian account.
 *
 * ```ts
 * import Atlassian from "latchkey/providers/atlassian";
 *
 * providers: [Atlassian]; // with AUTH_ATLASSIAN_ID and AUTH_ATLASSIAN_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/atlassian`
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 */
export default function Atlassian<const Id extends IdOrProfile = "atlassian">(
  options: OAuthUserConfig<AtlassianProfile, Id> = {},
): OAuth2Config<AtlassianProfile, IdOr<Id, "atlassian">> {
  return {
    id: "atlassian",
    name: "Atlassian",
    ...oauth,
    authorization: {
      url: "https://auth.atlassian.com/authorize",
      params: { audience: "api.atlassian.com", scope: "read:me" },
    },
    token: "https://auth.atlassian.com/oauth/token",
    userinfo: "https://api.atlassian.com/me",
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.account_id),
      name: profile.name,
      email: profile.email,
      image: profile.picture,
    }),
    style: {
      brandColor: "#0052cc",
      mark: "M9 10.5c1.5 2.5 1.5 5.5-.5 10.5H3c-.8 0-1.2-.8-.8-1.5zM11.5 3.5l10.3 16c.4.7 0 1.5-.8 1.5h-6c1-5.5-1-8.5-3-11-1.3-1.9-1.5-4.3-.5-6.5z",
    },
    options,
  };
}
