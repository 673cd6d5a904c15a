import type { PagesOptions } from "../../types/pages.js";
import { pageUrl, type Site } from "./urls.js";

type Pages = Readonly<Partial<PagesOptions>>;

/** What is at one of the library's URLs: a page, which the app may replace or not, or an endpoint for scripts. */
export type OwnRoute = keyof PagesOptions | "endpoint" | "page";

/** The core's own paths below the base path. `*` stands for any one segment. */
const core = {
  "assets/*": "endpoint",
  callback: "endpoint",
  "callback/*": "endpoint",
  csrf: "endpoint",
  doctor: "endpoint",
  error: "error",
  "password/*": "page",
  providers: "endpoint",
  session: "endpoint",
  signin: "signIn",
  "signin/*": "signIn",
  signout: "signOut",
  "verify-request": "verifyRequest",
  "webauthn-options/*": "endpoint",
} satisfies Readonly<Record<string, OwnRoute>>;
const byPath: ReadonlyMap<string, OwnRoute> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(core),
);

/** Whether the core has a route at a path below the base path. */
export function isCorePath(path: string): boolean {
  return byPath.has(path);
}

/**
 * What the library or a plugin has at a URL; undefined if nothing. Servers and proxies in front of it may
 * ignore case, doubled slashes and escapes, so this does too.
 */
export function ownRoute(url: URL, site: Site): OwnRoute | undefined {
  if (url.origin !== site.origin) return undefined;
  const [base, path] = [segmentsOf(site.basePath), segmentsOf(url.pathname)];
  if (!base.every((segment, index) => segment === path[index])) return undefined;
  const [action = "", act] = path.slice(base.length);
  const find = (name: string) => site.routes?.get(name) ?? byPath.get(name);
  const found = act === undefined ? undefined : (find(`${action}/${act}`) ?? find(`${action}/*`));
  // Other paths below an action don't exist, or can't be redirected to.
  return found ?? find(action) ?? (find(`${action}/*`) && "endpoint");
}

function segmentsOf(path: string): string[] {
  const parts = path.split("/").filter((part) => part !== "");
  return parts.map((part) => decoded(part).toLowerCase());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether visiting it could use up a sign-in, sign someone out or loop. The pages are harmless. */
export function isOwnEndpoint(url: URL, site: Site): boolean {
  const route = ownRoute(url, site);
  return route === "endpoint" || route === "signOut";
}

/**
 * The URL of the app's page that replaces a built-in one. Undefined if there's none, or if it's a URL of the
 * library itself, which would only redirect back here.
 */
export function ownPage(site: Site, pages: Pages, name: keyof PagesOptions): string | undefined {
  const url = urlOf(site, pages[name]);
  if (!url) return undefined;
  const route = ownRoute(url, site);
  if (route === undefined) return url.href;
  if (route === "endpoint" || route === name) return undefined;
  // Plugins' pages aren't replaced by ours, and only new users can be sent to one.
  if (route === "page") return name === "newUser" ? url.href : undefined;
  // One page of ours may replace another, as long as none replaces itself.
  const next = urlOf(site, pages[route]);
  return next && ownRoute(next, site) !== undefined ? undefined : url.href;
}

function urlOf(site: Site, page: string | undefined): URL | undefined {
  return page ? new URL(pageUrl(site, page)) : undefined;
}
