import { neverKept } from "../../engine/index.js";

const withoutBody = new Set(["GET", "HEAD"]);

/** A request at the address that the browser knows. */
export function requestAt(request: Request, address: URL): Request {
  const { method, headers, body } = request;
  if (request.url === address.href) return request;
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!withoutBody.has(method)) init.body = body;
  return new Request(address, init);
}

/* oxlint-disable house/no-response -- what a framework answers may be changed in a copy only */

/** The same response with these Set-Cookie lines. */
export function withCookies(response: Response, lines: readonly string[]): Response {
  if (lines.length === 0) return response;
  const copy = new Response(response.body, response);
  for (const line of lines) copy.headers.append("set-cookie", line);
  // Whoever is sent a response that is kept would be sent these cookies, too.
  copy.headers.set("cache-control", neverKept);
  return copy;
}

/** What somebody gets who is refused. */
export function refused(status: 400 | 401 | 403 | 503, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": neverKept } });
}
