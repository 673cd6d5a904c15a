import type { NextRequest } from "next/server.js";
import type { Ready } from "./environment.js";
import { originOf } from "./origin.js";

/** Answers a request to one of the library's routes. */
export function answer({ engine }: Ready, request: NextRequest): Promise<Response> {
  const origin = engine.settings.origin ?? originOf(request.headers, request.url);
  return engine.handle(atOrigin(request, origin));
}

/** The request at the address the browser knows: Next.js calls every host by its own name. */
function atOrigin(request: NextRequest, origin: string): Request {
  const url = new URL(request.url);
  const { method, headers, body, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(origin + url.pathname + url.search, init);
}
