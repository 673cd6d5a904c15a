import type { Request } from "express";
import { normalizeBasePath } from "../../engine/index.js";

// An action, a provider's id, and a slash at the end; one more tells that there is no route.
const mostSegments = 4;

/**
 * The path the handler is mounted on, in whichever form it was: `/auth` through `req.baseUrl`, or a
 * wildcard (`/auth/*` in Express 4, `/auth/*splat` and `/auth/{*any}` in Express 5) through what the
 * wildcard matched. Undefined when the mount tells nothing: then the configuration's `basePath` counts.
 */
export function mountPath(req: Request): string | undefined {
  const rest = wildcard(req.params);
  const mounted = rest === undefined ? undefined : pathBefore(rest, pathOf(req));
  return mounted ?? (req.baseUrl || undefined);
}

/** Where the routes are, as browsers see it. */
export interface Place {
  readonly basePath: string;
  /** What a proxy takes from the beginning of paths before the application gets them. */
  readonly prefix: string;
  /** The configuration names a path that can't be that of the mount. */
  readonly contradicts: boolean;
}

/** A configured path that ends with the path of the mount is the same one, seen from before a proxy. */
export function placeOf(mounted: string | undefined, named: string | undefined): Place {
  const path = (mounted === undefined ? named : normalizeBasePath(mounted)) ?? "";
  if (named === undefined || named === path) {
    return { basePath: path, prefix: "", contradicts: false };
  }
  if (!named.endsWith(path)) return { basePath: path, prefix: "", contradicts: true };
  return { basePath: named, prefix: named.slice(0, -path.length), contradicts: false };
}

/** The path of the request as it came in. */
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

/** The part of a path before what a wildcard matched at its end, which Express gives decoded. */
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
