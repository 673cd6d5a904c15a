// Microsoft's documents for all tenants name no issuer but a template for those of the tenants.
const placeholder = "{tenantid}";
const shared = ["common", "organizations", "consumers"] as const;
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The tenant of everybody's personal accounts. */
const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";

export function isTenantTemplate(issuer: string): boolean {
  return issuer.includes(placeholder);
}

/** The issuers under which a template may be configured. */
export function tenantsOf(template: string): string[] {
  return shared.map((tenant) => template.replace(placeholder, tenant));
}

const entraHosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
]);

/**
 * Whether a document of Microsoft's at one address names the issuer of the same tenant by its id: a
 * tenant may be addressed by a domain, that of personal accounts as "consumers", and a user flow of
 * Azure AD B2C has its policy in the address. It was fetched from that very host.
 */
export function isSameTenant(configured: string, named: string): boolean {
  if (!URL.canParse(configured) || !URL.canParse(named)) return false;
  const [from, to] = [new URL(configured), new URL(named)];
  if (from.origin !== to.origin || from.protocol !== "https:") return false;
  if (from.hostname.endsWith(".b2clogin.com")) return isTenantOfB2c(to);
  const [, tenant = "", version, ...rest] = from.pathname.replace(/\/$/, "").split("/");
  const isNamed = !tenantId.test(tenant) && version === "v2.0" && rest.length === 0;
  const id = /^\/([^/]+)\/v2\.0$/.exec(to.pathname)?.[1] ?? "";
  if (!entraHosts.has(from.hostname) || !isNamed || !tenantId.test(id)) return false;
  return tenant === "consumers" ? id === personal : !shared.some((one) => one === tenant);
}

/** `/{tenant id}/v2.0/`, or with the policy, as the user flow is set up. */
function isTenantOfB2c({ pathname }: URL): boolean {
  const [, id] = /^\/(?:tfp\/)?([^/]+)\/(?:[^/]+\/)?v2\.0\/$/.exec(pathname) ?? [];
  return id !== undefined && tenantId.test(id);
}

/** Addresses by which a provider of many tenants was configured. */
export interface Configured {
  readonly issuer?: string | undefined;
  readonly wellKnown?: string | undefined;
}

/**
 * The issuer an ID token must come from. For a provider of many tenants that is the issuer of the
 * tenant which the token names. The signature still has to be right.
 */
export async function issuerOfTenant(
  issuer: string,
  idToken: string,
  configured: Configured,
): Promise<string> {
  const template = templateOf(issuer);
  if (template === undefined || idToken.split(".").length !== 3) return issuer;
  const { decodeJwt } = await import("jose/jwt/decode");
  const { tid } = decodeJwt(idToken);
  if (typeof tid !== "string" || !tenantId.test(tid)) return issuer;
  assertAudience(tid, configured);
  return template.replace(placeholder, tid);
}

/**
 * Whether a sign-in may begin that this issuer is said to have asked for: the one configured or found,
 * and of a provider of many tenants each whose people may come.
 */
export function isIssuerOf(found: string, asking: string, configured: Configured): boolean {
  if (asking === found || asking === configured.issuer) return true;
  const [before = "", after = ""] = templateOf(found)?.split(placeholder) ?? [];
  if (before === "" || !asking.startsWith(before) || !asking.endsWith(after)) return false;
  const tid = asking.slice(before.length, asking.length - after.length);
  return tenantId.test(tid) && audienceProblem(tid, configured) === undefined;
}

/** Throws for a personal account where only organizations may come, and the other way round. */
function assertAudience(tid: string, configured: Configured): void {
  const problem = audienceProblem(tid, configured);
  if (problem !== undefined) throw new Error(problem);
}

function audienceProblem(tid: string, { issuer, wellKnown }: Configured): string | undefined {
  const segments = [issuer, wellKnown].map((url) => url?.split("/")[3]);
  const isPersonal = tid.toLowerCase() === personal;
  if (isPersonal && segments.includes("organizations")) {
    return "The account is a personal one, and only those of organizations may sign in.";
  }
  if (!isPersonal && segments.includes("consumers")) {
    return "The account is of an organization, and only personal ones may sign in.";
  }
  return undefined;
}

/** Also for documents in which the template was filled in with the name of a shared endpoint. */
function templateOf(issuer: string): string | undefined {
  if (isTenantTemplate(issuer)) return issuer;
  const { host } = new URL(issuer);
  const template = `https://login.microsoftonline.com/${placeholder}/v2.0`;
  const isShared = host === "login.microsoftonline.com" && tenantsOf(template).includes(issuer);
  return isShared ? template : undefined;
}
