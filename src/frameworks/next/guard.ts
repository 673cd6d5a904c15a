import type { NextRequest } from "next/server.js";
import { AuthError, SessionUnavailable } from "../../core/errors/errors.js";
import type { Awaitable } from "../../types/common.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Session } from "../../types/session.js";
import type { Ready } from "./environment.js";
import { isOpenPath, signInPage } from "../visit/place.js";
import { leadsNowhere, placeOf } from "./place.js";
import { readSession } from "./read.js";
import { continueRequest, withCookies } from "./send.js";
import type { NextAuthCallbacks, NextAuthRequest } from "./types.js";

/** Handles a request that is allowed; if it returns nothing, the page is rendered. */
export type Handler = (request: NextAuthRequest) => Awaitable<Response | void | null>;

/** Passes a request to the handler or its page, if `authorized` allows it. */
export async function guard(
  ready: Ready,
  incoming: NextRequest,
  handler?: Handler,
): Promise<Response> {
  const { config, engine } = ready;
  const sender = { headers: incoming.headers, url: incoming.url, renew: true };
  const read = await readSession(() => Promise.resolve(ready), sender).catch(orUnavailable);
  if (read instanceof SessionUnavailable) return withoutSession(ready, incoming, handler);
  const { cookies } = read;
  // A guest has proven nothing, and most checks only look whether there is a session.
  const guest = read.session?.guest ? read.session : null;
  const session = guest ? null : read.session;
  const request = Object.assign(await atSite(incoming, engine.settings.origin), { auth: session });
  const asked = { request, auth: session, guest };
  const verdict = await judge(config.callbacks, asked, engine.settings.logger);
  const refused = refusal(verdict, ready, request);
  const response = refused ?? (await handler?.(request)) ?? continueRequest();
  return withCookies(response, request, cookies);
}

function orUnavailable(error: unknown): SessionUnavailable {
  if (error instanceof SessionUnavailable) return error;
  throw error;
}

/**
 * The session is unknown: nobody is asked to sign in, and nothing protected is shown. Pages of a
 * sign-in stay open, and so does a site without `authorized`.
 */
function withoutSession(ready: Ready, request: NextRequest, handler?: Handler): Response {
  const asksNobody = !handler && !ready.config.callbacks?.authorized;
  const { site, url } = placeOf(ready.engine, request);
  if (asksNobody || isOpenPath(ready.engine, site, url)) return continueRequest();
  return new Response("The service can't be reached. Try again in a moment.", {
    status: 503,
    headers: { "cache-control": "no-store", "content-type": "text/plain", "retry-after": "5" },
  });
}

/** The response to send instead of the page, if any. */
function refusal(
  verdict: boolean | Response,
  { engine }: Ready,
  request: NextRequest,
): Response | undefined {
  if (verdict === true) return undefined;
  const place = placeOf(engine, request);
  if (verdict) return leadsNowhere(verdict, place, request.url) ? undefined : verdict;
  if (isOpenPath(engine, place.site, place.url)) return undefined;
  const location = signInPage(engine, place.site, place.url.href);
  // A form submission mustn't be repeated at the sign-in page.
  const status = ["GET", "HEAD"].includes(request.method) ? 307 : 303;
  return new Response(null, { status, headers: { location } });
}

/** The request with the site's configured URL, if Next.js knows it by another. */
async function atSite(request: NextRequest, origin: string | null): Promise<NextRequest> {
  const { href, origin: inner, basePath } = request.nextUrl;
  if (origin === null || origin === inner) return request;
  // Only this class's module: "next/server.js" loads WebAssembly, which the edge runtime refuses.
  const { NextRequest } = await import("next/dist/server/web/spec-extension/request.js");
  const { method, headers, body, signal } = request;
  return new NextRequest(origin + href.slice(inner.length), {
    ...{ method, headers, body, signal, duplex: "half" },
    ...(basePath && { nextConfig: { basePath } }),
  });
}

/** The answer of `authorized`. Without it everyone is allowed; if it throws, nobody is. */
async function judge(
  callbacks: NextAuthCallbacks | undefined,
  asked: { request: NextRequest; auth: Session | null; guest: Session | null },
  logger: LoggerInstance,
): Promise<boolean | Response> {
  if (!callbacks?.authorized) return true;
  try {
    const answer = await callbacks.authorized(asked);
    return answer instanceof Response ? answer : Boolean(answer);
  } catch (error) {
    const err = error instanceof Error ? error : new Error(String(error));
    const message =
      "The `authorized` callback failed, so the request was denied. Fix the callback.";
    logger.error("AuthError", new AuthError(message, { err }));
    return false;
  }
}
