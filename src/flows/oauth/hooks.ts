import { actionUrl } from "../../http/urls.js";
import type { EndpointHookProvider } from "../../types/providers.js";
import type { Caller } from "./run.js";
import type { Server } from "./metadata.js";

/** The provider as its own hooks see it. */
export function hookProvider({ provider, context }: Caller, { metadata }: Server) {
  const { id, name, type, clientId, clientSecret, issuer } = provider;
  return {
    id,
    name,
    type,
    clientId,
    clientSecret,
    issuer,
    callbackUrl: actionUrl(context.site, "callback", id),
    signinUrl: actionUrl(context.site, "signin", id),
    authorization: { ...endpointOf(metadata.authorization_endpoint) },
    token: { ...endpointOf(metadata.token_endpoint) },
    userinfo: { ...endpointOf(metadata.userinfo_endpoint) },
  } satisfies EndpointHookProvider;
}

function endpointOf(url: string | undefined): { url: URL } | undefined {
  return url === undefined ? undefined : { url: new URL(url) };
}
