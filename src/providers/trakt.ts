import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";

/** A person as `GET /users/me` shows them. It holds no e-mail address. */
export interface TraktUser {
  username: string;
  private: boolean;
  name: string;
  vip: boolean;
  vip_ep: boolean;
  ids: { slug: string; uuid?: string };
  joined_at: string;
  location: string | null;
  about: string | null;
  gender: string | null;
  age: number | null;
  images: { avatar: { full: string } };
}

const meUrl = "https://api.trakt.tv/users/me?extended=full";

/**
 * Signs people in with their Trakt account.
 *
 * ```ts
 * import Trakt from "latchkey/providers/trakt";
 *
 * providers: [Trakt]; // with AUTH_TRAKT_ID and AUTH_TRAKT_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/trakt`
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export default function Trakt(options: OAuthUserConfig<TraktUser> = {}): OAuth2Config<TraktUser> {
  return {
    id: "trakt",
    name: "Trakt",
    type: "oauth",
    authorization: { url: "https://trakt.tv/oauth/authorize", params: { scope: "" } },
    token: "https://api.trakt.tv/oauth/token",
    userinfo: {
      url: meUrl,
      request: ({ tokens, provider, fetch }) =>
        askWithBearer({
          url: provider.userinfo?.url ?? meUrl,
          tokens,
          fetch,
          headers: { "trakt-api-version": "2", "trakt-api-key": provider.clientId ?? "" },
        }),
    },
    profile: (profile) => ({
      id: String(profile.ids.slug),
      name: profile.name,
      email: null,
      image: profile.images.avatar.full,
    }),
    style: { brandColor: "#ed2224" },
    options,
  };
}
