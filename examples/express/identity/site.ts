import type { Provider } from "oidc-provider";

/** Where the demo is. It has a port of its own, which nobody knows before people come from there. */
export interface Site {
  port?: string;
}

/** Notes where people come from to sign in. */
export function watchSite(provider: Provider, site: Site): void {
  provider.on("authorization.success", ({ oidc }) => {
    const target: unknown = oidc.params?.["redirect_uri"];
    if (typeof target === "string") site.port = new URL(target).port;
  });
}

/** Tells the demo that somebody has signed out here. Nothing but this machine is ever called. */
export function callSite(site: Site) {
  return (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address);
    url.port = site.port ?? "";
    const { method = "GET", headers = {}, body = null, signal = null } = options;
    return fetch(url, { method, headers, body, signal, redirect: "manual" });
  };
}
