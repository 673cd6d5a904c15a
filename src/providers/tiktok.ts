import type { IdOr, IdOrProfile } from "../types/infer.js";
import type {
  FetchLike,
  OAuth2Config,
  OAuthUserConfig,
  RefreshHookProvider,
} from "../types/providers.js";
import { oauth } from "./shared/oauth.js";
import { readAnswer } from "./shared/read-answer.js";
import { bearerTokenSet, readRefresh } from "./shared/token-set.js";

/** The response of `GET /v2/user/info/`. It has no email address. */
export interface TiktokProfile {
  data: {
    user: {
      /** Id of the user for this application. */
      open_id: string;
      /** Id of the user for all applications of the developer. */
      union_id?: string;
      avatar_url: string;
      avatar_url_100?: string;
      avatar_large_url?: string;
      display_name: string;
      username?: string;
      email?: string;
      bio_description?: string;
      profile_deep_link?: string;
      is_verified?: boolean;
      follower_count?: number;
      following_count?: number;
      likes_count?: number;
      video_count?: number;
    };
  };
  error: { code: string; message: string; log_id: string };
}

const tokenUrl = "https://open.tiktokapis.com/v2/oauth/token/";

/**
 * Signs users in with their TikTok account.
 *
 * ```ts
 * import TikTok from "latchkey/providers/tiktok";
 *
 * providers: [TikTok]; // with AUTH_TIKTOK_ID and AUTH_TIKTOK_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/tiktok`
 *
 * @see https://developers.tiktok.com/doc/login-kit-web/
 */
export default function TikTok<const Id extends IdOrProfile = "tiktok">(
  options: OAuthUserConfig<TiktokProfile, Id> = {},
): OAuth2Config<TiktokProfile, IdOr<Id, "tiktok">> {
  return {
    id: "tiktok",
    name: "TikTok",
    ...oauth,
    authorization: {
      url: "https://www.tiktok.com/v2/auth/authorize",
      params: { scope: "user.info.basic" },
      request: ({ url, provider }) => withClientKey(url, provider.clientId),
    },
    token: {
      url: tokenUrl,
      request: async (context) => ({
        tokens: bearerTokenSet(await readAnswer(await askForTokens(context)), ["open_id"]),
      }),
      refresh: async (context) => readRefresh(await askForTokens(context), ["open_id"]),
    },
    userinfo: "https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_url,display_name",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: ({ data: { user } }) => ({
      id: String(user.open_id),
      name: user.display_name,
      email: null,
      image: user.avatar_url,
    }),
    style: {
      brandColor: "#000000",
      mark: "M13 2h3.3c.3 2.5 1.7 4 4.2 4.3v3.4c-1.6 0-3-.4-4.2-1.2V16a6 6 0 1 1-6.8-5.9v3.5a2.5 2.5 0 1 0 3.5 2.3z",
    },
    options,
  };
}

interface TokenRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly provider: RefreshHookProvider;
  readonly fetch: FetchLike;
}

function askForTokens({ params, provider, fetch }: TokenRequest): Promise<Response> {
  return fetch(provider.token?.url ?? tokenUrl, {
    method: "POST",
    headers: { accept: "application/json", "cache-control": "no-cache" },
    body: new URLSearchParams({
      ...params,
      client_key: provider.clientId ?? "",
      client_secret: provider.clientSecret ?? "",
    }),
  });
}

/** TikTok calls the client id `client_key`. */
function withClientKey(prepared: URL, clientId: string | undefined): URL {
  const url = new URL(prepared);
  url.searchParams.delete("client_id");
  url.searchParams.set("client_key", clientId ?? "");
  return url;
}
