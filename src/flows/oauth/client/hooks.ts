import { actionUrl } from "../../../core/http/urls.js";
import type { EndpointHookProvider, RefreshHookProvider } from "../../../types/providers.js";
import type { Server } from "../provider/metadata.js";
import type { Caller, Inquiry } from "../provider/run.js";
import { remake } from "./fetch.js";

/** The provider as its own hooks see it. */
export function hookProvider(run: Caller, server: Server): EndpointHookProvider {
  const { provider, context } = run;
  return {
    ...refreshHookProvider(run, server),
    callbackUrl: actionUrl(context.site, "callback", provider.id),
    signinUrl: actionUrl(context.site, "signin", provider.id),
  };
}

/** The same outside of a request. */
export function refreshHookProvider(
  { provider, context }: Inquiry,
  { metadata }: Server,
): RefreshHookProvider {
  const { id, name, type, clientId, clientSecret, issuer } = provider;
  return {
    id,
    name,
    type,
    clientId,
    clientSecret,
    issuer,
    ...(context.site && { callbackUrl: actionUrl(context.site, "callback", id) }),
    authorization: { ...endpointOf(metadata.authorization_endpoint) },
    token: { ...endpointOf(metadata.token_endpoint) },
    userinfo: { ...endpointOf(metadata.userinfo_endpoint) },
  };
}

function endpointOf(url: string | undefined): { url: URL } | undefined {
  return url === undefined ? undefined : { url: new URL(url) };
}

/** What a hook returned instead of calling the token endpoint. It's checked like any token response. */
export function hookResponse(body: Readonly<Record<string, unknown>>): Response {
  const headers = new Headers({ "content-type": "application/json" });
  return remake(JSON.stringify(body), { status: 200, headers, url: "" });
}
