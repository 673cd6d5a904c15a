import {
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
  type AuthorizationServer,
} from "oauth4webapi";
import { isRecord } from "../../json.js";
import { assertNamedBy } from "./address.js";
import type { OAuthProvider } from "./config.js";
import { withParams } from "./endpoints.js";
import { boundedFetch, libraryFetch } from "./fetch.js";
import type { Server } from "./metadata.js";
import type { Run } from "./run.js";
import { isTenantTemplate, tenantsOf } from "./tenant.js";

/** The provider's server: its discovery document where there is one, and the endpoints configured. */
export function findServer(run: Run): Promise<Server> {
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

async function discover(run: Run): Promise<AuthorizationServer> {
  const { wellKnown, issuer } = run.provider;
  const response = await findDocument(run);
  const expected = expectedIssuer(await response.clone().json(), run.provider);
  const metadata = await processDiscoveryResponse(expected, response);
  const source = new URL(wellKnown ?? issuer ?? expected);
  for (const name of endpointNames) {
    const url = metadata[name];
    if (url !== undefined) assertNamedBy(source, url);
  }
  return metadata;
}

/** At the address configured; where nothing is there, at the one that follows from the issuer. */
async function findDocument(run: Run): Promise<Response> {
  const { wellKnown, issuer } = run.provider;
  if (wellKnown === undefined) return askIssuer(run);
  const response = await boundedFetch(run)(wellKnown, { headers: { accept: "application/json" } });
  return response.status === 404 && issuer !== undefined ? askIssuer(run) : response;
}

const endpointNames = [
  "authorization_endpoint",
  "token_endpoint",
  "userinfo_endpoint",
  "jwks_uri",
  "pushed_authorization_request_endpoint",
] as const;

function askIssuer(run: Run): Promise<Response> {
  return discoveryRequest(new URL(run.provider.issuer ?? ""), {
    [customFetch]: libraryFetch(run),
    // The scheme is judged by our own fetch, which lets http pass for this machine only.
    [allowInsecureRequests]: true,
  });
}

/**
 * The issuer that the document must name: the configured one. A document at an address that was
 * configured may also name the issuer whose document belongs at that very address (OpenID Connect
 * Discovery, section 4). One for many tenants names a template.
 */
function expectedIssuer(document: unknown, { issuer, wellKnown }: OAuthProvider): URL {
  const named = isRecord(document) ? document["issuer"] : undefined;
  if (typeof named !== "string" || !URL.canParse(named)) return new URL(issuer ?? "about:blank");
  if (issuer === undefined) return new URL(named);
  const isAtHome = wellKnown === `${named.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const isTenants = isTenantTemplate(named) && tenantsOf(named).includes(issuer);
  return new URL(isAtHome || isTenants ? named : issuer);
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
      // Where nobody named an issuer, client assertions are made out to the token endpoint.
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
