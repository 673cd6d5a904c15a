import type { SignedIn } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import { isOpenRoute, signInPage, siteOf } from "./place.js";
import type { Visit } from "./visit.js";
import { refused } from "./web.js";

/**
 * The response for a request without a signed-in user: the sign-in page for a browser, a status for
 * a script.
 */
export type Refusal =
  | { readonly status: 302; readonly location: string }
  | { readonly status: 401 };

/** What 401 says. */
export const notSignedIn = "Nobody is signed in.";

/** Whether a request may pass: it has a signed-in user, or is for a page needed to sign in. */
export interface Access {
  readonly session?: SignedIn<Session>;
  readonly refusal?: Refusal;
}

/** Whom a guard lets in. */
export interface GuardOptions {
  /** Guests may pass, too. Everything behind the guard must know them by `session.guest`. @default false */
  readonly guests?: boolean | undefined;
}

/** The session of a signed-in user: a guest has proven nothing. */
export function ofUser(session: Session | null, { guests = false }: GuardOptions = {}) {
  return session?.user && (guests || !session.guest) ? { ...session, user: session.user } : null;
}

/** Checks a request for a protected route. `isPage` adds requests for which the framework shows a page. */
export async function checkAccess(
  visit: Visit,
  options?: GuardOptions,
  isPage = false,
): Promise<Access> {
  const session = ofUser(await visit.auth.session(), options);
  if (session) return { session };
  if (isOpenRoute(visit.engine, visit.sender)) return {};
  return { refusal: refusalOf(visit, isPage) };
}

/**
 * The response without a signed-in user. Only a GET can be repeated after the sign-in: a form's
 * fields would be lost.
 */
export function refusalOf({ engine, sender }: Visit, isPage = false): Refusal {
  const { method, url, headers } = sender;
  const wantsPage = isPage || (headers.get("accept")?.includes("text/html") ?? false);
  if (!wantsPage || !["GET", "HEAD"].includes(method)) return { status: 401 };
  const site = siteOf(engine, sender);
  const here = site.origin + url.pathname + url.search;
  return { status: 302, location: signInPage(engine, site, here) };
}

export function responseOf(refusal: Refusal): Response {
  if (refusal.status === 401) return refused(401, notSignedIn);
  // oxlint-disable-next-line house/no-response -- a middleware answers with a response
  return new Response(null, { status: 302, headers: { location: refusal.location } });
}
