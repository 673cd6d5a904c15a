import {
  actionUrl,
  ownPage,
  pageUrl,
  withQuery,
  type Engine,
  type Site,
} from "../../engine/index.js";
import type { Sender } from "./sender.js";

/** The site, as the browser sees it. */
export function siteOf({ settings }: Engine, { url }: Sender): Site {
  return { origin: settings.origin ?? url.origin, basePath: settings.basePath };
}

/** Whether a request is for one of the library's own routes. */
export function isOwnRoute({ settings }: Engine, sender: Sender): boolean {
  return isPlain(sender) && sender.path.startsWith(`${settings.basePath}/`);
}

/** An address with dot segments is read differently by different readers, so nothing is open there. */
function isPlain({ url, path }: Sender): boolean {
  return url.pathname === path;
}

/** The page that offers all ways to sign in. */
export function signInPage({ settings }: Engine, site: Site, callbackUrl: string): string {
  const page = ownPage(site, settings.pages, "signIn") ?? actionUrl(site, "signin");
  return withQuery(page, { callbackUrl });
}

/** The page a call came from, if it is one of the site. */
export function pageOf(headers: Headers, { origin }: Site): string {
  const referer = headers.get("referer");
  if (referer === null || !URL.canParse(referer)) return "/";
  return new URL(referer).origin === origin ? referer : "/";
}

/**
 * Whether a place must stay open to those who are not signed in: the library's own routes, and the
 * pages people are sent to on their way in. Closing them would send the browser round in circles.
 */
export function isWayIn(engine: Engine, sender: Sender): boolean {
  if (!isPlain(sender)) return false;
  if (isOwnRoute(engine, sender)) return true;
  const site = siteOf(engine, sender);
  const { signIn, error, verifyRequest } = engine.settings.pages;
  const pages = [signIn, error, verifyRequest].filter((page) => page !== undefined);
  return pages.some((page) => leadsTo(new URL(pageUrl(site, page)), site.origin, sender.url));
}

function leadsTo(page: URL, origin: string, { pathname }: URL): boolean {
  return page.origin === origin && trimmed(page.pathname) === trimmed(pathname);
}

function trimmed(path: string): string {
  return path.replace(/\/$/, "");
}
