import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** Groups, grants and rights. Wikis may define more. */
export type WikimediaGroup = "*" | "user" | "autoconfirmed" | "sysop" | (string & {});
export type WikimediaGrant = "basic" | "mwoauth-authonly" | (string & {});
export type WikimediaRight = "read" | "edit" | "createaccount" | (string & {});

/** An account, as returned by the profile resource. */
export interface WikimediaProfile {
  /** Global id of the account. */
  sub: string;
  username: string;
  editcount?: number;
  confirmed_email?: boolean;
  blocked?: boolean;
  registered?: string;
  groups?: WikimediaGroup[];
  rights?: WikimediaRight[];
  grants?: WikimediaGrant[];
  realname?: string;
  /** Included with the grant to read it. */
  email?: string;
  email_verified?: boolean;
}

/**
 * Signs users in with their Wikimedia account.
 *
 * ```ts
 * import Wikimedia from "latchkey/providers/wikimedia";
 *
 * providers: [Wikimedia]; // with AUTH_WIKIMEDIA_ID and AUTH_WIKIMEDIA_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/wikimedia`
 *
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers
 */
export default function Wikimedia<const Id extends IdOrProfile = "wikimedia">(
  options: OAuthUserConfig<WikimediaProfile, Id> = {},
): OAuth2Config<WikimediaProfile, IdOr<Id, "wikimedia">> {
  return {
    id: "wikimedia",
    name: "Wikimedia",
    ...oauth,
    // The grants of the application decide which data is readable.
    authorization: {
      url: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
      params: { scope: "" },
    },
    token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
    userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
    emailVerified: ({ confirmed_email }) => confirmed_email === true,
    profile: (profile) => ({
      id: String(profile.sub),
      name: profile.username,
      email: profile.email ?? null,
      image: null,
    }),
    style: { brandColor: "#006699" },
    options,
  };
}
