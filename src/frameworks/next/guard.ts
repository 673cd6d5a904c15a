import type { NextRequest } from "next/server.js";
import type { Awaitable } from "../../types/common.js";
import { SessionUnavailable } from "../../errors.js";
import type { Session } from "../../types/session.js";
import type { Ready } from "./environment.js";
import { isWayIn, leadsNowhere, placeOf, signInPage, type Place } from "./place.js";
import { readSession } from "./read.js";
import { goOn, withCookies } from "./send.js";
import type { NextAuthRequest } from "./types.js";
import { judge, type Verdict } from "./verdict.js";

/** What is done for those who may pass; nothing means to go on. */
export type Handler = (request: NextAuthRequest) => Awaitable<Response | void | null>;

/** Lets a request pass to the handler, or on to its page, as `authorized` decides. */
export async function guard(
  ready: Ready,
  incoming: NextRequest,
  handler?: Handler,
): Promise<Response> {
  const { config, engine } = ready;
  const sender = { headers: incoming.headers, url: incoming.url, renew: true };
  const read = await readSession(() => Promise.resolve(ready), sender).catch(orUnavailable);
  if (read instanceof SessionUnavailable) return withoutSession(ready, incoming, handler);
  const { session, cookies } = read;
  const request = withAuth(await atSite(incoming, engine.settings.origin), session);
  const asked = { request, auth: session };
  const verdict = await judge(config.callbacks, asked, engine.settings.logger);
  const place = placeOf(engine, request);
  const response = refusal(verdict, place, ready, request);
  return withCookies(response ?? (await pass(request, handler)), request, cookies);
}

function orUnavailable(error: unknown): SessionUnavailable {
  if (error instanceof SessionUnavailable) return error;
  throw error;
}

/**
 * It is not known now who sent a request: nobody is asked to sign in, and nothing is shown that only
 * some may see. The way in stays open, and so does a site that asks nobody.
 */
function withoutSession(ready: Ready, request: NextRequest, handler?: Handler): Response {
  const asksNobody = !handler && !ready.config.callbacks?.authorized;
  if (asksNobody || isWayIn(ready.engine, placeOf(ready.engine, request))) return goOn();
  return new Response("The service can not be reached. Please try again in a moment.", {
    status: 503,
    headers: { "cache-control": "no-store", "content-type": "text/plain", "retry-after": "5" },
  });
}

/** What is sent instead of the page, if anything. */
// oxlint-disable-next-line max-params -- a verdict, and all that it is about
function refusal(
  verdict: Verdict,
  place: Place,
  { engine }: Ready,
  request: NextRequest,
): Response | undefined {
  if (verdict === "allow") return undefined;
  if (verdict !== "deny") return leadsNowhere(verdict, place, request.url) ? undefined : verdict;
  if (isWayIn(engine, place)) return undefined;
  const location = signInPage(engine, place.site, place.url.href);
  // A form that was sent must not be sent on to the sign-in page.
  const status = ["GET", "HEAD"].includes(request.method) ? 307 : 303;
  return new Response(null, { status, headers: { location } });
}

async function pass(request: NextAuthRequest, handler: Handler | undefined): Promise<Response> {
  return (await handler?.(request)) ?? goOn();
}

/** The request under the site's own URL, where that is configured and Next.js knows it by another. */
async function atSite(request: NextRequest, origin: string | null): Promise<NextRequest> {
  const { href, origin: inner, basePath } = request.nextUrl;
  if (origin === null || origin === inner) return request;
  // The module of this class alone: "next/server.js" brings WebAssembly, which is refused at the edge.
  const { NextRequest } = await import("next/dist/server/web/spec-extension/request.js");
  const { method, headers, body, signal } = request;
  return new NextRequest(origin + href.slice(inner.length), {
    ...{ method, headers, body, signal, duplex: "half" },
    ...(basePath && { nextConfig: { basePath } }),
  });
}

function withAuth(request: NextRequest, auth: Session | null): NextAuthRequest {
  return Object.assign(request, { auth });
}
