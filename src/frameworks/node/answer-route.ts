import type { Visit } from "../visit/visit.js";
import { refused } from "../visit/web.js";
import type { IncomingMessage } from "./http-types.js";
import { peerOf } from "./peer.js";
import { toWebRequest } from "./request.js";
import { namesHost } from "./sender.js";

/**
 * Answers one of the library's own routes. `body` is the body parser's result. A pending renewal is
 * dropped: it could undo what the route does.
 */
export async function answerRoute(
  { engine, sender, leave }: Visit,
  req: IncomingMessage,
  body?: unknown,
): Promise<Response> {
  leave();
  if (engine.settings.origin === null && !namesHost(sender)) {
    return refused(400, "The request has no valid Host header.");
  }
  const { url, hostTrusted, ip } = sender;
  const request = toWebRequest({ req, url, body });
  return engine.handle(request, { ip: ip?.(), peer: peerOf(req), hostTrusted });
}
