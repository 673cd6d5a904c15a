import type { Site } from "../../core/engine/index.js";
import { contentOf } from "../visit/web.js";
import { currentArrival } from "./arrivals.js";
import { mountOfNext, type Ready } from "./environment.js";
import { originOf } from "./place.js";

/** Answers a request to one of the library's routes. */
export function answerRoute({ engine }: Ready, request: Request): Promise<Response> {
  const origin = engine.settings.origin ?? originOf(request.headers, request.url);
  const home = mountOfNext() || undefined;
  const arrival = currentArrival();
  const asked = atSite(request, { origin, basePath: engine.settings.basePath });
  const added = arrival ? forwarded.filter((name) => !arrival.sent.includes(name)) : [];
  for (const name of added) asked.headers.delete(name);
  return engine.handle(asked, { home, peer: arrival?.peer });
}

/** The header that Next.js adds itself, unless a proxy in front of it did. */
const forwarded = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

/**
 * The request with the URL that the browser knows: Next.js uses its own name for every host, and
 * leaves its `basePath` out of a route's URL.
 */
function atSite(request: Request, { origin, basePath }: Site): Request {
  const url = new URL(request.url);
  const isWhole = url.pathname.startsWith(`${basePath}/`);
  const mount = isWhole ? "" : mountOfNext();
  const address = origin + mount + url.pathname + url.search;
  return new Request(address, { ...contentOf(request), headers: request.headers });
}
