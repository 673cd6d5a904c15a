import { neverKept } from "../../core/engine/index.js";
import type { KitEvent } from "./kit.js";

/* oxlint-disable house/no-response -- a hook answers with responses, and may only change copies of them */

/** A redirect in a form that the sender understands: a browser, or SvelteKit's client. */
export function redirectTo(event: KitEvent, location: string, status: 302 | 303): Response {
  if (event.isDataRequest) return Response.json({ type: "redirect", location });
  if (event.request.headers.get("x-sveltekit-action") === "true") {
    return Response.json({ type: "redirect", status, location });
  }
  return new Response(null, { status, headers: { location } });
}

export function refused(status: 401 | 403 | 429 | 503, message: string): Response {
  return Response.json({ message }, { status });
}

/** Copies a response with a status and cookies. */
export function changed(response: Response, status: number, cookies: readonly string[]): Response {
  if (status === response.status && cookies.length === 0) return response;
  const { body, headers } = response;
  const copy = new Response(body, { status, headers });
  for (const line of cookies) copy.headers.append("set-cookie", line);
  // A cached response would send these cookies to others.
  if (cookies.length > 0) copy.headers.set("cache-control", neverKept);
  return copy;
}
