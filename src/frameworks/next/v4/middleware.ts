import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { Awaitable } from "../../../types/common.js";
import type { JWT } from "../../../types/jwt.js";
import type { PagesOptions } from "../../../types/pages.js";
import { mountOfNext } from "../environment.js";
import { continueRequest } from "../send.js";
import { isWebRequest } from "../shapes.js";
import { getToken } from "./jwt.js";
import type { JWTOptions, NextRequestWithAuth } from "./types.js";

export interface NextAuthMiddlewareOptions {
  pages?: Partial<PagesOptions> | undefined;
  cookies?: { sessionToken?: { name: string } | undefined } | undefined;
  jwt?: Partial<Pick<JWTOptions, "decode">> | undefined;
  callbacks?:
    | { authorized?(params: { token: JWT | null; req: NextRequest }): Awaitable<boolean> }
    | undefined;
  secret?: string | undefined;
}

type Result = Awaitable<Response | void | null | undefined>;
export type NextMiddlewareWithAuth = (
  request: NextRequestWithAuth,
  event: NextFetchEvent,
) => Result;
type Middleware = (request: NextRequestWithAuth, event: NextFetchEvent) => Promise<Response>;
export type WithAuthArgs =
  | [NextRequestWithAuth]
  | [NextRequestWithAuth, NextFetchEvent | NextAuthMiddlewareOptions]
  | [NextMiddlewareWithAuth]
  | [NextMiddlewareWithAuth, NextAuthMiddlewareOptions]
  | [NextAuthMiddlewareOptions]
  | [];

/**
 * The middleware of next-auth 4: `export { default } from "latchkey/v4/middleware"`, with options,
 * or around your own middleware, whose request has `nextauth.token`.
 *
 * ```ts
 * export default withAuth({ callbacks: { authorized: ({ token }) => token?.role === "admin" } });
 * ```
 */
export function withAuth(
  middleware: NextMiddlewareWithAuth,
  options?: NextAuthMiddlewareOptions,
): Middleware;
export function withAuth(
  request: NextRequest,
  event?: NextFetchEvent | NextAuthMiddlewareOptions,
): Promise<Response>;
export function withAuth(options: NextAuthMiddlewareOptions): Middleware;
export function withAuth(
  first: NextMiddlewareWithAuth | NextRequest | NextAuthMiddlewareOptions,
  second?: NextAuthMiddlewareOptions | NextFetchEvent,
): Middleware | Promise<Response> {
  const options = second && !("waitUntil" in second) ? second : {};
  if (typeof first === "function") {
    return (request, event) => guard(request, options, (seen) => first(seen, event));
  }
  if (isWebRequest(first)) return guard(first, options);
  return (request) => guard(request, first);
}

const open = ["/_next", "/favicon.ico"];

async function guard(
  request: NextRequest,
  options: NextAuthMiddlewareOptions,
  pass?: (request: NextRequestWithAuth) => Result,
): Promise<Response> {
  const { pathname, origin } = request.nextUrl;
  const { signIn = "/api/auth/signin", error = "/api/auth/error" } = options.pages ?? {};
  const isOpen =
    [signIn, error].includes(pathname) ||
    isBelow(routesPath(), mountOfNext() + pathname) ||
    open.some((path) => isBelow(path, pathname));
  if (isOpen) return continueRequest();
  const { callbacks, cookies, jwt, secret } = options;
  const cookieName = cookies?.sessionToken?.name;
  const token = await getToken({ req: request, cookieName, secret, decode: jwt?.decode });
  const asked = callbacks?.authorized
    ? callbacks.authorized({ token, req: request })
    : token !== null;
  if (await asked) {
    return (await pass?.(Object.assign(request, { nextauth: { token } }))) ?? continueRequest();
  }
  const target = new URL(mountOfNext() + signIn, origin);
  const search = new URL(request.url).search;
  target.searchParams.append("callbackUrl", `${mountOfNext()}${pathname}${search}`);
  return new Response(null, { status: 307, headers: { location: target.href } });
}

/** `/adminer` isn't below `/admin`. */
function isBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function routesPath(): string {
  const url = process.env["NEXTAUTH_URL"] ?? process.env["AUTH_URL"];
  const path = url && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, "") : "";
  return path || "/api/auth";
}

export { withAuth as default };
export type { NextRequestWithAuth } from "./types.js";
