import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /api/v4/user`. */
export interface GitLabProfile {
  id: number;
  sub?: string;
  username: string;
  email: string;
  name: string;
  state: string;
  avatar_url: string | null;
  web_url: string;
  created_at: string;
  bio: string | null;
  location?: string | null;
  public_email: string | null;
  skype: string;
  linkedin: string;
  twitter: string;
  website_url: string;
  organization: string | null;
  job_title: string;
  pronouns: string | null;
  bot: boolean;
  work_information?: string | null;
  followers: number;
  following: number;
  local_time: string | null;
  last_sign_in_at: string;
  confirmed_at: string | null;
  last_activity_on: string;
  theme_id: number;
  color_scheme_id: number;
  projects_limit: number;
  current_sign_in_at: string;
  identities: { provider: string; extern_uid: string }[];
  can_create_group: boolean;
  can_create_project: boolean;
  two_factor_enabled: boolean;
  external: boolean;
  private_profile: boolean;
  commit_email: string;
  shared_runners_minutes_limit?: number | null;
  extra_shared_runners_minutes_limit?: number | null;
  is_admin?: boolean;
  note?: string;
}

/** The options of this provider, in addition to the common ones. */
export interface GitLabOptions {
  /** Address of a GitLab server. @default "https://gitlab.com" */
  baseUrl?: string | URL | undefined;
}

/**
 * Signs users in with their GitLab account, at gitlab.com or at a server of your own.
 *
 * ```ts
 * import GitLab from "latchkey/providers/gitlab";
 *
 * providers: [GitLab]; // with AUTH_GITLAB_ID and AUTH_GITLAB_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/gitlab`
 *
 * @see https://docs.gitlab.com/api/oauth2/
 */
export default function GitLab<const Id extends IdOrProfile = "gitlab">(
  options: OAuthUserConfig<GitLabProfile, Id> & GitLabOptions = {},
): OAuth2Config<GitLabProfile, IdOr<Id, "gitlab">> {
  const server = options.baseUrl ?? "https://gitlab.com";
  return {
    id: "gitlab",
    name: "GitLab",
    ...oauth,
    authorization: { url: below(server, "oauth/authorize"), params: { scope: "read_user" } },
    token: below(server, "oauth/token"),
    userinfo: below(server, "api/v4/user"),
    // Your own server may not confirm addresses.
    emailVerified:
      options.baseUrl === undefined
        ? ({ confirmed_at }) => typeof confirmed_at === "string"
        : undefined,
    profile: (profile) => ({
      id: String(profile.sub ?? profile.id),
      name: profile.name || profile.username,
      email: profile.email,
      image: profile.avatar_url,
    }),
    style: { brandColor: "#fc6d26", mark: "M12 21L2.5 13 5 4l3 7h8l3-7 2.5 9z" },
    options,
  };
}
