// Microsoft's documents for all tenants name no issuer but a template for those of the tenants.
const placeholder = "{tenantid}";
const shared = ["common", "organizations", "consumers"] as const;
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isTenantTemplate(issuer: string): boolean {
  return issuer.includes(placeholder);
}

/** The issuers under which a template may be configured. */
export function tenantsOf(template: string): string[] {
  return shared.map((tenant) => template.replace(placeholder, tenant));
}

/**
 * The issuer an ID token must come from. For a provider of many tenants that is the issuer of the
 * tenant which the token names. The signature still has to be right.
 */
export async function issuerFor(issuer: string, idToken: string): Promise<string> {
  const template = templateOf(issuer);
  if (template === undefined || idToken.split(".").length !== 3) return issuer;
  const { decodeJwt } = await import("jose/jwt/decode");
  const { tid } = decodeJwt(idToken);
  return typeof tid === "string" && tenantId.test(tid)
    ? template.replace(placeholder, tid)
    : issuer;
}

/** Also for documents in which the template was filled in with the name of a shared endpoint. */
function templateOf(issuer: string): string | undefined {
  if (isTenantTemplate(issuer)) return issuer;
  const { host } = new URL(issuer);
  const template = `https://login.microsoftonline.com/${placeholder}/v2.0`;
  const isShared = host === "login.microsoftonline.com" && tenantsOf(template).includes(issuer);
  return isShared ? template : undefined;
}
