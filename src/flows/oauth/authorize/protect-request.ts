import {
  issueRequestObject,
  processPushedAuthorizationResponse,
  pushedAuthorizationRequest,
} from "oauth4webapi";
import { clientAuthentication, clientOf } from "../client/client.js";
import { libraryOptions } from "../client/fetch.js";
import type { Server } from "../provider/metadata.js";
import type { Run } from "../provider/run.js";

/**
 * Sends the authorization request to the provider directly, so that the browser carries only a reference to
 * it (RFC 9126).
 */
export async function pushRequest(run: Run, server: Server, url: URL): Promise<URL> {
  const client = clientOf(run.provider);
  const response = await pushedAuthorizationRequest(
    server.metadata,
    client,
    clientAuthentication(run.provider, server.metadata),
    url.searchParams,
    libraryOptions(run),
  );
  const pushed = await processPushedAuthorizationResponse(server.metadata, client, response);
  const short = new URL(url);
  short.search = new URLSearchParams({
    client_id: client.client_id,
    request_uri: pushed.request_uri,
  }).toString();
  return short;
}

/**
 * Signs the authorization request, so that it can't be changed on the way (RFC 9101). Parameters that OpenID
 * Connect requires outside of it stay there, too (Core, section 6.1).
 */
export async function signRequest({ provider }: Run, server: Server, url: URL): Promise<URL> {
  const key = provider.requestKey ?? provider.token.clientPrivateKey;
  if (!key) {
    throw new Error(
      `The provider "${provider.id}" accepts signed requests only. Set \`requestObjectKey\`, or \`token.clientPrivateKey\`.`,
    );
  }
  const client = clientOf(provider);
  const request = await issueRequestObject(server.metadata, client, url.searchParams, key);
  const outside = ["client_id", "response_type", "scope"].flatMap((name): [string, string][] => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const signed = new URL(url);
  signed.search = new URLSearchParams([...outside, ["request", request]]).toString();
  return signed;
}
