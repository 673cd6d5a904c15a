import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Descope's ID token. */
export interface DescopeProfile extends StandardClaims {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  phone_number?: string;
  phone_number_verified?: boolean;
  picture?: string;
  amr?: string[];
  drn?: string;
}

/**
 * Signs users in through a project of Descope.
 *
 * ```ts
 * import Descope from "latchkey/providers/descope";
 *
 * providers: [Descope]; // with AUTH_DESCOPE_ID and AUTH_DESCOPE_SECRET
 * ```
 *
 * The client id is the project's id; the issuer follows from it.
 *
 * Callback URL to register: `https://example.com/auth/callback/descope`
 *
 * @see https://docs.descope.com/getting-started/oidc-endpoints
 */
export default function Descope<const Id extends IdOrProfile = "descope">(
  options: OIDCUserConfig<DescopeProfile, Id> = {},
): OIDCConfig<DescopeProfile, IdOr<Id, "descope">> {
  const issuer = options.issuer ?? projectIssuer(options.clientId);
  return {
    id: "descope",
    name: "Descope",
    ...oidc,
    issuer,
    checks: ["pkce", "state"],
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: { brandColor: "#1c1c23" },
    options,
  };
}

function projectIssuer(projectId: string | undefined): string | undefined {
  return projectId && below("https://api.descope.com", projectId);
}
