import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";

/** A person as `GET /v1/me` shows them. */
export interface FigmaProfile {
  id: string;
  email: string;
  handle: string;
  img_url: string;
}

/**
 * Signs people in with their Figma account.
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
export default function Figma(
  options: OAuthUserConfig<FigmaProfile> = {},
): OAuth2Config<FigmaProfile> {
  return {
    id: "figma",
    name: "Figma",
    type: "oauth",
    authorization: { url: "https://www.figma.com/oauth", params: { scope: "files:read" } },
    token: "https://api.figma.com/v1/oauth/token",
    userinfo: "https://api.figma.com/v1/me",
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.handle,
      email: profile.email,
      image: profile.img_url,
    }),
    style: { brandColor: "#ff7237" },
    options,
  };
}
