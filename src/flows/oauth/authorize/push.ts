import {
  allowInsecureRequests,
  customFetch,
  processPushedAuthorizationResponse,
  pushedAuthorizationRequest,
} from "oauth4webapi";
import { clientAuthentication, clientOf } from "../client/client.js";
import { libraryFetch } from "../client/fetch.js";
import type { Run } from "../provider/run.js";
import type { Server } from "../provider/metadata.js";

async function push(run: Run, { metadata }: Server, { searchParams }: URL) {
  const client = clientOf(run.provider);
  const authentication = clientAuthentication(run.provider, metadata);
  const options = { [customFetch]: libraryFetch(run), [allowInsecureRequests]: true };
  const response = await pushedAuthorizationRequest(
    metadata,
    client,
    authentication,
    searchParams,
    options,
  );
  return processPushedAuthorizationResponse(metadata, client, response);
}

/**
 * Sends the authorization request to the provider directly, so that the browser only carries a reference
 * to it (RFC 9126).
 */
export async function pushRequest(run: Run, server: Server, url: URL): Promise<URL> {
  const client = clientOf(run.provider);
  const pushed = await push(run, server, url);
  const short = new URL(url);
  short.search = new URLSearchParams({
    client_id: client.client_id,
    request_uri: pushed.request_uri,
  }).toString();
  return short;
}
