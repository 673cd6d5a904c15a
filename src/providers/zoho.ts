import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by the info endpoint. */
export interface ZohoProfile {
  ZUID: number;
  First_Name: string;
  Last_Name: string;
  Display_Name: string;
  Email: string;
}

/**
 * Signs users in with their Zoho account.
 *
 * ```ts
 * import Zoho from "latchkey/providers/zoho";
 *
 * providers: [Zoho]; // with AUTH_ZOHO_ID and AUTH_ZOHO_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/zoho`
 *
 * @see https://www.zoho.com/accounts/protocol/oauth.html
 */
export default function Zoho<const Id extends IdOrProfile = "zoho">(
  options: OAuthUserConfig<ZohoProfile, Id> = {},
): OAuth2Config<ZohoProfile, IdOr<Id, "zoho">> {
  return {
    id: "zoho",
    name: "Zoho",
    ...oauth,
    authorization: {
      url: "https://accounts.zoho.com/oauth/v2/auth",
      params: { scope: "AaaServer.profile.Read" },
    },
    token: "https://accounts.zoho.com/oauth/v2/token",
    userinfo: "https://accounts.zoho.com/oauth/user/info",
    profile: (profile) => ({
      id: String(profile.ZUID),
      name: fullName(profile.First_Name, profile.Last_Name),
      email: profile.Email,
      image: null,
    }),
    style: { brandColor: "#e42527" },
    options,
  };
}
