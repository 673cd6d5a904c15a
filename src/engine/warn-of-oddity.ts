import type { Settings } from "../config/settings.js";
import type { Site } from "../http/urls.js";
import { hostOf, type Oddity } from "./surroundings.js";

const longestShown = 128;

/** Warns, once, of a request by which the site seems to be elsewhere than it is taken to be. */
export function warnOfOddity(
  { origin, warnOnce }: Pick<Settings, "origin" | "warnOnce">,
  { isProxied, otherHost: seen }: Oddity,
  site: Site,
): void {
  if (isProxied) warnOnce("proxy-not-trusted", () => untrustedProxy(site));
  if (origin === null || seen === undefined) return;
  warnOnce("host-mismatch", () => otherHost(hostOf(origin), seen));
}

function untrustedProxy({ origin }: Site): string {
  return `A request says "X-Forwarded-Proto: https" and this server takes the site to be at ${origin}. If a proxy of yours ends TLS, set AUTH_URL to the site's https URL, or make the framework trust the proxy ("trust proxy" in Express). Until then nobody can sign in there, and cookies are not for https alone.`;
}

function otherHost(host: string, seen: string): string {
  const shown = JSON.stringify(seen.slice(0, longestShown));
  return `A request came for the host ${shown} and AUTH_URL names ${JSON.stringify(host)}, where people are sent to and cookies must be set. If people use the other address, let the site be at one of them only, or set AUTH_URL to it. If a proxy changes the Host header, let it pass the header on.`;
}
