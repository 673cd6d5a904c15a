import type { Awaitable } from "../../types/common.js";
import { isOwnEndpoint } from "./own-routes.js";
import { homeOf, type Site } from "./urls.js";

export type RedirectCallback = (params: { url: string; baseUrl: string }) => Awaitable<string>;

const longestTarget = 2048;

/**
 * The default `redirect` callback: allows paths of the site and http(s) URLs of the same origin, in canonical
 * form; everything else becomes the site's own URL.
 */
export function sameOriginRedirect({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (url === baseUrl || !/^(?:\/|https?:\/\/)/i.test(url)) return baseUrl;
  const target = parse(url, baseUrl);
  if (!target || target.origin !== new URL(baseUrl).origin) return baseUrl;
  return target.username || target.password ? baseUrl : target.href;
}

/**
 * Where a redirect may go: `requested`, or the app's own URL, after the `redirect` callback. Anything that
 * isn't a URL, that browsers would interpret differently, or that is one of the library's own endpoints
 * becomes the app's URL, both before and after the callback.
 */
export async function resolveRedirect(
  requested: string | undefined,
  site: Site,
  redirect: RedirectCallback,
): Promise<string> {
  const home = homeOf(site);
  const url = requested !== undefined && isPlain(requested) ? requested : home;
  const judged: unknown = await redirect({ url, baseUrl: site.origin });
  if (typeof judged !== "string" || judged === site.origin) return home;
  const target = webTarget(judged, site.origin);
  return target && !isOwnEndpoint(target, site) ? target.href : home;
}

/** A path of the site, or an http(s) URL. `//host` is neither, though a browser would go there. */
function webTarget(text: string, base: string): URL | undefined {
  if (!isPlain(text) || !/^(?:\/(?!\/)|https?:\/\/[^/])/i.test(text)) return undefined;
  return parse(text, base);
}

/** Browsers drop tabs and line breaks and read a backslash as a slash, so such strings are refused. */
function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.length <= longestTarget && !/[\u0000-\u0020\u007f\\]/.test(text);
}

function parse(url: string, base: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}
