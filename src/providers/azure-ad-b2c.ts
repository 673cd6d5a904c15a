import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Azure AD B2C's ID token. The user flow decides which are included. */
export interface AzureADB2CProfile extends StandardClaims {
  exp: number;
  nbf?: number;
  ver?: string;
  iss: string;
  sub: string;
  aud: string;
  iat: number;
  auth_time?: number;
  oid?: string;
  country?: string;
  name?: string;
  preferred_username?: string;
  postalCode?: string;
  emails?: string[];
  /** Name of the user flow. */
  tfp?: string;
  extension_Account_active?: string;
}

/** The name in next-auth 4. */
export type AzureB2CProfile = AzureADB2CProfile;

/** The options of this provider, in addition to the common ones. */
export interface AzureADB2COptions {
  /** The name of the tenant, with `primaryUserFlow`: for the issuer, if `issuer` isn't set. */
  tenantId?: string | undefined;
  primaryUserFlow?: string | undefined;
}

/**
 * Signs users in through a user flow of Azure AD B2C.
 *
 * ```ts
 * import AzureADB2C from "latchkey/providers/azure-ad-b2c";
 *
 * providers: [
 *   AzureADB2C({
 *     issuer: "https://example.b2clogin.com/example.onmicrosoft.com/B2C_1_signin/v2.0",
 *   }),
 * ];
 * ```
 *
 * The issuer is the address of the user flow; its document names the tenant by its id. With a domain
 * of your own, give the address of that document as `wellKnown` instead.
 *
 * Callback URL to register: `https://example.com/auth/callback/azure-ad-b2c`
 *
 * @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect
 */
export default function AzureADB2C<const Id extends IdOrProfile = "azure-ad-b2c">({
  tenantId,
  primaryUserFlow,
  ...options
}: OIDCUserConfig<AzureADB2CProfile, Id> & AzureADB2COptions = {}): OIDCConfig<
  AzureADB2CProfile,
  IdOr<Id, "azure-ad-b2c">
> {
  const flow = tenantId && primaryUserFlow && `${tenantId}.onmicrosoft.com/${primaryUserFlow}`;
  return {
    id: "azure-ad-b2c",
    name: "Azure AD B2C",
    ...oidc,
    ...(flow && { issuer: `https://${tenantId}.b2clogin.com/${flow}/v2.0` }),
    profile: (profile) => ({
      id: String(profile.sub),
      name: profile.name ?? profile.preferred_username ?? null,
      email: profile.emails?.[0] ?? profile.email ?? null,
      image: null,
    }),
    style: { brandColor: "#0072c6" },
    options,
  };
}
