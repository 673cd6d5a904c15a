import type { Settings } from "../config/settings.js";
import type { Site } from "../http/urls.js";
import { hostOf, type ProxyMismatch } from "./proxy-mismatch.js";

const longestShown = 128;

/** Warns once about a request that suggests that the site's URL is wrong. */
export function warnOfProxyMismatch(
  { origin, warnOnce }: Pick<Settings, "origin" | "warnOnce">,
  { isProxied, otherHost: seen }: ProxyMismatch,
  site: Site,
): void {
  if (isProxied) warnOnce("proxy-not-trusted", () => untrustedProxy(site));
  if (origin === null || seen === undefined) return;
  warnOnce("host-mismatch", () => otherHost(hostOf(origin), seen));
}

function untrustedProxy({ origin }: Site): string {
  return `A request has "X-Forwarded-Proto: https", but the site's URL is taken to be ${origin}. If your proxy terminates TLS, set AUTH_URL to the site's https URL, or make the framework trust the proxy ("trust proxy" in Express). Until then, sign-ins over https fail and cookies aren't \`Secure\`.`;
}

function otherHost(host: string, seen: string): string {
  const shown = JSON.stringify(seen.slice(0, longestShown));
  return `A request came for the host ${shown}, but AUTH_URL is ${JSON.stringify(host)}, where users are redirected and cookies must be set. Serve the site at one address only, and set AUTH_URL to it. If a proxy changes the Host header, configure it to pass the header on.`;
}

const telling: readonly string[] = [
  "session",
  "csrf",
  "providers",
  "signin",
  "signout",
  "callback",
];

/** Logs, once, that a request for one of the routes arrived from outside of `basePath`. */
export function warnOfOtherPlace(
  { warnOnce }: Pick<Settings, "warnOnce">,
  pathname: string,
  { basePath }: Site,
): void {
  const parts = pathname.split("/");
  const at = parts.findLastIndex((part) => telling.includes(part));
  if (at === -1 || at < parts.length - 2) return;
  const place = JSON.stringify(parts.slice(0, at).join("/").slice(0, longestShown) || "/");
  warnOnce(
    "env-url-basepath-mismatch",
    () =>
      `A request for ${JSON.stringify(parts[at])} came to the handler at ${place}, and the routes are under ${JSON.stringify(basePath)}. Mount the handler there, or set \`basePath\` (or the path of AUTH_URL) to where it's mounted.`,
  );
}

interface Hinting {
  readonly site: Site;
  readonly customRedirect: boolean;
  readonly hint?: Settings["warnOnce"] | undefined;
}

/** Logs why the requested redirect wasn't followed. */
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
