import type { Awaitable } from "../types/common.js";
import type { AuthAction } from "../types/http.js";
import type { Site } from "./urls.js";

export type RedirectCallback = (params: { url: string; baseUrl: string }) => Awaitable<string>;

const longestTarget = 2048;
const refusedSchemes = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:"]);
const endpoints: ReadonlySet<string> = new Set<AuthAction>([
  "callback",
  "csrf",
  "providers",
  "session",
  "signout",
  "webauthn-options",
]);

/**
 * The default `redirect` callback: paths of the site and http(s) URLs of the same origin pass, in
 * canonical form; everything else becomes the site's own URL.
 */
export function sameOriginRedirect({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (url === baseUrl || !/^(?:\/|https?:\/\/)/i.test(url)) return baseUrl;
  const target = parse(url, baseUrl);
  if (!target || target.origin !== new URL(baseUrl).origin) return baseUrl;
  return target.username || target.password ? baseUrl : target.href;
}

/**
 * Where a redirect may go: `requested` as the `redirect` callback judges it. What can not be a URL,
 * would be read differently by a browser, or is one of the library's own endpoints, becomes the
 * site's URL before and after the callback.
 */
export async function resolveRedirect(
  requested: string | undefined,
  site: Site,
  redirect: RedirectCallback,
): Promise<string> {
  if (requested === undefined || !isPlain(requested)) return site.origin;
  const judged: unknown = await redirect({ url: requested, baseUrl: site.origin });
  if (typeof judged !== "string" || !isPlain(judged)) return site.origin;
  if (judged === site.origin) return judged;
  const target = parse(judged, site.origin);
  if (!target || refusedSchemes.has(target.protocol) || isOwnEndpoint(target, site)) {
    return site.origin;
  }
  return target.href;
}

/** Browsers drop tabs and line ends and read a backslash as a slash; such a text is no address. */
function isPlain(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.length <= longestTarget && !/[\u0000-\u0020\u007f\\]/.test(text);
}

function parse(url: string, base: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Going to an endpoint could use up a sign-in or loop; going to one of the pages can not. */
function isOwnEndpoint(target: URL, site: Site): boolean {
  const prefix = `${site.basePath}/`;
  if (target.origin !== site.origin || !target.pathname.startsWith(prefix)) return false;
  const [action = ""] = target.pathname.slice(prefix.length).split("/", 1);
  return endpoints.has(action);
}
