import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";

/** A user, as returned by `GET /users/settings`. It has no email address. */
export interface TraktUser {
  username: string;
  private: boolean;
  name: string;
  vip: boolean;
  vip_ep: boolean;
  /** `slug` is derived from the name and changes with it; `uuid` doesn't change. */
  ids: { slug: string; uuid: string };
  joined_at: string;
  location: string | null;
  about: string | null;
  gender: string | null;
  age: number | null;
  images?: { avatar?: { full?: string } };
}

/** The only endpoint that returns the user's `uuid`. */
const settingsUrl = "https://api.trakt.tv/users/settings?extended=full";

/**
 * Signs users in with their Trakt account.
 *
 * ```ts
 * import Trakt from "latchkey/providers/trakt";
 *
 * providers: [Trakt]; // with AUTH_TRAKT_ID and AUTH_TRAKT_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/trakt`
 *
 * Accounts are identified by their uuid. Accounts stored under a user name, which someone else can
 * take once it's given up, are found with `acceptFormerId: true` once, and then stored under their
 * uuid.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export default function Trakt<const Id extends IdOrProfile = "trakt">(
  options: OAuthUserConfig<TraktUser, Id> = {},
): OAuth2Config<TraktUser, IdOr<Id, "trakt">> {
  return {
    id: "trakt",
    name: "Trakt",
    ...oauth,
    authorization: { url: "https://trakt.tv/oauth/authorize", params: { scope: "" } },
    token: "https://api.trakt.tv/oauth/token",
    userinfo: {
      url: settingsUrl,
      async request({ tokens, provider, fetch }) {
        const answer = await askWithBearer({
          url: provider.userinfo?.url ?? settingsUrl,
          tokens,
          fetch,
          headers: { "trakt-api-version": "2", "trakt-api-key": provider.clientId ?? "" },
        });
        return isRecord(answer["user"]) ? answer["user"] : answer;
      },
    },
    profile: (profile) => ({
      id: String(profile.ids.uuid),
      name: profile.name,
      email: null,
      image: profile.images?.avatar?.full ?? null,
    }),
    formerId: ({ ids }) => ids.slug,
    style: { brandColor: "#ed2224" },
    options,
  };
}
