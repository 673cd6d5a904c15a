import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";
import type { VkProfile } from "./shared/vk-profile.js";

export type { VkProfile } from "./shared/vk-profile.js";

/** The platform's URLs, each with the API version in the query. */
export interface VkOptions {
  /** E.g. `https://oauth.vk.com/access_token?v=5.126` */
  accessTokenUrl?: string | undefined;
  /** Used if `accessTokenUrl` isn't set. */
  requestTokenUrl?: string | undefined;
  /** E.g. `https://oauth.vk.com/authorize?response_type=code&v=5.126` */
  authorizationUrl?: string | undefined;
  /** E.g. `https://api.vk.com/method/users.get?fields=photo_100&v=5.126` */
  profileUrl?: string | undefined;
}

const version = "5.126";
const defaultProfileUrl = `https://api.vk.com/method/users.get?fields=photo_100&v=${version}`;

/**
 * Signs users in with their VK account, through an application that was registered at dev.vk.com.
 * New applications are registered at VK ID (id.vk.com), which has another protocol: it sends a
 * `device_id` with the code and requires it back. This provider doesn't support that.
 *
 * ```ts
 * import VK from "latchkey/providers/vk";
 *
 * providers: [VK]; // with AUTH_VK_ID and AUTH_VK_SECRET
 * ```
 *
 * It uses version 5.126 of the API. To use another, name it in the URLs:
 *
 * ```ts
 * VK({
 *   accessTokenUrl: "https://oauth.vk.com/access_token?v=5.199",
 *   authorizationUrl: "https://oauth.vk.com/authorize?response_type=code&v=5.199",
 *   profileUrl: "https://api.vk.com/method/users.get?fields=photo_100&v=5.199",
 * });
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/vk`
 *
 * @see https://dev.vk.com/en/api/access-token/authcode-flow-user
 */
export default function VK<const Id extends IdOrProfile = "vk">(
  options: OAuthUserConfig<VkProfile, Id> & VkOptions = {},
): OAuth2Config<VkProfile, IdOr<Id, "vk">> {
  const profileUrl = options.profileUrl ?? defaultProfileUrl;
  return {
    id: "vk",
    name: "VK",
    ...oauth,
    authorization: authorizationEndpoint(options.authorizationUrl),
    token: {
      url:
        options.accessTokenUrl ??
        options.requestTokenUrl ??
        `https://oauth.vk.com/access_token?v=${version}`,
    },
    userinfo: {
      url: profileUrl,
      async request({ tokens, provider, fetch }) {
        const url = provider.userinfo?.url ?? profileUrl;
        const { response } = await askWithBearer({ url, tokens, fetch });
        const person: unknown = Array.isArray(response) ? response[0] : undefined;
        if (!isRecord(person)) throw new Error("VK didn't return the id of the token's user");
        // Only the token response contains the address.
        return { ...person, email: tokens["email"] ?? null };
      },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.id),
      name: fullName(profile.first_name, profile.last_name),
      email: profile.email ?? null,
      image: profile.photo_100,
    }),
    style: {
      brandColor: "#0077ff",
      mark: "M3 6h3.2c.5 4.5 2 7 3.8 7.5V6h3v4.5c1.7-.4 3.3-2 4-4.5h3c-.6 3-2.2 5-3.8 6 1.8.9 3.5 2.7 4.3 6H17c-.7-2.4-2.2-3.8-4-4.2V18h-.8C6.5 18 3.2 13.7 3 6z",
    },
    options,
  };
}

/** A URL that names a scope keeps it. */
function authorizationEndpoint(given = `https://oauth.vk.com/authorize?v=${version}`) {
  const named = URL.canParse(given) && new URL(given).searchParams.has("scope");
  return named ? { url: given } : { url: given, params: { scope: "email" } };
}
