import type { Request } from "express";
import { normalizeBasePath, isHost } from "../../core/engine/index.js";

// An action, a provider's id, and a trailing slash. No route has more.
const mostSegments = 4;

/**
 * The path that the handler is mounted on: `/auth` through `req.baseUrl`, or a wildcard (`/auth/*`
 * in Express 4, `/auth/*splat` and `/auth/{*any}` in Express 5) through its match. Undefined if the
 * mount doesn't say: then `basePath` is used.
 */
export function mountPath(req: Request): string | undefined {
  const rest = wildcard(req.params);
  const mounted = rest === undefined ? undefined : pathBefore(rest, pathOf(req));
  return mounted ?? (req.baseUrl || undefined);
}

/** Where the routes are, as browsers see it. */
export interface Place {
  readonly basePath: string;
  /** The prefix that a proxy strips from paths. */
  readonly prefix: string;
  /** The configured path can't be that of the mount. */
  readonly contradicts: boolean;
}

/** A configured path that ends with the mount's is the same, seen from outside a proxy. */
export function placeOf(mounted: string | undefined, named: string | undefined): Place {
  const path = (mounted === undefined ? named : normalizeBasePath(mounted)) ?? "";
  if (named === undefined || named === path) {
    return { basePath: path, prefix: "", contradicts: false };
  }
  if (!named.endsWith(path)) return { basePath: path, prefix: "", contradicts: true };
  return { basePath: named, prefix: named.slice(0, -path.length), contradicts: false };
}

/** The request's path as received. */
export function pathOf(req: Request): string {
  return req.originalUrl.split(/[?#]/, 1)[0] ?? "";
}

function wildcard(params: Readonly<Record<string, unknown>>): string | undefined {
  const lists = Object.values(params).filter((value) => Array.isArray(value));
  const last = lists[lists.length - 1];
  if (last) return last.join("/");
  const unnamed = params["0"];
  return typeof unnamed === "string" ? unnamed : undefined;
}

/** The part of a path before a wildcard's match, which Express decodes. */
function pathBefore(rest: string, path: string): string | undefined {
  let end = path.length;
  for (let segment = 0; segment < mostSegments; segment++) {
    end = path.lastIndexOf("/", end - 1);
    if (end < 0) return undefined;
    const tail = decoded(path.slice(end + 1));
    if (tail === rest || tail === `${rest}/`) return path.slice(0, end);
    if (end === 0) return undefined;
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The site's origin, as far as Express knows it: forwarded headers are used only if the application
 * trusts the proxy that sent them ("trust proxy"). Undefined if there is no usable host.
 */
export function originOf(req: Request): string | undefined {
  const forwarded = isProxyTrusted(req) ? req.get("x-forwarded-host") : undefined;
  const host = [forwarded, req.get("host")].find((text) => text !== undefined && isHost(text));
  if (host === undefined) return undefined;
  return `${req.protocol === "https" ? "https" : "http"}://${host.toLowerCase()}`;
}

/** Whether Express trusts the peer of the socket. */
export function isProxyTrusted(req: Request): boolean {
  const trusts: unknown = req.app.get("trust proxy fn");
  return isTrustFunction(trusts) && trusts(req.socket.remoteAddress, 0);
}

/** Express's compiled "trust proxy" setting. */
function isTrustFunction(
  value: unknown,
): value is (address: string | undefined, hop: number) => boolean {
  return typeof value === "function";
}
