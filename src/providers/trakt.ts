import type { IdOr } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { isRecord } from "./shared/record.js";
import { oauth } from "./shared/oauth.js";

/** A person as `GET /users/settings` shows them. It holds no e-mail address. */
export interface TraktUser {
  username: string;
  private: boolean;
  name: string;
  vip: boolean;
  vip_ep: boolean;
  /** `slug` is made of the name and changes with it; `uuid` stays. */
  ids: { slug: string; uuid: string };
  joined_at: string;
  location: string | null;
  about: string | null;
  gender: string | null;
  age: number | null;
  images?: { avatar?: { full?: string } };
}

/** The only place where a person's own `uuid` is told. */
const settingsUrl = "https://api.trakt.tv/users/settings?extended=full";

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
 * Accounts are told apart by their uuid. Those that were stored by their name, which others can take once
 * it is given up, are found with `acceptFormerId: true`, once, and then stored by their uuid.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export default function Trakt<const Id extends string = "trakt">(
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
