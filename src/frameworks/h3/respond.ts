import { neverKept } from "../../core/engine/index.js";
import { addCookiesAtLast } from "../node/before-headers.js";
import type { Visit } from "../visit/visit.js";
import { isWebEvent, type AuthEvent, type WebEvent } from "./event.js";

/** Ends the event with a response. */
export async function answerWith(event: AuthEvent, response: Response): Promise<unknown> {
  if (isWebEvent(event)) return response;
  // In version 1, what a hook returns isn't sent.
  await event.respondWith(response);
  return undefined;
}

/** Continues, and adds the visit's cookies to the application's response. */
export function continueEvent(
  event: AuthEvent,
  visit: Visit,
  next: () => unknown,
): Promise<unknown> {
  if (isWebEvent(event)) return withCookies(event, visit, next);
  // Version 1 has no hook before the response.
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
      // A cached response would send these cookies to others.
      target.set("cache-control", neverKept);
    }
  }
}
