import { isWayIn, pageOf, signInPage, siteOf } from "../visit/place.js";
import { refusalOf, type Refusal } from "../visit/refusal.js";
import type { Visit } from "../visit/visit.js";
import { leadingTo, redirectTo } from "./respond.js";
import type { ServerHalf } from "./types.js";
import { courseOf } from "./visits.js";

/**
 * The server half of a middleware that lets only those pass who are signed in: on a route and all below it,
 * or on a server function. Others are sent to the sign-in page, and programs get 401. Pages on the way to a
 * sign-in stay open.
 *
 * ```ts
 * // src/signed-in.ts
 * export const signedIn = createMiddleware().server(requireUser);
 * export const ensureUser = createServerFn().middleware([signedIn]).handler(() => null);
 * // src/routes/members.tsx
 * export const Route = createFileRoute("/members")({
 *   server: { middleware: [signedIn] },
 *   beforeLoad: () => ensureUser(),
 * });
 * ```
 */
export const requireUser: ServerHalf<undefined> = async ({ context, handlerType, next }) => {
  const course = courseOf(context);
  const { auth, engine, sender } = course.visit;
  const session = await auth.session();
  if (session?.user) return next();
  // A server function is none of the page that calls it: what it gives away is its own affair.
  const isRoute: boolean = handlerType === "router";
  if (isRoute && isWayIn(engine, sender)) return next();
  const refusal = refusalFor(course.visit);
  if (refusal.status === 401) throw course.refusal(401, "Nobody is signed in.");
  // oxlint-disable-next-line typescript/only-throw-error -- a returned one is the result of a function
  throw isRoute ? redirectTo(refusal.location) : leadingTo(refusal.location);
};

/** TanStack Start's own client asks for data, and goes where it is told. */
function refusalFor({ engine, sender }: Visit): Refusal {
  const { headers, method } = sender;
  const isCall = headers.get("x-tsr-serverfn") === "true";
  if (!isCall || method !== "GET") return refusalOf(engine, sender);
  const site = siteOf(engine, sender);
  return { status: 302, location: signInPage(engine, site, pageOf(headers, site)) };
}
