import { issueRequestObject } from "oauth4webapi";
import { clientOf } from "../client/client.js";
import type { Server } from "../provider/metadata.js";
import type { Run } from "../provider/run.js";

/**
 * Puts the authorization request into a signed object, so that nobody changes it on the way (RFC 9101).
 * What OpenID Connect wants to see outside of it stays there, too (Core, section 6.1).
 */
export async function signRequest({ provider }: Run, server: Server, url: URL): Promise<URL> {
  const key = provider.requestKey ?? provider.token.clientPrivateKey;
  if (!key) {
    throw new Error(
      `The provider "${provider.id}" takes signed requests alone. Set \`requestObjectKey\`, or \`token.clientPrivateKey\`.`,
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
