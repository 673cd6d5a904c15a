import {
  actionUrl,
  ownPage,
  pageUrl,
  withQuery,
  type Engine,
  type Site,
} from "../../core/engine/index.js";
import type { Sender } from "./sender.js";

/** The site, as the browser sees it. */
export function siteOf({ settings }: Engine, { url }: Sender): Site {
  return { origin: settings.origin ?? url.origin, basePath: settings.basePath };
}

/** Whether a request is for one of the library's own routes. */
export function isOwnRoute({ settings }: Engine, sender: Sender): boolean {
  return isPlain(sender) && sender.path.startsWith(`${settings.basePath}/`);
}

/** Dot segments are parsed differently by different parsers, so nothing is open there. */
function isPlain({ url, path }: Sender): boolean {
  return url.pathname === path;
}

/** The sign-in page, the application's or the built-in one. */
export function signInPage({ settings }: Engine, site: Site, callbackUrl: string): string {
  const page = ownPage(site, settings.pages, "signIn") ?? actionUrl(site, "signin");
  return withQuery(page, { callbackUrl });
}

/** The page that a call came from, if it is on this site. */
export function pageOf(headers: Headers, { origin }: Site): string {
  const referer = headers.get("referer");
  if (referer === null || !URL.canParse(referer)) return "/";
  return new URL(referer).origin === origin ? referer : "/";
}

/**
 * Whether a URL must stay open without a session: the library's own routes, and the pages needed to
 * sign in. Protecting them would redirect the browser in a loop.
 */
export function isOpenRoute(engine: Engine, sender: Sender): boolean {
  if (!isPlain(sender)) return false;
  return isOpenPath(engine, siteOf(engine, sender), sender.url);
}

/** The same for a place whose path all parsers read alike. */
export function isOpenPath({ settings }: Engine, site: Site, { pathname }: URL): boolean {
  if (pathname.startsWith(`${site.basePath}/`)) return true;
  const { signIn, error, verifyRequest } = settings.pages;
  const pages = [signIn, error, verifyRequest].filter((page) => page !== undefined);
  return pages.some((page) => {
    const own = new URL(pageUrl(site, page));
    return own.origin === site.origin && trimmed(own.pathname) === trimmed(pathname);
  });
}

function trimmed(path: string): string {
  return path.replace(/\/$/, "");
}
