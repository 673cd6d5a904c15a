import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import type { AuthEvent, AuthMiddleware } from "./event.js";
import { answerWith, refused } from "./respond.js";
import { visitOf } from "./visits.js";

/* eslint-disable no-restricted-syntax -- a middleware answers with a response */

/**
 * Lets only those pass who are signed in, on a route or on a tree of routes. Others are sent to the
 * sign-in page, and programs get 401. Pages on the way to a sign-in stay open.
 *
 * ```ts
 * app.use("/members/**", requireUser());
 * app.get("/account", handler, { middleware: [requireUser()] });
 * ```
 */
export function requireUser(): AuthMiddleware {
  return async (event, next) => {
    const response = await refusal(event);
    if (response) return answerWith(event, response);
    return next?.();
  };
}

async function refusal(event: AuthEvent): Promise<Response | undefined> {
  const { auth, engine, sender } = visitOf(event);
  const session = await auth.session();
  if (session?.user || isWayIn(engine, sender)) return undefined;
  const told = refusalOf(engine, sender);
  if (told.status === 401) return refused(401, "Nobody is signed in.");
  return new Response(null, { status: 302, headers: { location: told.location } });
}
