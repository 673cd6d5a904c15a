import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { neverKept, serializeCookie, setConfigBehind } from "../../core/engine/index.js";
import type { Awaitable } from "../../types/common.js";
import type { ResponseCookie } from "../../types/http.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { noteArrivals } from "./arrivals.js";
import { createCalls } from "./calls.js";
import { makeReady, type Ready } from "./environment.js";
import { guard } from "./guard.js";
import { answerRoute } from "./handlers.js";
import { incomingHeaders } from "./incoming.js";
import { readSession } from "./read.js";
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
  AuthorizationParams,
  NextAuthRequest,
  NextAuthResult,
  NextAuthSource,
  NodeRequest,
  NodeResponse,
  RedirectOptions,
  RouteContext,
  SignOutOptions,
} from "./types.js";
import { createVisits } from "./visits.js";

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

  function signIn<Redirect extends boolean = true>(
    provider?: string,
    options?: RedirectOptions<Redirect> & Record<string, unknown>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Redirect extends false ? string : never>;
  function signIn(
    provider: string | undefined,
    options: FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  function signIn(provider?: string, options?: object, params?: AuthorizationParams) {
    return calls.signIn(provider, options, params);
  }
  function signOut<Redirect extends boolean = true>(
    options?: SignOutOptions<Redirect>,
  ): Promise<Redirect extends false ? string : never>;
  function signOut(options?: SignOutOptions): Promise<string> {
    return calls.signOut(options);
  }

  return {
    handlers: { GET: handle, POST: handle },
    auth: authOf(config, visits),
    signIn,
    signOut,
    requireFresh: (options = {}) => calls.requireFresh(options),
    unstable_update: (data) => calls.update(data),
    accessToken: (provider, options) => calls.accessToken({ ...options, provider }),
  };
}

/** `auth`: reads the session where it is called, and wraps handlers and the proxy. */
function authOf(config: NextAuthSource, visits: ReturnType<typeof createVisits>) {
  /**
   * `auth()` in a wrapped handler returns the session that was read for it, unless the application
   * called the handler with a request of its own, which may belong to another user.
   */
  const rememberHere = async (seen: NextAuthRequest): Promise<void> => {
    const headers = await currentHeaders();
    if (headers && visits.headersOf(headers).get("cookie") === seen.headers.get("cookie")) {
      visits.known(headers, seen.auth);
    }
  };
  return createAuth({
    async here() {
      return visits.session(await incomingHeaders(), async (current) => {
        const sender = { headers: current, renew: false };
        return (await readSession(() => makeReady(config), sender)).session;
      });
    },
    node: (exchange) => readForNode(() => makeReady(config), exchange),
    proxy: async (request) => guard(await makeReady(config, request), request),
    wrap: (handler) => async (request, context) =>
      guard(await makeReady(config, request), request, async (seen) => {
        await rememberHere(seen);
        return handler(seen, context);
      }),
  });
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
    if (typeof error === "object" && error !== null && "digest" in error) throw error;
    return undefined;
  }
}

type RouteHandler = (request: NextRequest, context: unknown) => Promise<Response>;

/** The ways to call `auth`. */
interface Meanings {
  here(): Promise<Session | null>;
  node(exchange: Exchange): Promise<Session | null>;
  proxy(request: NextRequest): Promise<Response>;
  wrap(handler: Wrappable): RouteHandler;
}

/** `auth`: chooses by its arguments what to do. */
function createAuth(meanings: Meanings): AuthFunction {
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
      "auth() must be called without arguments, or with a handler, the request and response of an API route, or the context of getServerSideProps.",
    );
  }
  return auth;
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

function headersOf({ headers }: NodeRequest): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const item of [value].flat()) read.append(name, item);
  }
  return read;
}

function addCookies(res: NodeResponse, cookies: readonly ResponseCookie[]): void {
  const already = [res.getHeader("set-cookie") ?? []].flat().map(String);
  res.setHeader("set-cookie", [...already, ...cookies.map(serializeCookie)]);
  res.setHeader("cache-control", [neverKept]);
}
