import {
  allowInsecureRequests,
  customFetch,
  processPushedAuthorizationResponse,
  pushedAuthorizationRequest,
} from "oauth4webapi";
import { clientAuthentication, clientOf } from "./client.js";
import { libraryFetch } from "./fetch.js";
import type { Run } from "./run.js";
import type { Server } from "./metadata.js";

/**
 * Sends the authorization request to the provider directly, where the provider or the configuration
 * wants that, so that the browser only carries a reference to it (RFC 9126).
 */
export async function pushRequest(run: Run, server: Server, url: URL): Promise<URL> {
  const { metadata } = server;
  const { provider } = run;
  if (!provider.pushes && metadata.require_pushed_authorization_requests !== true) return url;
  const client = clientOf(provider);
  const authentication = clientAuthentication(provider, metadata);
  const options = { [customFetch]: libraryFetch(run), [allowInsecureRequests]: true };
  const response = await pushedAuthorizationRequest(
    metadata,
    client,
    authentication,
    url.searchParams,
    options,
  );
  const pushed = await processPushedAuthorizationResponse(metadata, client, response);
  const short = new URL(url);
  short.search = new URLSearchParams({
    client_id: client.client_id,
    request_uri: pushed.request_uri,
  }).toString();
  return short;
}
