import type { IncomingMessage, ServerResponse } from "../node/http-types.js";
import { neverKept } from "../../engine/index.js";
import { addCookiesAtLast } from "../node/before-headers.js";
import { peerOf } from "../node/peer.js";
import { toWebRequest } from "../node/request.js";
import { send } from "../node/send.js";
import { namesHost } from "../node/sender.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare } from "../visit/prepare.js";
import { checkSoon } from "../node/check-soon.js";
import type { Visit } from "../visit/visit.js";
import type { NestAuthConfig } from "./types.js";
import { beginVisit } from "./visits.js";

type Next = (error?: unknown) => void;
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/** Answers the routes of the library, and begins a visit for every other request. Works on both platforms. */
export function authMiddleware(config: NestAuthConfig): Middleware {
  const engine = createPrepare()(config, { env: process.env });
  checkSoon(() => engine);
  return (req, res, next) => {
    const visit = beginVisit(req, engine, config);
    if (isOwnRoute(engine, visit.sender)) {
      answer(visit, req, res).catch(next);
      return;
    }
    addCookiesAtLast(res, visit.leave);
    next();
  };
}

async function answer(
  { engine, sender }: Visit,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (engine.settings.origin === null && !namesHost(sender)) {
    res.writeHead(400, { "content-type": "application/json", "cache-control": neverKept });
    res.end(JSON.stringify({ message: "The request names no usable host." }));
    return;
  }
  const asked = toWebRequest({ req, url: sender.url, body: Reflect.get(req, "body") });
  await send(await engine.handle(asked, { ip: sender.ip?.(), peer: peerOf(req) }), res);
}
