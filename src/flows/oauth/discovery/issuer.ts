import type { Configured } from "./tenant.js";

/** Whether an issuer may be Microsoft's, whose multi-tenant documents contain a template. */
export function isOfTenants(issuer: string): boolean {
  return issuer.includes("{tenantid}") || /^https:\/\/login\.microsoftonline\.com\//.test(issuer);
}

/** The issuer an ID token must have; for multi-tenant providers, that of the token's tenant. */
export async function issuerFor(
  issuer: string,
  idToken: string,
  configured: Configured,
): Promise<string> {
  if (!isOfTenants(issuer)) return issuer;
  return (await import("./tenant.js")).issuerOfTenant(issuer, idToken, configured);
}
