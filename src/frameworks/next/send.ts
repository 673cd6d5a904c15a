import type { NextRequest } from "next/server.js";
import { neverKept, serializeCookie } from "../../core/engine/index.js";
import type { ResponseCookie } from "../../types/http.js";
import { cookieHeaderAfter } from "../visit/cookie-header.js";

// The header by which a proxy's response tells Next.js to continue, and with which request headers.
const next = "x-middleware-next";
const rewrite = "x-middleware-rewrite";
const overridden = "x-middleware-override-headers";
const override = (name: string) => `x-middleware-request-${name}`;

/** The response that lets a request go on to its page. */
export function continueRequest(): Response {
  return new Response(null, { headers: { [next]: "1" } });
}

/**
 * Adds the cookies of a session read to the response. If the request continues to a page, the page
 * gets them, too; it would otherwise read the old ones.
 */
export function withCookies(
  response: Response,
  request: NextRequest,
  cookies: readonly ResponseCookie[],
): Response {
  const headers = new Headers(response.headers);
  const location = headers.get("location");
  // Next.js accepts only absolute URLs from a proxy.
  if (location?.startsWith("/")) headers.set("location", new URL(location, request.url).href);
  else if (cookies.length === 0) return response;
  for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
  // A cached response would send these cookies to others.
  if (cookies.length > 0) headers.set("cache-control", neverKept);
  if (cookies.length > 0 && goesOn(headers)) passOn(headers, request, cookies);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}

function goesOn(headers: Headers): boolean {
  return headers.has(next) || headers.has(rewrite);
}

/** Overrides the request's Cookie header, in addition to headers that the application overrides. */
function passOn(headers: Headers, request: NextRequest, cookies: readonly ResponseCookie[]): void {
  const before = headers.has(overridden)
    ? headers.get(override("cookie"))
    : request.headers.get("cookie");
  const cookie = cookieHeaderAfter(before, cookies);
  if (!headers.has(overridden)) overrideAll(headers, request.headers);
  const names = new Set((headers.get(overridden) ?? "").split(","));
  names.delete("cookie");
  headers.delete(override("cookie"));
  if (cookie !== null) {
    names.add("cookie");
    headers.set(override("cookie"), cookie);
  }
  headers.set(overridden, [...names].join(","));
}

/** The request continues with the listed headers only, so all are listed. */
function overrideAll(headers: Headers, request: Headers): void {
  for (const [name, value] of request) headers.set(override(name), value);
  headers.set(overridden, [...request.keys()].join(","));
}
