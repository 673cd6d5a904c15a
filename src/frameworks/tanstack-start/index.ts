import type { RequestServerOptions, RequestServerResult } from "@tanstack/react-start";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import type {
  AddedBy,
  Described,
  ProviderIdOf,
  RegisteredSession,
  ShownSession,
} from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { peerOfWeb } from "../node/peer.js";
import {
  checkAccess,
  type GuardOptions,
  notSignedIn,
  refusalOf,
  type Refusal,
} from "../visit/guard.js";
import { isOwnRoute, pageOf, signInPage, siteOf } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import type { Visit } from "../visit/visit.js";
import { refused, requestAt } from "../visit/web.js";
import {
  begin,
  changed,
  leadingTo,
  redirectTo,
  type RequestState,
  senderFor,
  stateOf,
} from "./visits.js";

/**
 * Creates authentication for TanStack Start: `handler` serves the library's routes below `basePath`
 * (`/auth`), and `middleware` provides `context.auth` to server routes and server functions. A
 * session cookie that is due for renewal is renewed on the response.
 *
 * ```ts
 * // src/auth.server.ts
 * export const auth = TanStackStartAuth({ providers: [GitHub] });
 * // src/start.ts
 * const signIn = createMiddleware().server(auth.middleware);
 * export const startInstance = createStart(() => ({ requestMiddleware: [signIn] }));
 * // src/routes/auth.$.ts
 * export const Route = createFileRoute("/auth/$")({ server: { handlers: { ANY: auth.handler } } });
 * ```
 */
export function TanStackStartAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, Request>,
): TanStackStartAuthResult<
  ShownSession<Returned, AddedBy<Plugins>>,
  ProviderIdOf<Providers[number]>
>;
export function TanStackStartAuth(source: TanStackStartAuthSource): TanStackStartAuthResult {
  const engineFor = createEngines(source);
  return {
    middleware: async ({ request, handlerType, next }) => {
      const { config, engine } = await engineFor(request);
      const state = begin({ request, handlerType }, engine, config);
      const { auth, sender, leave } = state.visit;
      const result = await answered(state, () => next({ context: { auth } }));
      const lines = leave();
      // A renewal on the library's own routes could undo what the route does.
      if (isOwnRoute(engine, sender)) return result;
      return { ...result, response: changed(result.response, state, lines) };
    },
    handler: async ({ request }) => {
      const { config, engine } = await engineFor(request);
      const { url, ip, hostTrusted } = senderFor(request, config);
      const peer = peerOfWeb(request);
      return engine.handle(requestAt(request, url), { ip: ip?.(), peer, hostTrusted });
    },
  };
}

/** TanStack Start responds with 500 to every error that reaches it. */
async function answered<T>(state: RequestState, next: () => T | Promise<T>): Promise<T> {
  try {
    return await next();
  } catch (error) {
    const { failure } = state;
    throw failure && error === failure ? refused(failure.status, failure.message) : error;
  }
}

/**
 * The server half of a middleware that requires a signed-in user, on a route and all below it, or
 * on a server function. Browsers without a session are redirected to the sign-in page, and scripts
 * get 401. The pages of a sign-in stay open.
 *
 * ```ts
 * // src/signed-in.ts
 * export const signedIn = createMiddleware().server(requireUser);
 * export const ensureUser = createServerFn().middleware([signedIn]).handler(() => null);
 * // src/routes/members.tsx
 * export const Route = createFileRoute("/members")({
 *   server: { middleware: [signedIn] },
 *   beforeLoad: () => ensureUser(),
 * });
 * ```
 */
export const requireUser: ServerHalf<undefined> = (half) => guard(half);

/** As `requireUser`, and lets guests in: check `session.guest`. */
export const requireUserOrGuest: ServerHalf<undefined> = (half) => guard(half, { guests: true });

async function guard(
  { context, handlerType, next }: Parameters<ServerHalf<undefined>>[0],
  options?: GuardOptions,
): ReturnType<ServerHalf<undefined>> {
  const state = stateOf(context);
  const { session, refusal: refusalOfPage } = await checkAccess(state.visit, options);
  // A server function isn't the page that calls it, so it stays closed even where a page is open.
  const isRoute: boolean = handlerType === "router";
  if (session || (isRoute && !refusalOfPage)) return next();
  const refusal = refusalFor(state.visit);
  if (refusal.status === 401) throw state.refusal(401, notSignedIn);
  // oxlint-disable-next-line typescript/only-throw-error -- a returned one is the result of a function
  throw isRoute ? redirectTo(refusal.location) : leadingTo(refusal.location);
}

/** TanStack Start's own client requests data, and follows redirects itself. */
function refusalFor(visit: Visit): Refusal {
  const { engine, sender } = visit;
  const { headers, method } = sender;
  const isCall = headers.get("x-tsr-serverfn") === "true";
  if (!isCall || method !== "GET") return refusalOf(visit);
  const site = siteOf(engine, sender);
  return { status: 302, location: signInPage(engine, site, pageOf(headers, site)) };
}

/** The options of the TanStack Start integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type TanStackStartAuthConfig = ProxiedConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type TanStackStartAuthSource = Source<TanStackStartAuthConfig, Request>;

/**
 * The server side of a request middleware, and the context that it adds. In
 * `createMiddleware().server()`, in the application's own code, TanStack Start removes it from what
 * is sent to browsers.
 */
export type ServerHalf<Context> = (
  options: RequestServerOptions<Nothing, undefined>,
) => Promise<RequestServerResult<Nothing, undefined, Context>>;

/** The application's registered types aren't known here. */
type Nothing = Record<never, never>;

/**
 * The context that `middleware` adds to server routes, server functions, and loaders on the server.
 */
export interface AuthContext<S = RegisteredSession> {
  readonly auth: RequestAuth<S>;
}

export interface TanStackStartAuthResult<
  S = Session,
  Ids extends string = string,
> extends Described<S, Ids> {
  /** For a request middleware of `src/start.ts`. */
  readonly middleware: ServerHalf<AuthContext<S>>;
  /** For the server route `/auth/$`, for every method. */
  readonly handler: (given: { readonly request: Request }) => Promise<Response>;
}

export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
