import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GET /api/v2/user`. */
export interface ClickUpProfile {
  user: {
    id: number;
    username: string;
    email?: string;
    color: string | null;
    profilePicture: string | null;
    initials?: string;
    week_start_day?: number | null;
    global_font_support?: boolean;
    timezone?: string;
  };
}

/**
 * Signs users in with their ClickUp account.
 *
 * ```ts
 * import ClickUp from "latchkey/providers/click-up";
 *
 * providers: [ClickUp]; // with AUTH_CLICK_UP_ID and AUTH_CLICK_UP_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/click-up`
 *
 * @see https://developer.clickup.com/docs/authentication
 */
export default function ClickUp<const Id extends IdOrProfile = "click-up">(
  options: OAuthUserConfig<ClickUpProfile, Id> = {},
): OAuth2Config<ClickUpProfile, IdOr<Id, "click-up">> {
  return {
    id: "click-up",
    name: "ClickUp",
    ...oauth,
    authorization: { url: "https://app.clickup.com/api", params: { scope: "" } },
    token: "https://api.clickup.com/api/v2/oauth/token",
    userinfo: "https://api.clickup.com/api/v2/user",
    checks: ["state"],
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: ({ user }) => ({
      id: String(user.id),
      name: user.username,
      email: user.email ?? null,
      image: user.profilePicture,
    }),
    style: { brandColor: "#7b68ee" },
    options,
  };
}
