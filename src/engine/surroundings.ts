import { forwardedProto } from "../http/outside.js";
import type { Site } from "../http/urls.js";

/** Signs that the site is elsewhere than it is taken to be. */
export interface Oddity {
  /** A proxy says that the browser is at https, and is not believed. */
  readonly isProxied: boolean;
  /** The host that the request was for, where it is another than that of the site. */
  readonly otherHost: string | undefined;
}

/** What of a request is odd; undefined for most. `origin` is the one that was configured. */
export function oddityOf(
  origin: string | null,
  { url, headers }: { readonly url: URL; readonly headers: Headers },
  site: Site,
): Oddity | undefined {
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
