import { isWayIn } from "../visit/place.js";
import { refusalOf, type Refusal } from "../visit/refusal.js";
import type { Visit } from "../visit/visit.js";
import type { AuthEvent, AuthMiddleware } from "./event.js";
import { answerWith, refused } from "./respond.js";
import { visitOf } from "./visits.js";

/* oxlint-disable house/no-response -- a middleware answers with a response */

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

/** What who may not pass is told; undefined for those who may. */
export async function verdictOn({ auth, engine, sender }: Visit): Promise<Refusal | undefined> {
  const session = await auth.session();
  if (session?.user || isWayIn(engine, sender)) return undefined;
  return refusalOf(engine, sender);
}

/** The same as a response. */
export async function refusal(event: AuthEvent): Promise<Response | undefined> {
  const told = await verdictOn(visitOf(event));
  if (told === undefined) return undefined;
  if (told.status === 401) return refused(401, "Nobody is signed in.");
  return new Response(null, { status: 302, headers: { location: told.location } });
}
