import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Salesforce's userinfo response. */
export interface SalesforceProfile extends StandardClaims {
  sub: string;
  user_id?: string;
  organization_id?: string;
  name?: string;
  nickname?: string;
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
  picture?: string;
  photos?: { picture?: string; thumbnail?: string };
  active?: boolean;
  user_type?: string;
}

/**
 * Signs users in with their Salesforce account.
 *
 * ```ts
 * import Salesforce from "latchkey/providers/salesforce";
 *
 * providers: [Salesforce]; // with AUTH_SALESFORCE_ID and AUTH_SALESFORCE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/salesforce`
 *
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm
 */
export default function Salesforce<const Id extends IdOrProfile = "salesforce">(
  options: OIDCUserConfig<SalesforceProfile, Id> = {},
): OIDCConfig<SalesforceProfile, IdOr<Id, "salesforce">> {
  return {
    id: "salesforce",
    name: "Salesforce",
    ...oidc,
    issuer: "https://login.salesforce.com",
    idToken: false,
    checks: ["pkce", "state", "nonce"],
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#00a1e0",
      mark: "M9.5 6a4.5 4.5 0 0 1 3.7 1.8A4 4 0 0 1 19 11a4 4 0 0 1-.5 8h-12a4.5 4.5 0 0 1-1.8-8.6A5 5 0 0 1 9.5 6z",
    },
    options,
  };
}
