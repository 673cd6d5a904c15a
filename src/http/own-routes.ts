import type { AuthAction } from "../types/http.js";
import type { PagesOptions } from "../types/pages.js";
import { pageUrl, type Site } from "./urls.js";

type Pages = Readonly<Partial<PagesOptions>>;

/**
 * What stands at one of the library's addresses: a page for a person, which the application may have one
 * of its own for, or not, or something for programs.
 */
const actions: Readonly<
  Record<AuthAction | "assets" | "doctor", keyof PagesOptions | "endpoint" | "page">
> = {
  account: "account",
  assets: "endpoint",
  "backchannel-logout": "endpoint",
  callback: "endpoint",
  csrf: "endpoint",
  doctor: "endpoint",
  error: "error",
  "frontchannel-logout": "endpoint",
  password: "page",
  providers: "endpoint",
  "second-step": "page",
  session: "endpoint",
  signin: "signIn",
  signout: "signOut",
  "verify-request": "verifyRequest",
  "webauthn-options": "endpoint",
};
const byName = /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(actions));

/**
 * What the library has at an address; undefined when it is none of its own. Servers and proxies in
 * front of it may be lax about capitals, doubled slashes and escapes, so this is as well.
 */
export function ownRoute(
  url: URL,
  site: Site,
): keyof PagesOptions | "endpoint" | "page" | undefined {
  if (url.origin !== site.origin) return undefined;
  const [base, path] = [segmentsOf(site.basePath), segmentsOf(url.pathname)];
  if (!base.every((segment, index) => segment === path[index])) return undefined;
  return byName.get(path[base.length] ?? "");
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

/** Whether going there could use up a sign-in, sign somebody out or loop. The pages are harmless. */
export function isOwnEndpoint(url: URL, site: Site): boolean {
  const route = ownRoute(url, site);
  return route === "endpoint" || route === "signOut";
}

/**
 * The URL of a page of the application that stands in for a built-in one. Undefined when there is
 * none, and when it is an address of the library itself that would only lead back here.
 */
export function ownPage(site: Site, pages: Pages, name: keyof PagesOptions): string | undefined {
  const url = urlOf(site, pages[name]);
  if (!url) return undefined;
  const route = ownRoute(url, site);
  if (route === undefined) return url.href;
  if (route === "endpoint" || route === "page" || route === name) return undefined;
  // One page of ours may take the place of another, as long as nothing takes its own place.
  const next = urlOf(site, pages[route]);
  return next && ownRoute(next, site) !== undefined ? undefined : url.href;
}

function urlOf(site: Site, page: string | undefined): URL | undefined {
  return page ? new URL(pageUrl(site, page)) : undefined;
}
