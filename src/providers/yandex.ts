import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by the info endpoint. */
export interface YandexProfile {
  id: string;
  login: string;
  client_id: string;
  psuid: string;
  first_name?: string;
  last_name?: string;
  display_name?: string;
  real_name?: string;
  sex?: "male" | "female" | null;
  birthday?: string | null;
  default_email?: string;
  emails?: string[];
  default_avatar_id?: string;
  is_avatar_empty?: boolean;
  default_phone?: { id: number; number: string } | null;
}

/**
 * Signs users in with their Yandex account.
 *
 * ```ts
 * import Yandex from "latchkey/providers/yandex";
 *
 * providers: [Yandex]; // with AUTH_YANDEX_ID and AUTH_YANDEX_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/yandex`
 *
 * @see https://yandex.com/dev/id/doc/en/
 */
export default function Yandex<const Id extends IdOrProfile = "yandex">(
  options: OAuthUserConfig<YandexProfile, Id> = {},
): OAuth2Config<YandexProfile, IdOr<Id, "yandex">> {
  return {
    id: "yandex",
    name: "Yandex",
    ...oauth,
    authorization: {
      url: "https://oauth.yandex.ru/authorize",
      params: { scope: "login:info login:email login:avatar" },
    },
    token: "https://oauth.yandex.ru/token",
    userinfo: "https://login.yandex.ru/info?format=json",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.display_name ?? profile.real_name ?? profile.first_name ?? null,
      email: profile.default_email ?? profile.emails?.[0] ?? null,
      image: avatarUrl(profile),
    }),
    style: {
      brandColor: "#ffcc00",
      mark: "M13 3h4v18h-2.7v-7h-1.5l-4 7H5.7l4.4-7.5C8 12.7 7 11 7 8.7 7 5.2 9.5 3 13 3zM14.3 5.3H13c-2 0-3.2 1.3-3.2 3.3s1.2 3.2 3.2 3.2h1.3z",
    },
    options,
  };
}

function avatarUrl(profile: YandexProfile): string | null {
  if (profile.is_avatar_empty || !profile.default_avatar_id) return null;
  return `https://avatars.yandex.net/get-yapic/${profile.default_avatar_id}/islands-200`;
}
