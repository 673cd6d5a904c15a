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

interface Hinting {
  readonly site: Site;
  readonly customRedirect: boolean;
  readonly hint?: Settings["warnOnce"] | undefined;
}

/** Tells the developer why the browser won't be sent to where it was to go. */
export function hintAtTarget(
  { site, customRedirect, hint }: Hinting,
  { named, target }: { readonly named: string; readonly target: string },
): void {
  if (!URL.canParse(named) || new URL(named).origin === new URL(target).origin) return;
  const shown = JSON.stringify(named.slice(0, longestShown));
  const why = customRedirect
    ? "the `redirect` callback didn't allow it"
    : `only URLs of ${site.origin} are allowed. If that's another site of yours, allow its origin in \`callbacks.redirect\``;
  hint?.("callback-url", () => `The callbackUrl ${shown} was replaced by ${target}: ${why}.`);
}
