import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Asgardeo's ID token. */
export interface AsgardeoProfile extends StandardClaims {
  sub: string;
  given_name?: string;
  email?: string;
  org_id?: string;
  org_name?: string;
}

/**
 * Signs users in through an organization of Asgardeo.
 *
 * ```ts
 * import Asgardeo from "latchkey/providers/asgardeo";
 *
 * providers: [Asgardeo({ issuer: "https://api.asgardeo.io/t/example" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/asgardeo`
 *
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/
 */
export default function Asgardeo<const Id extends IdOrProfile = "asgardeo">(
  options: OIDCUserConfig<AsgardeoProfile, Id> = {},
): OIDCConfig<AsgardeoProfile, IdOr<Id, "asgardeo">> {
  const issuer = tokenIssuer(options.issuer);
  return {
    id: "asgardeo",
    name: "Asgardeo",
    ...oidc,
    issuer,
    profile: userFromClaims,
    style: { brandColor: "#ff7300" },
    options: { ...options, issuer },
  };
}

/** Asgardeo names its token endpoint as the issuer, not the organization's URL. */
function tokenIssuer(issuer: string | undefined): string | undefined {
  return issuer?.endsWith("/oauth2/token") ? issuer : below(issuer, "oauth2/token");
}
