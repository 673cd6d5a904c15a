import type { NextRequest } from "next/server.js";
import { isHost, pageUrl, type Engine, type Site } from "../../core/engine/index.js";
import { signInPage } from "../visit/place.js";

/** The URL of a request, as the browser sees it. */
export interface Place {
  readonly site: Site;
  readonly url: URL;
}

export function placeOf(engine: Engine, request: NextRequest): Place {
  const site = siteOf(engine, request.headers, request.url);
  const { pathname, search } = new URL(request.url);
  return { site, url: new URL(pathname + search, site.origin) };
}

export function siteOf({ settings }: Engine, headers: Headers, url?: string): Site {
  return { origin: settings.origin ?? originOf(headers, url), basePath: settings.basePath };
}

/** The sign-in page for a call that names no known provider. Throws when nobody could sign in there. */
export async function offerSignIn(
  engine: Engine,
  site: Site,
  callbackUrl: string,
): Promise<string> {
  const { problem } = await engine.settings.storeless();
  if (problem) throw problem;
  return signInPage(engine, site, pageUrl(site, callbackUrl));
}

/**
 * Whether a response redirects the browser to the URL it's already at, which would loop.
 * `callbackUrl` is ignored in the comparison; a response that sets a cookie may end the loop.
 */
export function leadsNowhere(response: Response, { url, site }: Place, inner: string): boolean {
  const location = response.headers.get("location");
  if (location === null || response.headers.has("set-cookie")) return false;
  if (!URL.canParse(location, inner)) return false;
  const target = new URL(location, inner);
  const here = [site.origin, new URL(inner).origin];
  return here.includes(target.origin) && pathAndQuery(target) === pathAndQuery(url);
}

function pathAndQuery({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("callbackUrl");
  return `${pathname}?${query.toString()}`;
}

/**
 * The site's origin, from a request's headers: Next.js serves every route at its own address
 * (`localhost:3000`) and passes on what the proxy sent. A configured URL wins; without one, the
 * host must be trusted.
 */
export function originOf(headers: Headers, fallback?: string): string {
  const hosts = [headers.get("x-forwarded-host"), headers.get("host")];
  const host = hosts.find((text) => text !== null && isHost(text));
  const inner = fallback === undefined ? undefined : new URL(fallback);
  const scheme = schemeOf(headers.get("x-forwarded-proto")) ?? inner?.protocol ?? "https:";
  return `${scheme}//${host?.toLowerCase() ?? inner?.host ?? "localhost"}`;
}

/** A chain of proxies sends a list, the outermost first. */
function schemeOf(forwarded: string | null): string | undefined {
  const scheme = forwarded?.split(",", 1)[0]?.trim().toLowerCase();
  return scheme === "https" || scheme === "http" ? `${scheme}:` : undefined;
}
