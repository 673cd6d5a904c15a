import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /v2/user`. */
export interface DribbbleProfile {
  id: number;
  name: string;
  login: string;
  /** Only for verified applications. */
  email?: string | null;
  avatar_url: string;
  html_url: string;
  bio: string | null;
  location: string | null;
  links: Record<string, string>;
  can_upload_shot: boolean;
  pro: boolean;
  followers_count: number;
  created_at: string;
  type: string;
}

/** The options of this provider, in addition to the common ones. */
export interface DribbbleOptions {
  /** @default "public" */
  scope?: "public" | "public upload" | undefined;
}

/**
 * Signs users in with their Dribbble account.
 *
 * ```ts
 * import Dribbble from "latchkey/providers/dribbble";
 *
 * providers: [Dribbble]; // with AUTH_DRIBBBLE_ID and AUTH_DRIBBBLE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/dribbble`
 *
 * @see https://developer.dribbble.com/v2/oauth/
 */
export default function Dribbble<const Id extends IdOrProfile = "dribbble">(
  options: OAuthUserConfig<DribbbleProfile, Id> & DribbbleOptions = {},
): OAuth2Config<DribbbleProfile, IdOr<Id, "dribbble">> {
  return {
    id: "dribbble",
    name: "Dribbble",
    ...oauth,
    authorization: {
      url: "https://dribbble.com/oauth/authorize",
      params: { scope: options.scope ?? "public" },
    },
    token: "https://dribbble.com/oauth/token",
    userinfo: "https://api.dribbble.com/v2/user",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.email ?? null,
      image: profile.avatar_url,
    }),
    style: { brandColor: "#ea4c89" },
    options,
  };
}
