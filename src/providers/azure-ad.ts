import type { OIDCConfig } from "../types/providers.js";
import type { MicrosoftEntraIDProfile } from "./microsoft-entra-id.js";
import MicrosoftEntraID from "./microsoft-entra-id.js";

export type AzureADProfile = MicrosoftEntraIDProfile;

/**
 * Signs people in with their Microsoft account, under the former name of the service.
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
export default function AzureAD(
  options: Parameters<typeof MicrosoftEntraID>[0] = {},
): OIDCConfig<AzureADProfile> {
  return { ...MicrosoftEntraID(options), id: "azure-ad", name: "Azure Active Directory" };
}
