import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** Claims of FACEIT's userinfo response. */
export interface FACEITProfile {
  guid: string;
  sub?: string;
  nickname?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
  birthdate?: string;
  locale?: string;
  memberships?: string[];
}

/**
 * Signs users in with their FACEIT account.
 *
 * ```ts
 * import FACEIT from "latchkey/providers/faceit";
 *
 * providers: [FACEIT]; // with AUTH_FACEIT_ID and AUTH_FACEIT_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/faceit`
 *
 * @see https://docs.faceit.com/docs/faceit-connect/intro
 */
export default function FACEIT<const Id extends IdOrProfile = "faceit">(
  options: OAuthUserConfig<FACEITProfile, Id> = {},
): OAuth2Config<FACEITProfile, IdOr<Id, "faceit">> {
  return {
    id: "faceit",
    name: "FACEIT",
    ...oauth,
    authorization: {
      url: "https://accounts.faceit.com/accounts?redirect_popup=true",
      params: { scope: "openid profile email" },
    },
    token: "https://api.faceit.com/auth/v1/oauth/token",
    userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
    profile: (profile) => ({
      id: String(profile.guid),
      name: profile.name ?? profile.nickname ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
    }),
    style: { brandColor: "#ff5500" },
    options,
  };
}
