import type { Settings } from "../config/settings.js";
import { forwardedProto } from "../http/outside.js";
import type { Site } from "../http/urls.js";

const longestShown = 128;

/** Warns, once, of a request by which the site seems to be elsewhere than it is taken to be. */
export function warnOfSurroundings(
  { origin, warnOnce }: Pick<Settings, "origin" | "warnOnce">,
  { url, headers }: { readonly url: URL; readonly headers: Headers },
  site: Site,
): void {
  if (site.origin.startsWith("http:") && forwardedProto(headers) === "https") {
    warnOnce("proxy-not-trusted", () => untrustedProxy(site));
  }
  if (origin === null) return;
  const host = hostOf(origin);
  const seen = headers.get("host") ?? url.host;
  if (seen.toLowerCase() === host) return;
  if (headers.get("x-forwarded-host")?.toLowerCase() === host) return;
  warnOnce("host-mismatch", () => otherHost(host, seen));
}

/** An origin is a scheme, two slashes and the host; parsing it at every request would take longer. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf("//") + 2);
}

function untrustedProxy({ origin }: Site): string {
  return `A request says "X-Forwarded-Proto: https" and this server takes the site to be at ${origin}. If a proxy of yours ends TLS, set AUTH_URL to the site's https URL, or make the framework trust the proxy ("trust proxy" in Express). Until then nobody can sign in there, and cookies are not for https alone.`;
}

function otherHost(host: string, seen: string): string {
  const shown = JSON.stringify(seen.slice(0, longestShown));
  return `A request came for the host ${shown} and AUTH_URL names ${JSON.stringify(host)}, where people are sent to and cookies must be set. If people use the other address, let the site be at one of them only, or set AUTH_URL to it. If a proxy changes the Host header, let it pass the header on.`;
}
