import type { IdOr, IdOrProfile, Named } from "../types/infer.js";
import type { OIDCConfig } from "../types/providers.js";
import type { MicrosoftEntraIDProfile } from "./microsoft-entra-id.js";
import MicrosoftEntraID from "./microsoft-entra-id.js";

export type AzureADProfile = MicrosoftEntraIDProfile;

export type AzureADOptions = NonNullable<Parameters<typeof MicrosoftEntraID>[0]> & {
  /** The tenant, if `issuer` isn't set. @default every tenant */
  tenantId?: string | undefined;
};

/**
 * Signs users in with their Microsoft account, under the former name of the service.
 *
 * ```ts
 * import AzureAD from "latchkey/providers/azure-ad";
 *
 * providers: [AzureAD({ issuer: "https://login.microsoftonline.com/TENANT_ID/v2.0" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/azure-ad`
 *
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 * @deprecated use `latchkey/providers/microsoft-entra-id`
 */
export default function AzureAD<const Id extends IdOrProfile = "azure-ad">(
  options?: AzureADOptions & Named<Id>,
): OIDCConfig<AzureADProfile, IdOr<Id, "azure-ad">>;
export default function AzureAD({
  tenantId,
  ...given
}: AzureADOptions = {}): OIDCConfig<AzureADProfile> {
  const issuer = tenantId && `https://login.microsoftonline.com/${tenantId}/v2.0`;
  const options = issuer ? { issuer, ...given } : given;
  return { ...MicrosoftEntraID(options), id: "azure-ad", name: "Azure Active Directory" };
}
