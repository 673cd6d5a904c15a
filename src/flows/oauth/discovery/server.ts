import { asError } from "../../../core/errors/as-error.js";
import { because } from "../../../core/errors/reason.js";
import { processDiscoveryResponse, type AuthorizationServer } from "oauth4webapi";
import { isRecord, parseObject } from "../../../core/values/json.js";
import { shown, Unusable } from "../client/failure.js";
import { boundedFetch, Redirected } from "../client/fetch.js";
import { assertNamedBy } from "../provider/address.js";
import type { OAuthProvider } from "../provider/config.js";
import { withParams } from "../provider/endpoints.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";
import { askIssuer } from "./fetch-metadata.js";
import type { Configured } from "./tenant.js";

/** The provider's metadata: its discovery document if there is one, and the configured endpoints. */
export function findServer(run: Inquiry): Promise<Server> {
  return run.memory.server.get(async () => {
    const { provider } = run;
    const found = needsDiscovery(provider) ? await discover(run) : undefined;
    return describe(provider, found);
  });
}

function needsDiscovery(provider: OAuthProvider): boolean {
  const { type, issuer, wellKnown, authorization, token, userinfo, jwksEndpoint } = provider;
  if (wellKnown !== undefined) return true;
  if (issuer === undefined) return false;
  const profileKnown = userinfo.url !== undefined || userinfo.request !== undefined;
  const known =
    authorization.url !== undefined &&
    (token.url !== undefined || token.request !== undefined) &&
    (profileKnown || provider.idTokenIsProfile) &&
    (type === "oauth" || jwksEndpoint !== undefined);
  return !known;
}

type Document = Readonly<Record<string, unknown>>;

async function discover(run: Inquiry): Promise<AuthorizationServer> {
  const { wellKnown, issuer, privateOrigins } = run.provider;
  const response = await findDocument(run);
  const document = await readDocument(response);
  const expected = await expectedIssuer(document, run.provider);
  assertIssuer(document, expected.href, run.provider);
  const metadata = await processDiscoveryResponse(expected, response).catch((error: unknown) => {
    throw because("issuer", asError(error));
  });
  const source = new URL(wellKnown ?? issuer ?? expected);
  for (const url of namedAddresses(metadata)) assertNamedBy(source, url, privateOrigins);
  return metadata;
}

/** The document, which the protocol library parses again. */
async function readDocument(response: Response): Promise<Document> {
  const { status } = response;
  const document = status === 200 ? parseObject(await response.clone().text()) : undefined;
  if (document) return document;
  const message = `The discovery URL responded with status ${status}, not with a JSON object. Check \`issuer\`, or \`wellKnown\`.`;
  throw because("issuer", new Unusable(message, response));
}

/** The protocol library compares too; this error says what to do. */
function assertIssuer(
  { issuer: named }: Document,
  expected: string,
  { issuer = "" }: OAuthProvider,
): void {
  if (typeof named !== "string" || !URL.canParse(named) || new URL(named).href === expected) return;
  const slash = trimSlash(named) === trimSlash(issuer) ? " They differ in the trailing slash." : "";
  const message = `The discovery document's issuer is ${shown(named)}, but ${shown(issuer)} is configured.${slash} If the document is the provider's, set \`issuer\` to its value.`;
  throw because("issuer", new Error(message));
}

function trimSlash(url: string): string {
  return url.replace(/\/$/, "");
}

/** Every endpoint in the document, including those for mutual TLS. */
function namedAddresses(metadata: AuthorizationServer): string[] {
  const { mtls_endpoint_aliases: aliases } = metadata;
  const own = endpointNames.map((name) => metadata[name]);
  const named: unknown[] = [...own, ...(isRecord(aliases) ? Object.values(aliases) : [])];
  // Anything but a string isn't a URL, and is refused.
  return named.flatMap((url) => (url === undefined ? [] : [typeof url === "string" ? url : ""]));
}

/** At the configured URL, or the one that follows from the issuer. */
async function findDocument(run: Inquiry): Promise<Response> {
  const { wellKnown } = run.provider;
  const headers = { accept: "application/json" };
  const asked =
    wellKnown === undefined ? askIssuer(run) : boundedFetch(run)(wellKnown, { headers });
  const found = await asked.catch((error: unknown) => {
    if (error instanceof Redirected) return error;
    throw error;
  });
  if (!(found instanceof Redirected) && found.status === 200) return found;
  const { lookElsewhere } = await import("./follow-redirect.js");
  return lookElsewhere(run, found);
}

const endpointNames = [
  "authorization_endpoint",
  "token_endpoint",
  "userinfo_endpoint",
  "jwks_uri",
  "pushed_authorization_request_endpoint",
  "device_authorization_endpoint",
] as const;

/**
 * The issuer the document must have: the configured one. A document at a configured URL may also have the
 * issuer whose document belongs at that very URL (OpenID Connect Discovery, section 4). A multi-tenant
 * document has a template.
 */
async function expectedIssuer(
  { issuer: named }: Document,
  { issuer, wellKnown }: OAuthProvider,
): Promise<URL> {
  if (typeof named !== "string" || !URL.canParse(named)) return new URL(issuer ?? "about:blank");
  if (issuer === undefined) return new URL(named);
  const isAtHome = wellKnown !== undefined && homesOf(named).includes(wellKnown);
  if (named === issuer || isAtHome) return new URL(named);
  const { isOfSameTenant } = await import("./tenant.js");
  return new URL(isOfSameTenant(issuer, named) ? named : issuer);
}

/** The discovery URL of an issuer (OpenID Connect Discovery, section 4; RFC 8414, section 3). */
function homesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  return [
    `${trimSlash(issuer)}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${trimSlash(pathname)}`,
  ];
}

function describe(provider: OAuthProvider, found: AuthorizationServer | undefined): Server {
  const { issuer, wellKnown, authorization, token, userinfo, jwksEndpoint } = provider;
  const pick = (configured: string | undefined, discovered: string | undefined) =>
    wellKnown === undefined ? (configured ?? discovered) : (discovered ?? configured);
  const tokenUrl = pick(token.url, found?.token_endpoint);
  const userinfoUrl = pick(userinfo.url, found?.userinfo_endpoint);
  const endpoints = {
    authorization_endpoint: pick(authorization.url, found?.authorization_endpoint),
    token_endpoint: tokenUrl && withParams(tokenUrl, token.params).href,
    userinfo_endpoint: userinfoUrl && withParams(userinfoUrl, userinfo.params).href,
    jwks_uri: jwksEndpoint ?? found?.jwks_uri,
  };
  return {
    issuerKnown: issuer !== undefined || found !== undefined,
    metadata: {
      ...found,
      // Without an issuer, the audience of client assertions is the token endpoint.
      issuer: found?.issuer ?? issuer ?? endpoints.token_endpoint ?? "urn:unknown",
      ...defined(endpoints),
    },
  };
}

function defined(endpoints: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, url]) => (url === undefined ? [] : [[name, url]])),
  );
}

/** The issuer an ID token must have; for Microsoft's multi-tenant documents, that of the token's tenant. */
export async function issuerFor(
  issuer: string,
  idToken: string,
  configured: Configured,
): Promise<string> {
  const mayBeTemplate =
    issuer.includes("{tenantid}") || issuer.startsWith("https://login.microsoftonline.com/");
  if (!mayBeTemplate) return issuer;
  return (await import("./tenant.js")).issuerOfTenant(issuer, idToken, configured);
}
