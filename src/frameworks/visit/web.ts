import { neverKept } from "../../core/engine/index.js";

const withoutBody = new Set(["GET", "HEAD"]);

/** Copies a request with the URL that the browser knows. */
export function requestAt(request: Request, address: URL): Request {
  const { method, headers, body } = request;
  if (request.url === address.href) return request;
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!withoutBody.has(method)) init.body = body;
  return new Request(address, init);
}

/* oxlint-disable house/no-response -- what a framework answers may be changed in a copy only */

/** Copies a response with these Set-Cookie lines. */
export function withCookies(response: Response, lines: readonly string[]): Response {
  if (lines.length === 0) return response;
  const copy = new Response(response.body, response);
  for (const line of lines) copy.headers.append("set-cookie", line);
  // A cached response would send these cookies to others.
  copy.headers.set("cache-control", neverKept);
  return copy;
}

/** The response for a refusal. */
export function refused(status: 400 | 401 | 403 | 429 | 503, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": neverKept } });
}
