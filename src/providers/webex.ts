import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /people/me`. */
export interface WebexProfile {
  id: string;
  emails: string[];
  displayName?: string;
  nickName?: string;
  firstName?: string;
  lastName?: string;
  avatar?: string;
  orgId?: string;
  created?: string;
  lastModified?: string;
  lastActivity?: string;
  status?: string;
  type?: string;
}

/** The options of this provider, in addition to the common ones. */
export interface WebexOptions {
  /** @default "https://webexapis.com/v1" */
  apiBaseUrl?: string | undefined;
}

/**
 * Signs users in with their Webex account.
 *
 * ```ts
 * import Webex from "latchkey/providers/webex";
 *
 * providers: [Webex]; // with AUTH_WEBEX_ID and AUTH_WEBEX_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/webex`
 *
 * @see https://developer.webex.com/docs/integrations
 */
export default function Webex<const Id extends IdOrProfile = "webex">(
  options: OAuthUserConfig<WebexProfile, Id> & WebexOptions = {},
): OAuth2Config<WebexProfile, IdOr<Id, "webex">> {
  const api = options.apiBaseUrl ?? "https://webexapis.com/v1";
  return {
    id: "webex",
    name: "Webex",
    ...oauth,
    authorization: {
      url: below(api, "authorize"),
      params: { scope: "spark:kms spark:people_read" },
    },
    token: below(api, "access_token"),
    userinfo: below(api, "people/me"),
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.displayName ?? null,
      email: profile.emails[0] ?? null,
      image: profile.avatar ?? null,
    }),
    style: { brandColor: "#00bceb" },
    options,
  };
}
