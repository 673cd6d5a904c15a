import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import { refused } from "../visit/web.js";
import type { AstroMiddleware } from "./context.js";
import { visitOf } from "./visits.js";

/* oxlint-disable house/no-response -- a middleware answers with a response */

/**
 * A middleware that lets only those pass who are signed in, on routes and all that is below them. A route is
 * named as its file is. Others are sent to the sign-in page, and programs get 401. Pages on the way to a
 * sign-in stay open.
 *
 * ```ts
 * export const onRequest = sequence(auth.onRequest, requireUser("/account", "/members"));
 * ```
 */
export function requireUser(...routes: readonly string[]): AstroMiddleware {
  return async (context, next) => {
    const { routePattern } = context;
    if (!routes.some((route) => isBelow(routePattern, route))) return next();
    if (context.isPrerendered) throw new Error(sentToAll(routePattern));
    const { auth, engine, sender } = visitOf(context);
    const session = await auth.session();
    if (session?.user || isWayIn(engine, sender)) return next();
    const refusal = refusalOf(engine, sender);
    if (refusal.status === 401) return refused(401, "Nobody is signed in.");
    return new Response(null, { status: 302, headers: { location: refusal.location } });
  };
}

function sentToAll(route: string): string {
  return `The page ${route} can not be protected, since it is prerendered: it needs \`export const prerender = false\`.`;
}

/** A route names files, so that no way of writing an address leads around it. */
function isBelow(pattern: string, route: string): boolean {
  return `${pattern}/`.startsWith(`${route.replace(/\/$/, "")}/`);
}
