import type { Configured } from "./tenant.js";

/** Whether an issuer may be one of Microsoft's, whose documents for many tenants name a template. */
export function isOfTenants(issuer: string): boolean {
  return issuer.includes("{tenantid}") || /^https:\/\/login\.microsoftonline\.com\//.test(issuer);
}

/** The issuer that an ID token must come from; with many tenants, that of the tenant which it names. */
export async function issuerFor(
  issuer: string,
  idToken: string,
  configured: Configured,
): Promise<string> {
  if (!isOfTenants(issuer)) return issuer;
  return (await import("./tenant.js")).issuerOfTenant(issuer, idToken, configured);
}
