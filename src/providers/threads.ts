import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by Threads. It has no email address. */
export interface ThreadsUser {
  id: string;
  username?: string;
  threads_profile_picture_url?: string;
}

/** The response of `GET /v1.0/me`, bare or in `data`. */
export type ThreadsProfile = ThreadsUser | { data: ThreadsUser };

/**
 * Signs users in with their Threads account.
 *
 * ```ts
 * import Threads from "latchkey/providers/threads";
 *
 * providers: [Threads]; // with AUTH_THREADS_ID and AUTH_THREADS_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/threads`
 *
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 */
export default function Threads<const Id extends IdOrProfile = "threads">(
  options: OAuthUserConfig<ThreadsProfile, Id> = {},
): OAuth2Config<ThreadsProfile, IdOr<Id, "threads">> {
  return {
    id: "threads",
    name: "Threads",
    ...oauth,
    authorization: {
      url: "https://threads.net/oauth/authorize",
      params: { scope: "threads_basic" },
    },
    token: "https://graph.threads.net/oauth/access_token",
    userinfo: "https://graph.threads.net/v1.0/me?fields=id,username,threads_profile_picture_url",
    checks: ["state"],
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile(profile) {
      const user = "data" in profile ? profile.data : profile;
      return {
        id: String(user.id),
        name: user.username ?? null,
        email: null,
        image: user.threads_profile_picture_url ?? null,
      };
    },
    style: {
      brandColor: "#000000",
      mark: "M12 2a10 10 0 1 0 7 17l-1.6-1.6A7.8 7.8 0 1 1 19.8 12c0 1.7-.6 2.6-1.6 2.6s-1.5-.8-1.5-2V7.5h-2v.7A5 5 0 1 0 15 15.6c.7.9 1.8 1.3 3.1 1.3C20.6 16.9 22 15 22 12A10 10 0 0 0 12 2zM12 9.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6z",
    },
    options,
  };
}
