import type { NextRequest } from "next/server.js";
import { neverKept, serializeCookie } from "../../engine/index.js";
import type { ResponseCookie } from "../../types/http.js";
import { cookieHeaderAfter } from "../visit/cookie-header.js";

// What Next.js reads from the response of a proxy: to go on, and with which request headers.
const next = "x-middleware-next";
const rewrite = "x-middleware-rewrite";
const overridden = "x-middleware-override-headers";
const override = (name: string) => `x-middleware-request-${name}`;

/** The response that lets a request go on to its page. */
export function goOn(): Response {
  return new Response(null, { headers: { [next]: "1" } });
}

/**
 * The response with the cookies that reading the session called for. Where the request goes on to a
 * page, the page sees them too: it would otherwise still read those they replace.
 */
export function withCookies(
  response: Response,
  request: NextRequest,
  cookies: readonly ResponseCookie[],
): Response {
  const headers = new Headers(response.headers);
  const location = headers.get("location");
  // Next.js takes only absolute URLs from a proxy.
  if (location?.startsWith("/")) headers.set("location", new URL(location, request.url).href);
  else if (cookies.length === 0) return response;
  for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
  // Whoever is sent a response that is kept would be sent these cookies, too.
  if (cookies.length > 0) headers.set("cache-control", neverKept);
  if (cookies.length > 0 && goesOn(headers)) passOn(headers, request, cookies);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}

function goesOn(headers: Headers): boolean {
  return headers.has(next) || headers.has(rewrite);
}

/** Overrides the Cookie header of the request, along with those the application may have overridden. */
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

/** A request goes on with the headers listed and no others, so all of them are. */
function overrideAll(headers: Headers, request: Headers): void {
  for (const [name, value] of request) headers.set(override(name), value);
  headers.set(overridden, [...request.keys()].join(","));
}
