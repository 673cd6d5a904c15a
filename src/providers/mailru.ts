import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";
import { readAnswer } from "./shared/read-answer.js";

/** A user, as returned by the userinfo endpoint. */
export interface MailruProfile {
  id: string;
  client_id?: string;
  gender?: "m" | "f";
  name: string;
  nickname?: string;
  locale?: string;
  first_name?: string;
  last_name?: string;
  email: string;
  birthday?: string;
  image?: string;
}

const userinfoUrl = "https://oauth.mail.ru/userinfo";

/**
 * Signs users in with their Mail.ru account.
 *
 * ```ts
 * import Mailru from "latchkey/providers/mailru";
 *
 * providers: [Mailru]; // with AUTH_MAILRU_ID and AUTH_MAILRU_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/mailru`
 *
 * @see https://id.vk.com/about/business/go/docs/en/vkid/latest/oauth/oauth-mail/index
 */
export default function Mailru<const Id extends IdOrProfile = "mailru">(
  options: OAuthUserConfig<MailruProfile, Id> = {},
): OAuth2Config<MailruProfile, IdOr<Id, "mailru">> {
  return {
    id: "mailru",
    name: "Mail.ru",
    ...oauth,
    authorization: { url: "https://oauth.mail.ru/login", params: { scope: "userinfo" } },
    token: "https://oauth.mail.ru/token",
    userinfo: {
      url: userinfoUrl,
      async request({ tokens, provider, fetch }) {
        // The token is accepted in the query only.
        const url = new URL(provider.userinfo?.url ?? userinfoUrl);
        url.searchParams.set("access_token", tokens.access_token ?? "");
        return readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
      },
    },
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name || profile.nickname || null,
      email: profile.email,
      image: profile.image ?? null,
    }),
    style: { brandColor: "#005ff9" },
    options,
  };
}
