import { forwardedProto } from "../http/public-origin.js";
import type { Site } from "../http/urls.js";

/** Signs that the configured site URL is wrong. */
export interface ProxyMismatch {
  /** An untrusted proxy says that the browser uses https. */
  readonly isProxied: boolean;
  /** The request's host, if it differs from the site's. */
  readonly otherHost: string | undefined;
}

/** What is odd about a request; undefined for most. `origin` is the configured one. */
export function findProxyMismatch(
  origin: string | null,
  { url, headers }: { readonly url: URL; readonly headers: Headers },
  site: Site,
): ProxyMismatch | undefined {
  const isProxied = site.origin.startsWith("http:") && forwardedProto(headers) === "https";
  const otherHost = origin === null ? undefined : otherThan(hostOf(origin), { url, headers });
  return isProxied || otherHost !== undefined ? { isProxied, otherHost } : undefined;
}

/** An origin is a scheme, two slashes and the host; parsing it at every request would take longer. */
export function hostOf(origin: string): string {
  return origin.slice(origin.indexOf("//") + 2);
}

function otherThan(
  host: string,
  { url, headers }: { readonly url: URL; readonly headers: Headers },
): string | undefined {
  const seen = headers.get("host") ?? url.host;
  if (seen.toLowerCase() === host) return undefined;
  return headers.get("x-forwarded-host")?.toLowerCase() === host ? undefined : seen;
}
