import type { Request } from "express";

/**
 * The path the handler is mounted on, in whichever form it was: `/auth` through `req.baseUrl`, or a
 * wildcard (`/auth/*` in Express 4, `/auth/*splat` and `/auth/{*any}` in Express 5) through what the
 * wildcard matched. Undefined when the mount tells nothing: then the configuration's `basePath` counts.
 */
export function mountPath(req: Request): string | undefined {
  const rest = wildcard(req.params);
  if (rest === undefined) return req.baseUrl || undefined;
  const path = decoded(pathOf(req));
  if (rest === "") return path;
  const tail = `/${rest}`;
  const trimmed = path.replace(/\/$/, "");
  if (path.endsWith(tail)) return path.slice(0, -tail.length);
  return trimmed.endsWith(tail) ? trimmed.slice(0, -tail.length) : req.baseUrl || undefined;
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

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
