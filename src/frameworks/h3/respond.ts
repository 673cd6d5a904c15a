import { neverKept } from "../../engine/index.js";
import { addCookiesAtLast } from "../node/before-headers.js";
import type { Visit } from "../visit/visit.js";
import { isWebEvent, type AuthEvent, type WebEvent } from "./event.js";

/* oxlint-disable house/no-response -- a middleware answers with a response */

export function refused(status: 400 | 401, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": neverKept } });
}

/** Ends the event with a response. */
export async function answerWith(event: AuthEvent, response: Response): Promise<unknown> {
  if (isWebEvent(event)) return response;
  // Hooks of version 1 answer nothing by what they return.
  await event.respondWith(response);
  return undefined;
}

/** Goes on, and sends the cookies of the visit with whatever the application answers. */
export function goOn(event: AuthEvent, visit: Visit, next: () => unknown): Promise<unknown> {
  if (isWebEvent(event)) return withCookies(event, visit, next);
  // Version 1 has no hook of a middleware before the response.
  addCookiesAtLast(event.node.res, visit.leave);
  return Promise.resolve(undefined);
}

async function withCookies(event: WebEvent, visit: Visit, next: () => unknown): Promise<unknown> {
  try {
    return await next();
  } finally {
    const lines = visit.leave();
    const { headers, errHeaders } = event.res;
    for (const target of lines.length > 0 ? [headers, errHeaders] : []) {
      for (const line of lines) target.append("set-cookie", line);
      // Whoever is sent a response that is kept would be sent these cookies, too.
      target.set("cache-control", neverKept);
    }
  }
}
