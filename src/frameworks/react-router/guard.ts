import type { MiddlewareFunction } from "react-router";
import { isWayIn } from "../visit/place.js";
import { acceptsHtml, refusalOf } from "../visit/refusal.js";
import { refused } from "../visit/web.js";
import { visitOf } from "./visits.js";

/* oxlint-disable house/no-response -- a middleware answers with a response */

/**
 * A middleware that lets only those pass who are signed in, on a route and all below it. Others are
 * sent to the sign-in page, and programs get 401. Pages on the way to a sign-in stay open.
 *
 * ```ts
 * // app/routes/members.tsx
 * export const middleware = [requireUser];
 * export const loader = () => null; // so that the server is asked at every navigation
 * ```
 */
export const requireUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { auth, engine, sender } = visitOf(context);
  const session = await auth.session();
  if (session?.user || isWayIn(engine, sender)) return next();
  const refusal = refusalOf(engine, sender, isData(request) || acceptsHtml(sender.headers));
  if (refusal.status === 401) return refused(401, "Nobody is signed in.");
  return new Response(null, { status: 302, headers: headersFor(refusal.location) });
};

/** React Router's own client asks for the data of a page, and goes where it is told. */
function isData({ url }: Request): boolean {
  return new URL(url).pathname.endsWith(".data");
}

/** The sign-in page is none of the application: the browser has to load it. */
function headersFor(location: string): HeadersInit {
  return { location, "x-remix-reload-document": "true" };
}
