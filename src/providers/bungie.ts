import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { oauth } from "./shared/oauth.js";

/** The response of `GetMembershipsForCurrentUser`. */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      membershipId: string;
      uniqueName: string;
      displayName: string;
      profilePicture: number;
      profilePicturePath: string;
      profileTheme: number;
      userTitle: number;
      isDeleted: boolean;
      about: string;
      firstAccess: string;
      lastUpdate: string;
      locale: string;
    };
    destinyMemberships: {
      membershipType: number;
      membershipId: string;
      displayName: string;
      iconPath?: string;
    }[];
    primaryMembershipId?: string;
  };
  ErrorCode: number;
  ThrottleSeconds: number;
  ErrorStatus: string;
  Message: string;
}

/** The options of this provider, in addition to the common ones. */
export interface BungieOptions {
  /** API key of the application. Bungie refuses requests without it. */
  apiKey?: string | undefined;
  /** Further headers of API requests; `X-API-Key` may be one of them. */
  headers?: Readonly<Record<string, string>> | undefined;
}

const membershipsUrl = "https://www.bungie.net/platform/User/GetMembershipsForCurrentUser/";

/**
 * Signs users in with their Bungie.net account.
 *
 * ```ts
 * import Bungie from "latchkey/providers/bungie";
 *
 * providers: [Bungie({ apiKey: "the key of the application" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/bungie`
 *
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 */
export default function Bungie<const Id extends IdOrProfile = "bungie">(
  options: OAuthUserConfig<BungieProfile, Id> & BungieOptions = {},
): OAuth2Config<BungieProfile, IdOr<Id, "bungie">> {
  return {
    id: "bungie",
    name: "Bungie",
    ...oauth,
    authorization: {
      url: "https://www.bungie.net/en/OAuth/Authorize?reauth=true",
      params: { scope: "" },
    },
    token: "https://www.bungie.net/platform/app/oauth/token/",
    userinfo: {
      url: membershipsUrl,
      request: ({ tokens, provider, fetch }) =>
        askWithBearer({
          url: provider.userinfo?.url ?? membershipsUrl,
          tokens,
          fetch,
          headers: {
            ...options.headers,
            ...(options.apiKey === undefined ? {} : { "x-api-key": options.apiKey }),
          },
        }),
    },
    profile({ Response: { bungieNetUser } }) {
      return {
        id: String(bungieNetUser.membershipId),
        name: bungieNetUser.displayName,
        email: null,
        image: new URL(bungieNetUser.profilePicturePath, "https://www.bungie.net").href,
      };
    },
    style: { brandColor: "#0099cc" },
    options,
  };
}
