import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";
import { readAnswer } from "./shared/read-answer.js";

/** The response of `GET /v2/users/self`. */
export interface FoursquareProfile {
  meta: { code: number; requestId: string };
  response: {
    user: {
      id: string;
      firstName?: string;
      lastName?: string;
      gender?: string;
      relationship?: string;
      photo?: { prefix: string; suffix: string; default?: boolean };
      homeCity?: string;
      bio?: string;
      contact?: { email?: string; phone?: string };
    };
  };
}

/** The options of this provider, in addition to the common ones. */
export interface FoursquareOptions {
  /** Date of the API, as `YYYYMMDD`. @default "20230131" */
  apiVersion?: string | undefined;
}

const selfUrl = "https://api.foursquare.com/v2/users/self";

/**
 * Signs users in with their Foursquare account.
 *
 * ```ts
 * import Foursquare from "latchkey/providers/foursquare";
 *
 * providers: [Foursquare]; // with AUTH_FOURSQUARE_ID and AUTH_FOURSQUARE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/foursquare`
 *
 * @see https://docs.foursquare.com/developer/reference/authentication
 */
export default function Foursquare<const Id extends IdOrProfile = "foursquare">(
  options: OAuthUserConfig<FoursquareProfile, Id> & FoursquareOptions = {},
): OAuth2Config<FoursquareProfile, IdOr<Id, "foursquare">> {
  const apiVersion = options.apiVersion ?? "20230131";
  return {
    id: "foursquare",
    name: "Foursquare",
    ...oauth,
    authorization: { url: "https://foursquare.com/oauth2/authenticate", params: { scope: "" } },
    token: "https://foursquare.com/oauth2/access_token",
    userinfo: {
      url: selfUrl,
      async request({ tokens, provider, fetch }) {
        // This API accepts the token in the query only.
        const url = new URL(provider.userinfo?.url ?? selfUrl);
        url.searchParams.set("v", apiVersion);
        url.searchParams.set("oauth_token", tokens.access_token ?? "");
        return readAnswer(await fetch(url, { headers: { accept: "application/json" } }));
      },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: ({ response: { user } }) => ({
      id: String(user.id),
      name: fullName(user.firstName, user.lastName),
      email: user.contact?.email ?? null,
      image: user.photo ? `${user.photo.prefix}original${user.photo.suffix}` : null,
    }),
    style: { brandColor: "#f94877" },
    options,
  };
}
