import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";

/** A character as the verification endpoint shows it. */
export interface EVEOnlineProfile {
  CharacterID: number;
  CharacterName: string;
  ExpiresOn: string;
  Scopes: string;
  TokenType: string;
  CharacterOwnerHash: string;
  IntellectualProperty: string;
}

/**
 * Signs people in as one of their EVE Online characters.
 *
 * ```ts
 * import EVEOnline from "latchkey/providers/eveonline";
 *
 * providers: [EVEOnline]; // with AUTH_EVEONLINE_ID and AUTH_EVEONLINE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/eveonline`
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export default function EVEOnline(
  options: OAuthUserConfig<EVEOnlineProfile> = {},
): OAuth2Config<EVEOnlineProfile> {
  return {
    id: "eveonline",
    name: "EVE Online",
    type: "oauth",
    authorization: {
      url: "https://login.eveonline.com/v2/oauth/authorize",
      params: { scope: "publicData" },
    },
    token: "https://login.eveonline.com/v2/oauth/token",
    userinfo: "https://login.eveonline.com/oauth/verify",
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.CharacterID),
      name: profile.CharacterName,
      email: null,
      image: `https://image.eveonline.com/Character/${profile.CharacterID}_128.jpg`,
    }),
    style: { brandColor: "#1f2a37" },
    options,
  };
}
