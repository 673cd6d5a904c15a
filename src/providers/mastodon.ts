import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";

/** An account, as returned by `verify_credentials`. It has no email address. */
export interface MastodonProfile {
  id: string;
  username: string;
  acct: string;
  display_name: string;
  locked: boolean;
  bot: boolean;
  discoverable?: boolean | null;
  created_at: string;
  note: string;
  url: string;
  avatar: string;
  avatar_static: string;
  header: string;
  header_static: string;
  followers_count: number;
  following_count: number;
  statuses_count: number;
  last_status_at: string | null;
  emojis: { shortcode: string; url: string; static_url: string; visible_in_picker: boolean }[];
  fields: { name: string; value: string; verified_at: string | null }[];
  source?: { privacy: string; sensitive: boolean; language: string | null; note: string };
}

/**
 * Signs users in with their account at a Mastodon server.
 *
 * ```ts
 * import Mastodon from "latchkey/providers/mastodon";
 *
 * providers: [Mastodon({ issuer: "https://mastodon.example" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/mastodon`
 *
 * @see https://docs.joinmastodon.org/spec/oauth/
 */
export default function Mastodon<const Id extends IdOrProfile = "mastodon">(
  options: OAuthUserConfig<MastodonProfile, Id> = {},
): OAuth2Config<MastodonProfile, IdOr<Id, "mastodon">> {
  return {
    id: "mastodon",
    name: "Mastodon",
    ...oauth,
    authorization: { url: below(options.issuer, "oauth/authorize"), params: { scope: "read" } },
    token: below(options.issuer, "oauth/token"),
    userinfo: below(options.issuer, "api/v1/accounts/verify_credentials"),
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.username,
      email: null,
      image: profile.avatar_static,
    }),
    style: {
      brandColor: "#6364ff",
      mark: "M5 3h14a3 3 0 0 1 3 3v7a5 5 0 0 1-5 5H9v1.5h7V21H9a4 4 0 0 1-4-4v-.5A5 5 0 0 1 2 12V6a3 3 0 0 1 3-3zM6 7v7h2.3V8.8c1.3-1 2.5 0 2.5 1.5V13h2.4v-2.7c0-1.5 1.2-2.5 2.5-1.5V14H18V7c-2-2-4.5-1.3-6 1-1.5-2.3-4-3-6-1z",
    },
    options,
  };
}
