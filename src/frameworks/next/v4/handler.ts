import type { IncomingMessage, ServerResponse } from "../../node/http-types.js";
import type { NextRequest } from "next/server.js";
import { peerOf } from "../../node/peer.js";
import { headersOf, toWebRequest } from "../../node/request.js";
import { makeReady, mountOfNext } from "../environment.js";
import { answer } from "../handlers.js";
import { originOf } from "../origin.js";
import type { NextAuthConfig } from "../types.js";
import { asV4Answer, readAsked } from "./answers.js";
import { toConfig } from "./config.js";
import { isServerResponse, sendTo } from "./node.js";
import { Refusals } from "./refusals.js";
import type { AuthOptions } from "./types.js";

/** A request of an API route: Next.js has read its body. */
export interface ApiRequest extends IncomingMessage {
  body?: unknown;
}

/** A handler for API routes and for route handlers. */
export interface V4Handler {
  (req: ApiRequest, res: ServerResponse): Promise<void>;
  (req: NextRequest, context: object): Promise<Response>;
}

export function createHandler(options: AuthOptions): V4Handler {
  const refusals = new Refusals();
  const made: { config?: NextAuthConfig } = {};
  const ready = () => makeReady((made.config ??= toConfig(options, refusals)));

  const forPages = async (req: ApiRequest, res: ServerResponse): Promise<void> => {
    const { engine } = await ready();
    const origin = engine.settings.origin ?? originOf(headersOf(req), "http://localhost");
    const path = req.url ?? "/";
    const isWhole = path.startsWith(`${engine.settings.basePath}/`);
    const url = new URL(origin + (isWhole ? "" : mountOfNext()) + path);
    const request = toWebRequest({ req, url, body: req.body });
    const asked = await readAsked(request);
    await sendTo(
      res,
      await asV4Answer(await engine.handle(request, { peer: peerOf(req) }), asked, refusals),
    );
  };
  const forRoutes = async (req: NextRequest): Promise<Response> => {
    const asked = await readAsked(req);
    return asV4Answer(await answer(await ready(), req), asked, refusals);
  };

  function handler(req: ApiRequest, res: ServerResponse): Promise<void>;
  function handler(req: NextRequest, context: object): Promise<Response>;
  function handler(req: ApiRequest | NextRequest, second: object): Promise<void | Response> {
    if (isServerResponse(second) && !isWeb(req)) return forPages(req, second);
    if (isWeb(req)) return forRoutes(req);
    throw new TypeError(
      "NextAuth takes the request and response of an API route, or of a route handler.",
    );
  }
  return handler;
}

export function isWeb(req: object): req is NextRequest {
  return "headers" in req && req.headers instanceof Headers;
}
