import { peerOf, peerOfWeb } from "../node/peer.js";
import { toWebRequest } from "../node/request.js";
import { isWebEvent, type AuthEvent, type NodeEvent } from "./event.js";

const withoutBody = new Set(["GET", "HEAD"]);
/** Where h3 1 keeps a body that was read. */
const rawBody = Symbol.for("h3RawBody");

/** The request with the URL that the browser knows. */
export async function requestAt(event: AuthEvent, url: URL): Promise<Request> {
  if (!isWebEvent(event)) {
    return toWebRequest({ req: event.node.req, url, body: await bodyRead(event) });
  }
  const { method, headers, body } = event.req;
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: [...headers.entries()],
    duplex: "half",
  };
  if (!withoutBody.has(method)) init.body = body;
  return new Request(url, init);
}

async function bodyRead({ node: { req } }: NodeEvent): Promise<unknown> {
  const kept: unknown = await Reflect.get(req, rawBody);
  return kept ?? Reflect.get(req, "body");
}

/** The IP address of the socket. */
export function peerAt(event: AuthEvent): string | undefined {
  return isWebEvent(event) ? peerOfWeb(event.req) : peerOf(event.node.req);
}

/** The client's address from the server that runs h3; otherwise the socket's. */
export function addressIn(event: AuthEvent): string | undefined {
  return isWebEvent(event) ? (event.req.ip ?? peerAt(event)) : peerAt(event);
}
