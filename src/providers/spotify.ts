import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user's picture. */
export interface SpotifyImage {
  url: string;
  height?: number | null;
  width?: number | null;
}

/** A user, as returned by `GET /v1/me`. */
export interface SpotifyProfile {
  id: string;
  display_name: string | null;
  email?: string;
  images?: SpotifyImage[];
  country?: string;
  product?: string;
  uri?: string;
  href?: string;
  type?: "user";
  followers?: { href: null; total: number };
  external_urls?: { spotify: string };
}

/**
 * Signs users in with their Spotify account.
 *
 * ```ts
 * import Spotify from "latchkey/providers/spotify";
 *
 * providers: [Spotify]; // with AUTH_SPOTIFY_ID and AUTH_SPOTIFY_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/spotify`
 *
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 */
export default function Spotify<const Id extends IdOrProfile = "spotify">(
  options: OAuthUserConfig<SpotifyProfile, Id> = {},
): OAuth2Config<SpotifyProfile, IdOr<Id, "spotify">> {
  return {
    id: "spotify",
    name: "Spotify",
    ...oauth,
    authorization: {
      url: "https://accounts.spotify.com/authorize",
      params: { scope: "user-read-email" },
    },
    token: "https://accounts.spotify.com/api/token",
    userinfo: "https://api.spotify.com/v1/me",
    // Its documentation says that the address isn't verified.
    emailVerified: false,
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.display_name,
      email: profile.email ?? null,
      image: profile.images?.[0]?.url ?? null,
    }),
    style: {
      brandColor: "#1db954",
      mark: "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM6 8.2v1.9c4-1.2 8.5-.8 12 1.2V9.2c-3.6-1.9-8-2.2-12-1zM6.8 12v1.7c3.3-.9 7-.6 10 1.1V13c-3-1.6-6.7-1.9-10-1zM7.5 15.4V17c2.6-.7 5.5-.4 7.8.9v-1.7c-2.3-1.2-5.2-1.5-7.8-.8z",
    },
    options,
  };
}
