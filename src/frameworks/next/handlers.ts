import type { NextRequest } from "next/server.js";
import type { Site } from "../../engine/index.js";
import { mountOfNext, type Ready } from "./environment.js";
import { originOf } from "./origin.js";

/** Answers a request to one of the library's routes. */
export function answer({ engine }: Ready, request: NextRequest): Promise<Response> {
  const origin = engine.settings.origin ?? originOf(request.headers, request.url);
  const home = mountOfNext() || undefined;
  return engine.handle(atSite(request, { origin, basePath: engine.settings.basePath }), { home });
}

/**
 * The request at the address the browser knows: Next.js calls every host by its own name, and leaves
 * its own `basePath` out of the address of a route.
 */
function atSite(request: NextRequest, { origin, basePath }: Site): Request {
  const url = new URL(request.url);
  const isWhole = url.pathname.startsWith(`${basePath}/`);
  const mount = isWhole ? "" : mountOfNext();
  const { method, headers, body, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(origin + mount + url.pathname + url.search, init);
}
