import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /v1/me`. */
export interface FigmaProfile {
  id: string;
  email: string;
  handle: string;
  img_url: string;
}

/**
 * Signs users in with their Figma account.
 *
 * ```ts
 * import Figma from "latchkey/providers/figma";
 *
 * providers: [Figma]; // with AUTH_FIGMA_ID and AUTH_FIGMA_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/figma`
 *
 * @see https://developers.figma.com/docs/rest-api/authentication/
 */
export default function Figma<const Id extends IdOrProfile = "figma">(
  options: OAuthUserConfig<FigmaProfile, Id> = {},
): OAuth2Config<FigmaProfile, IdOr<Id, "figma">> {
  return {
    id: "figma",
    name: "Figma",
    ...oauth,
    authorization: { url: "https://www.figma.com/oauth", params: { scope: "current_user:read" } },
    token: "https://api.figma.com/v1/oauth/token",
    userinfo: "https://api.figma.com/v1/me",
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.handle,
      email: profile.email,
      image: profile.img_url,
    }),
    style: {
      brandColor: "#ff7237",
      mark: "M8.5 2H12v6H8.5a3 3 0 0 1 0-6zM12.5 2h3a3 3 0 0 1 0 6h-3zM8.5 9H12v6H8.5a3 3 0 0 1 0-6zM15.5 9a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM8.5 16H12v3a3 3 0 1 1-3.5-3z",
    },
    options,
  };
}
