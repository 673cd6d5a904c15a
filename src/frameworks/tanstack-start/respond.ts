import { neverKept } from "../../engine/index.js";
import { refused } from "../visit/web.js";
import type { Course } from "./visits.js";

/* oxlint-disable house/no-response -- what the application answers may be changed in a copy only */

/** What is answered in the place of an error that the visit ended with. */
export function answerTo(error: unknown, { failure }: Course): unknown {
  return failure && error === failure ? refused(failure.status, failure.message) : error;
}

/** The same response with the cookies of the visit. */
export function changed(
  response: Response,
  { failure }: Course,
  lines: readonly string[],
): Response {
  // TanStack Start makes a page of what a loader threw, with 500.
  const status = response.status === 500 ? (failure?.status ?? 500) : response.status;
  if (status === response.status && lines.length === 0) return response;
  const { headers, statusText } = response;
  const copy = new Response(response.body, { headers, status, statusText });
  for (const line of lines) copy.headers.append("set-cookie", line);
  // Whoever is sent a response that is kept would be sent these cookies, too.
  copy.headers.set("cache-control", neverKept);
  const options: unknown = Reflect.get(response, "options");
  return options === undefined ? copy : Object.assign(copy, { options });
}

export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/**
 * The same for the router, which tells its redirects from other responses by their options and brings them to
 * its client. The sign-in page is none of the application: the browser has to load it.
 */
export function leadingTo(href: string): Response {
  const options = { href, statusCode: 302, reloadDocument: true };
  return Object.assign(redirectTo(href), { options });
}
