import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /api/v1/user`. */
export interface TodoistProfile {
  id: string;
  email: string;
  full_name: string;
  avatar_big?: string | null;
  avatar_medium?: string | null;
  avatar_s640?: string | null;
  avatar_small?: string | null;
  image_id?: string | null;
  lang?: string;
  joined_at?: string;
  premium_status?: string;
  tz_info?: { timezone: string; gmt_string: string; hours: number; minutes: number };
}

/**
 * Signs users in with their Todoist account.
 *
 * ```ts
 * import TodoistProvider from "latchkey/providers/todoist";
 *
 * providers: [TodoistProvider]; // with AUTH_TODOIST_ID and AUTH_TODOIST_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/todoist`
 *
 * @see https://developer.todoist.com/api/v1/#tag/Authorization
 */
export default function TodoistProvider<const Id extends IdOrProfile = "todoist">(
  options: OAuthUserConfig<TodoistProfile, Id> = {},
): OAuth2Config<TodoistProfile, IdOr<Id, "todoist">> {
  return {
    id: "todoist",
    name: "Todoist",
    ...oauth,
    authorization: {
      url: "https://todoist.com/oauth/authorize",
      params: { scope: "data:read" },
    },
    token: "https://todoist.com/oauth/access_token",
    userinfo: "https://api.todoist.com/api/v1/user",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.full_name,
      email: profile.email,
      image: profile.avatar_big ?? null,
    }),
    style: { brandColor: "#e44332" },
    options,
  };
}
