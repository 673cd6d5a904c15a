import type { NextRequest } from "next/server.js";
import {
  actionUrl,
  ownPage,
  pageUrl,
  withQuery,
  type Engine,
  type Site,
} from "../../engine/index.js";
import { originOf } from "./origin.js";

/** Where a request is, as the browser sees it. */
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

/** The page that offers all ways to sign in. */
export function signInPage({ settings }: Engine, site: Site, callbackUrl: string): string {
  const page = ownPage(site, settings.pages, "signIn") ?? actionUrl(site, "signin");
  return withQuery(page, { callbackUrl });
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

/** The page a call came from, if it is one of the site. */
export function pageOf({ headers, origin }: { headers: Headers; origin: string }): string {
  const referer = headers.get("referer");
  if (referer === null || !URL.canParse(referer)) return "/";
  return new URL(referer).origin === origin ? referer : "/";
}

/**
 * Whether a place must stay open to those who are not signed in: the library's own routes, and the
 * pages people are sent to on their way in. Denying them would send the browser round in circles.
 */
export function isWayIn({ settings }: Engine, { site, url }: Place): boolean {
  if (url.pathname.startsWith(`${site.basePath}/`)) return true;
  const { signIn, error, verifyRequest } = settings.pages;
  const pages = [signIn, error, verifyRequest].filter((page) => page !== undefined);
  return pages.some((page) => isSamePath(new URL(pageUrl(site, page)), url));
}

function isSamePath(a: URL, b: URL): boolean {
  return a.origin === b.origin && trimmed(a.pathname) === trimmed(b.pathname);
}

function trimmed(path: string): string {
  return path.replace(/\/$/, "");
}

/**
 * Whether a response only sends the browser where it is already: it would come back for ever. The
 * parameter `callbackUrl` makes no difference, and a response that sets a cookie may end it.
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
