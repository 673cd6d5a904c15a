import type { PagesOptions } from "../types/pages.js";
import { pageUrl, type Site } from "./urls.js";

type Pages = Readonly<Partial<PagesOptions>>;

/**
 * What stands at one of the library's addresses: a page for a person, which the application may have one of its own
 * for, or not, or something for programs.
 */
export type OwnRoute = keyof PagesOptions | "endpoint" | "page";

/** The core's own addresses below the base path. `*` stands for any one segment. */
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

/** Whether the core has something at a path below the base path. */
export function isCorePath(path: string): boolean {
  return byPath.has(path);
}

/**
 * What the library, a plugin included, has at an address; undefined when it is none of its own. Servers and proxies
 * in front of it may be lax about capitals, doubled slashes and escapes, so this is as well.
 */
export function ownRoute(url: URL, site: Site): OwnRoute | undefined {
  if (url.origin !== site.origin) return undefined;
  const [base, path] = [segmentsOf(site.basePath), segmentsOf(url.pathname)];
  if (!base.every((segment, index) => segment === path[index])) return undefined;
  const [action = "", act] = path.slice(base.length);
  const find = (name: string) => site.routes?.get(name) ?? byPath.get(name);
  const found = act === undefined ? undefined : (find(`${action}/${act}`) ?? find(`${action}/*`));
  // Nothing stands at other addresses below an action, or nothing that a redirect may lead to.
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
  if (route === "endpoint" || route === name) return undefined;
  // Nothing of ours stands in for a page of a plugin, and only new users can be sent to one.
  if (route === "page") return name === "newUser" ? url.href : undefined;
  // One page of ours may take the place of another, as long as nothing takes its own place.
  const next = urlOf(site, pages[route]);
  return next && ownRoute(next, site) !== undefined ? undefined : url.href;
}

function urlOf(site: Site, page: string | undefined): URL | undefined {
  return page ? new URL(pageUrl(site, page)) : undefined;
}
