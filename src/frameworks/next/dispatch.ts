import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { Awaitable } from "../../types/common.js";
import type { Session } from "../../types/session.js";
import type { Exchange } from "./node.js";
import {
  isNodeRequest,
  isNodeResponse,
  isWebRequest,
  isWrappable,
  memberOf,
  type Wrappable,
} from "./shapes.js";
import type {
  AuthFunction,
  NextAuthRequest,
  NodeRequest,
  NodeResponse,
  RouteContext,
} from "./types.js";

type RouteHandler = (request: NextRequest, context: unknown) => Promise<Response>;

/** What `auth` can be asked for. */
export interface Meanings {
  here(): Promise<Session | null>;
  node(exchange: Exchange): Promise<Session | null>;
  proxy(request: NextRequest): Promise<Response>;
  wrap(handler: Wrappable): RouteHandler;
}

/** `auth`: one name for all that its arguments can mean. */
export function createAuth(meanings: Meanings): AuthFunction {
  function auth<Context = RouteContext>(
    handler: (request: NextAuthRequest, context: Context) => Awaitable<Response | void | null>,
  ): (request: NextRequest, context: Context) => Promise<Response>;
  function auth(): Promise<Session | null>;
  function auth(req: NodeRequest, res: NodeResponse): Promise<Session | null>;
  function auth(context: Exchange): Promise<Session | null>;
  function auth(request: NextRequest, event: NextFetchEvent): Promise<Response>;
  function auth(...[first, second]: unknown[]): unknown {
    if (first === undefined) return meanings.here();
    if (isWrappable(first)) return meanings.wrap(first);
    if (isWebRequest(first)) return meanings.proxy(first);
    const [req, res] = [memberOf(first, "req") ?? first, memberOf(first, "res") ?? second];
    if (isNodeRequest(req) && isNodeResponse(res)) return meanings.node({ req, res });
    throw new TypeError(
      "auth() takes nothing, a handler, the request and response of an API route, or the context of getServerSideProps.",
    );
  }
  return auth;
}
