import { neverKept } from "../../core/engine/index.js";
import { refused } from "../visit/web.js";
import type { RequestState } from "./visits.js";

/* oxlint-disable house/no-response -- what the application answers may be changed in a copy only */

/** The response that replaces an error in which the visit ended. */
export function answerTo(error: unknown, { failure }: RequestState): unknown {
  return failure && error === failure ? refused(failure.status, failure.message) : error;
}

/** Copies a response with the visit's cookies. */
export function changed(
  response: Response,
  { failure }: RequestState,
  lines: readonly string[],
): Response {
  // TanStack Start renders a page with status 500 for a loader's error.
  const status = response.status === 500 ? (failure?.status ?? 500) : response.status;
  if (status === response.status && lines.length === 0) return response;
  const { headers, statusText } = response;
  const copy = new Response(response.body, { headers, status, statusText });
  for (const line of lines) copy.headers.append("set-cookie", line);
  // A cached response would send these cookies to others.
  copy.headers.set("cache-control", neverKept);
  const options: unknown = Reflect.get(response, "options");
  return options === undefined ? copy : Object.assign(copy, { options });
}

export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/**
 * Redirects through the router, which recognizes its redirects by their options. The sign-in page
 * isn't a route of the application, so the browser must load it.
 */
export function leadingTo(href: string): Response {
  const options = { href, statusCode: 302, reloadDocument: true };
  return Object.assign(redirectTo(href), { options });
}
