import { unverifiedClaims } from "../client/jws.js";

// Microsoft's multi-tenant documents contain a template instead of an issuer.
const placeholder = "{tenantid}";
const shared = ["common", "organizations", "consumers"] as const;
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The tenant of all personal accounts. */
const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";

function isTenantTemplate(issuer: string): boolean {
  return issuer.includes(placeholder);
}

/** The issuers under which a template may be configured. */
function tenantsOf(template: string): string[] {
  return shared.map((tenant) => template.replace(placeholder, tenant));
}

const entraHosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
]);

/** Whether a document that names another issuer than the configured one is of the same tenant, or of all. */
export function isOfSameTenant(configured: string, named: string): boolean {
  const isForAll = isTenantTemplate(named) && tenantsOf(named).includes(configured);
  return isForAll || isSameTenant(configured, named);
}

/**
 * Whether a Microsoft document names the issuer of the tenant it was fetched for: a tenant may be addressed
 * by a domain, that of personal accounts as "consumers", and an Azure AD B2C user flow has its policy in the
 * URL. The document came from that very host.
 */
function isSameTenant(configured: string, named: string): boolean {
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

/** `/{tenant id}/v2.0/`, or with the policy, depending on the user flow's settings. */
function isTenantOfB2c({ pathname }: URL): boolean {
  const [, id] = /^\/(?:tfp\/)?([^/]+)\/(?:[^/]+\/)?v2\.0\/$/.exec(pathname) ?? [];
  return id !== undefined && tenantId.test(id);
}

/** The URLs under which a multi-tenant provider was configured. */
export interface Configured {
  readonly issuer?: string | undefined;
  readonly wellKnown?: string | undefined;
}

/**
 * The issuer an ID token must have. For a multi-tenant provider, it's that of the tenant in the token. The
 * signature must be valid anyway.
 */
export async function issuerOfTenant(
  issuer: string,
  idToken: string,
  configured: Configured,
): Promise<string> {
  const template = templateOf(issuer);
  if (template === undefined || idToken.split(".").length !== 3) return issuer;
  const tid = unverifiedClaims(idToken)?.["tid"];
  if (typeof tid !== "string" || !tenantId.test(tid)) return issuer;
  const problem = audienceProblem(tid, configured);
  if (problem !== undefined) throw new Error(problem);
  return template.replace(placeholder, tid);
}

/**
 * Whether this issuer may start a sign-in: the configured or discovered one, and for a multi-tenant provider
 * each tenant that is allowed.
 */
export function isIssuerOf(found: string, asking: string, configured: Configured): boolean {
  if (asking === found || asking === configured.issuer) return true;
  const [before = "", after = ""] = templateOf(found)?.split(placeholder) ?? [];
  if (before === "" || !asking.startsWith(before) || !asking.endsWith(after)) return false;
  const tid = asking.slice(before.length, asking.length - after.length);
  return tenantId.test(tid) && audienceProblem(tid, configured) === undefined;
}

/** A personal account where only organizations are allowed, or the other way round. */
function audienceProblem(tid: string, { issuer, wellKnown }: Configured): string | undefined {
  const segments = [issuer, wellKnown].map((url) => url?.split("/")[3]);
  const isPersonal = tid.toLowerCase() === personal;
  if (isPersonal && segments.includes("organizations")) {
    return "This is a personal account, but only accounts of organizations may sign in (the tenant in \`issuer\`).";
  }
  if (!isPersonal && segments.includes("consumers")) {
    return "This is an organization's account, but only personal accounts may sign in (the tenant in \`issuer\`).";
  }
  return undefined;
}

/** Includes documents whose template was filled in with the name of a shared endpoint. */
function templateOf(issuer: string): string | undefined {
  if (isTenantTemplate(issuer)) return issuer;
  const { host } = new URL(issuer);
  const template = `https://login.microsoftonline.com/${placeholder}/v2.0`;
  const isShared = host === "login.microsoftonline.com" && tenantsOf(template).includes(issuer);
  return isShared ? template : undefined;
}
