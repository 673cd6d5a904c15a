import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { neverKept, serializeCookie, setConfigBehind } from "../../core/engine/index.js";
import type { Awaitable } from "../../types/common.js";
import type { ResponseCookie } from "../../types/http.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { headersOf } from "../node/request.js";
import { memberOf } from "../visit/shapes.js";
import { noteArrivals } from "./arrivals.js";
import { createCalls } from "./calls.js";
import { makeReady, type Ready } from "./environment.js";
import { guard } from "./guard.js";
import { answerRoute } from "./handlers.js";
import { createVisits, incomingHeaders, type Visits } from "./incoming.js";
import { readSession } from "./read.js";
import {
  isNodeRequest,
  isNodeResponse,
  isWebRequest,
  isWrappable,
  type Wrappable,
} from "./shapes.js";
import type {
  AuthFunction,
  NextAuthRequest,
  NextAuthResult,
  NextAuthSource,
  NodeRequest,
  NodeResponse,
  RouteContext,
} from "./types.js";

/**
 * Creates authentication for a Next.js application. The environment isn't read until the first
 * request.
 *
 * ```ts
 * // auth.ts
 * export const { handlers, auth, signIn, signOut } = FullstackAuth({ providers: [GitHub] });
 * // app/api/auth/[...nextauth]/route.ts
 * export const { GET, POST } = handlers;
 * // proxy.ts (middleware.ts before Next.js 16)
 * export { auth as proxy } from "./auth";
 * ```
 *
 * If you pass a function, it's called for each request; in server components and server actions it
 * gets no request.
 *
 * The type of the session is what the `session` callback returns, and `signIn` knows the ids of the
 * providers.
 */
export function FullstackAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  config: NextAuthSource<Returned, Providers, Columns, Token, Plugins>,
): NextAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function FullstackAuth(config: NextAuthSource): NextAuthResult {
  noteArrivals();
  const visits = createVisits();
  const calls = createCalls(config, visits);
  const handle = async (request: NextRequest) =>
    answerRoute(await makeReady(config, request), request);
  setConfigBehind(handle, async () => (await makeReady(config)).config);

  // They redirect by throwing, unless `redirect` is false.
  function signIn(...given: Parameters<typeof calls.signIn>): Promise<never>;
  function signIn(...given: Parameters<typeof calls.signIn>): Promise<string> {
    return calls.signIn(...given);
  }
  function signOut(...given: Parameters<typeof calls.signOut>): Promise<never>;
  function signOut(...given: Parameters<typeof calls.signOut>): Promise<string> {
    return calls.signOut(...given);
  }

  return {
    handlers: { GET: handle, POST: handle },
    auth: createAuth(config, visits),
    signIn,
    signOut,
    requireFresh: (options = {}) => calls.requireFresh(options),
    unstable_update: (data) => calls.update(data),
    accessToken: (provider, options) => calls.accessToken({ ...options, provider }),
  };
}

/** `auth`: reads the session where it is called, and wraps handlers and the proxy, by its arguments. */
function createAuth(config: NextAuthSource, visits: Visits): AuthFunction {
  const ready = () => makeReady(config);
  const here = async () =>
    visits.session(await incomingHeaders(), async (headers) => {
      return (await readSession(ready, { headers, renew: false })).session;
    });
  const proxy = async (request: NextRequest) => guard(await makeReady(config, request), request);
  const wrap = (handler: Wrappable) => async (request: NextRequest, context: unknown) =>
    guard(await makeReady(config, request), request, async (seen) => {
      await rememberHere(visits, seen);
      return handler(seen, context);
    });

  function auth<Context = RouteContext>(
    handler: (request: NextAuthRequest, context: Context) => Awaitable<Response | void | null>,
  ): (request: NextRequest, context: Context) => Promise<Response>;
  function auth(): Promise<Session | null>;
  function auth(req: NodeRequest, res: NodeResponse): Promise<Session | null>;
  function auth(context: Exchange): Promise<Session | null>;
  function auth(request: NextRequest, event: NextFetchEvent): Promise<Response>;
  function auth(...[first, second]: unknown[]): unknown {
    if (first === undefined) return here();
    if (isWrappable(first)) return wrap(first);
    if (isWebRequest(first)) return proxy(first);
    const [req, res] = [memberOf(first, "req") ?? first, memberOf(first, "res") ?? second];
    if (isNodeRequest(req) && isNodeResponse(res)) return readForNode(ready, { req, res });
    throw new TypeError(
      "auth() must be called without arguments, or with a handler, the request and response of an API route, or the context of getServerSideProps.",
    );
  }
  return auth;
}

/**
 * `auth()` in a wrapped handler returns the session that was read for it, unless the application
 * called the handler with a request of its own, which may belong to another user.
 */
async function rememberHere(visits: Visits, seen: NextAuthRequest): Promise<void> {
  const headers = await currentHeaders();
  if (headers && visits.headersOf(headers).get("cookie") === seen.headers.get("cookie")) {
    visits.known(headers, seen.auth);
  }
}

export { FullstackAuth as NextAuth, FullstackAuth as default };
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
export type { Freshness, FreshOptions } from "../../core/engine/index.js";
export type {
  AppRouteHandlerFn,
  AppRouteHandlerFnContext,
  NextAuthConfig,
  NextAuthRequest,
  NextAuthResult,
  SignInUrl,
} from "./types.js";

/** The headers object that Next.js returns during this request, if there is one. */
async function currentHeaders(): Promise<Headers | undefined> {
  try {
    return await incomingHeaders();
  } catch (error) {
    // Next.js throws errors with a digest to mark pages that can't be prerendered.
    if (memberOf(error, "digest") !== undefined) throw error;
    return undefined;
  }
}

/** A Node.js request and response, as in API routes and `getServerSideProps`. */
interface Exchange {
  readonly req: NodeRequest;
  readonly res: NodeResponse;
}

/**
 * The session of a Node.js request. If it is due for renewal, the cookie is renewed on the
 * response.
 */
async function readForNode(
  getReady: () => Promise<Ready>,
  { req, res }: Exchange,
): Promise<Session | null> {
  const sender = { headers: headersOf(req), renew: !res.headersSent };
  const { session, cookies } = await readSession(getReady, sender);
  if (cookies.length > 0 && !res.headersSent) addCookies(res, cookies);
  return session;
}

function addCookies(res: NodeResponse, cookies: readonly ResponseCookie[]): void {
  const already = [res.getHeader("set-cookie") ?? []].flat().map(String);
  res.setHeader("set-cookie", [...already, ...cookies.map(serializeCookie)]);
  res.setHeader("cache-control", [neverKept]);
}
