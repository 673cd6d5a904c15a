import { lostBody, neverKept } from "../../core/engine/index.js";

const withoutBody = new Set(["GET", "HEAD"]);

interface Content extends Pick<Request, "method" | "body" | "bodyUsed"> {
  readonly signal?: AbortSignal | null;
}

/** The members of a copied request. */
interface Copy extends RequestInit {
  readonly duplex: "half";
}

/** What a copy of a request takes over, besides its headers. A body that was read is reported as lost. */
export function contentOf({ method, body, bodyUsed, signal = null }: Content): Copy {
  if (withoutBody.has(method)) return { method, duplex: "half" };
  return { method, body: bodyUsed ? lostBody() : body, signal, duplex: "half" };
}

/** Copies a request with the URL that the browser knows. */
export function requestAt(request: Request, address: URL): Request {
  if (request.url === address.href) return request;
  return new Request(address, { ...contentOf(request), headers: request.headers });
}

/* oxlint-disable house/no-response -- what a framework answers may be changed in a copy only */

/** Copies a response with these Set-Cookie lines, and another status if it's given. */
export function withCookies(
  response: Response,
  lines: readonly string[],
  status = response.status,
): Response {
  if (lines.length === 0 && status === response.status) return response;
  const { body, headers, statusText } = response;
  const copy = new Response(body, { status, headers, statusText });
  for (const line of lines) copy.headers.append("set-cookie", line);
  // A cached response would send these cookies to others.
  if (lines.length > 0) copy.headers.set("cache-control", neverKept);
  return copy;
}

/** The response for a refusal. */
export function refused(status: 400 | 401 | 403 | 429 | 503, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": neverKept } });
}
