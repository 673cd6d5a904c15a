import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /v2/user`. */
export interface CoinbaseProfile {
  data: {
    id: string;
    name: string;
    username?: string | null;
    profile_location?: string | null;
    profile_bio?: string | null;
    profile_url?: string | null;
    avatar_url: string;
    resource: "user";
    resource_path: string;
    email?: string;
    time_zone?: string;
    native_currency?: string;
    country?: { code: string; name: string };
    created_at?: string;
  };
}

/**
 * Signs users in with their Coinbase account.
 *
 * ```ts
 * import Coinbase from "latchkey/providers/coinbase";
 *
 * providers: [Coinbase]; // with AUTH_COINBASE_ID and AUTH_COINBASE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/coinbase`
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 */
export default function Coinbase<const Id extends IdOrProfile = "coinbase">(
  options: OAuthUserConfig<CoinbaseProfile, Id> = {},
): OAuth2Config<CoinbaseProfile, IdOr<Id, "coinbase">> {
  return {
    id: "coinbase",
    name: "Coinbase",
    ...oauth,
    authorization: {
      url: "https://login.coinbase.com/oauth2/auth",
      params: { scope: "wallet:user:email wallet:user:read" },
    },
    token: "https://login.coinbase.com/oauth2/token",
    userinfo: "https://api.coinbase.com/v2/user",
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.name,
      email: data.email ?? null,
      image: data.avatar_url,
    }),
    style: {
      brandColor: "#0052ff",
      mark: "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM12 7a5 5 0 1 0 4.8 6.4h-2.7a2.5 2.5 0 1 1 0-2.8h2.7A5 5 0 0 0 12 7z",
    },
    options,
  };
}
