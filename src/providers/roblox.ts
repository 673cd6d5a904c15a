import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Roblox' ID token. It has no email address. */
export interface RobloxProfile extends StandardClaims {
  sub: string;
  name?: string;
  nickname?: string;
  preferred_username?: string;
  /** Seconds since 1970 at which the account was created. */
  created_at?: number;
  profile?: string;
  picture?: string | null;
}

/**
 * Signs users in with their Roblox account.
 *
 * ```ts
 * import Roblox from "latchkey/providers/roblox";
 *
 * providers: [Roblox]; // with AUTH_ROBLOX_ID and AUTH_ROBLOX_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/roblox`
 *
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-overview
 */
export default function Roblox<const Id extends IdOrProfile = "roblox">(
  options: OIDCUserConfig<RobloxProfile, Id> = {},
): OIDCConfig<RobloxProfile, IdOr<Id, "roblox">> {
  return {
    id: "roblox",
    name: "Roblox",
    ...oidc,
    issuer: "https://apis.roblox.com/oauth/",
    authorization: { params: { scope: "openid profile" } },
    checks: ["pkce", "state"],
    profile: userFromClaims,
    style: {
      brandColor: "#335fff",
      mark: "M6.5 2.5l15 4-4 15-15-4zM10.7 9.3l-1.4 4.4 4 1 1.4-4.4z",
    },
    options,
  };
}
