import { trimmed } from "../values/text.js";

/** The app's public URLs, for one request. */
export interface Site {
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** The path of the routes: empty, or with a leading and no trailing slash. */
  readonly basePath: string;
  /** The routes of plugins below it, as `action`, `action/act` or `action/*`. */
  readonly routes?: ReadonlyMap<string, "page" | "endpoint"> | undefined;
  /** The app's URL, if it's under a prefix. @default the origin */
  readonly home?: string | undefined;
}

/** The default redirect target. */
export function homeOf({ home, origin }: Site): string {
  return home ?? origin;
}

/** `/auth/` -> `/auth`, `auth` -> `/auth`, `/` -> `` */
export function normalizeBasePath(basePath: string): string {
  const path = trimmed(basePath, "/");
  return path === "" ? "" : `/${path}`;
}

/** The absolute URL of one of the library's routes. */
export function actionUrl(site: Site, action: string, providerId?: string): string {
  const path = `${site.origin}${site.basePath}/${action}`;
  return providerId === undefined ? path : `${path}/${encodeURIComponent(providerId)}`;
}

/**
 * The same as a path, for links on the library's pages: a browser at https stays there, even if a proxy
 * terminates TLS without this server knowing.
 */
export function actionPath(site: Site, action: string, providerId?: string): string {
  return localOf(site, actionUrl(site, action, providerId));
}

/** A URL of the site as a path with its query and fragment; another site's URL unchanged. */
export function localOf({ origin }: Site, url: string): string {
  if (url === origin) return "/";
  const rest = url.startsWith(origin) ? url.slice(origin.length) : "";
  // A leading "//" would name another host.
  return rest.startsWith("/") && !rest.startsWith("//") ? rest : url;
}

/** Adds query parameters to a URL or path that may already have a query and a fragment. */
export function withQuery(target: string, params: Readonly<Record<string, string>>): string {
  const [beforeHash = "", ...hash] = target.split("#");
  const [path = "", ...query] = beforeHash.split("?");
  const search = new URLSearchParams(query.join("?"));
  const kept = [...search].filter(([name]) => !Object.hasOwn(params, name));
  const text = new URLSearchParams([...kept, ...Object.entries(params)]).toString();
  return path + (text && `?${text}`) + (hash.length > 0 ? `#${hash.join("#")}` : "");
}

/** A page of the app, configured as a path or an absolute URL, as an absolute URL. */
export function pageUrl(site: Site, page: string): string {
  return URL.canParse(page, site.origin) ? new URL(page, site.origin).href : site.origin;
}

/** An absolute http or https URL; undefined if it isn't one. */
export function webUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Whether a string is a host, with or without a port, and nothing else: no list, path or credentials. */
export function isHost(text: string): boolean {
  const name = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
  return name.test(text) && URL.canParse(`http://${text}`);
}
