import type { ActionFunctionArgs, MiddlewareFunction, RouterContext } from "react-router";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import type { Engine } from "../../core/engine/index.js";
import type { AddedBy, Described, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { withErrorsOf } from "../visit/errors.js";
import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, senderOfWeb } from "../visit/sender.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused, requestAt, withCookies } from "../visit/web.js";

/**
 * Creates authentication for React Router in framework mode: `loader` and `action` serve the
 * library's routes below `basePath` (`/auth`), and `middleware` provides `context.get(authContext)`
 * to loaders and actions. A session cookie that is due for renewal is renewed on the response.
 *
 * ```ts
 * // app/auth.server.ts
 * export const { middleware, loader, action } = ReactRouterAuth({ providers: [GitHub] });
 * // app/root.tsx
 * export const middleware = [auth.middleware];
 * // app/routes/auth.ts, which app/routes.ts has at "auth/*"
 * export { loader, action } from "../auth.server";
 * ```
 */
export function ReactRouterAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, RouteArgs>,
): ReactRouterAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function ReactRouterAuth(source: ReactRouterAuthSource): ReactRouterAuthResult {
  const engineFor = createEngines(source);
  const middleware: MiddlewareFunction<Response> = async (args, next) => {
    const { config, engine } = await engineFor(args);
    const { sender, leave } = beginVisit(args, engine, config);
    const response = await next();
    const lines = leave();
    // On the library's own routes, a renewal could undo what the route does.
    return isOwnRoute(engine, sender) ? response : withCookies(response, lines);
  };
  const answer = async (args: RouteArgs): Promise<Response> => {
    const { config, engine } = await engineFor(args);
    const { url, ip, hostTrusted } = behindProxy(senderOfWeb(args.request), config);
    return engine.handle(requestAt(args.request, url), { ip: ip?.(), hostTrusted });
  };
  return { middleware, loader: answer, action: answer };
}

/** The visits that the root's middleware started. */
const visits = createRegistry<AuthContext, Visit>(
  "export the middleware of ReactRouterAuth from app/root.tsx.",
);

/**
 * The context with the request's `RequestAuth`, for loaders and actions.
 *
 * ```ts
 * const session = await context.get(authContext).session();
 * ```
 */
export const authContext: RouterContext<RequestAuth> = {};

function beginVisit(args: RouteArgs, engine: Engine, config: ReactRouterAuthConfig): Visit {
  const { request, context } = args;
  const { method, headers } = request;
  // The page's URL, even if React Router's client only fetches its data.
  const url = args.url ?? new URL(request.url);
  // React Router doesn't tell the address of the socket.
  const sender = behindProxy({ method, headers, url, path: url.pathname }, config);
  const visit = createVisit(engine, sender);
  // A thrown response is sent as it is, or shown by the nearest error boundary.
  const auth = withErrorsOf(visit.auth, refused);
  context.set(authContext, auth);
  return visits.begin(context, { ...visit, auth });
}

/**
 * A middleware that requires a signed-in user, on a route and all below it. Browsers without a
 * session are redirected to the sign-in page, and scripts get 401. The pages of a sign-in stay
 * open.
 *
 * ```ts
 * // app/routes/members.tsx
 * export const middleware = [requireUser];
 * export const loader = () => null; // so that the server runs at every navigation
 * ```
 */
export const requireUser: MiddlewareFunction<Response> = (args, next) => guard(args, next);

/** As `requireUser`, and lets guests in: check `session.guest`. */
export const requireUserOrGuest: MiddlewareFunction<Response> = (args, next) =>
  guard(args, next, { guests: true });

async function guard(
  { request, context }: Pick<RouteArgs, "request" | "context">,
  next: () => Promise<Response>,
  options?: GuardOptions,
): Promise<Response> {
  const { refusal } = await checkAccess(visits.get(context), options, isData(request));
  if (!refusal) return next();
  const response = responseOf(refusal);
  // The sign-in page isn't the application's: the browser has to load it.
  if (refusal.status === 302) response.headers.set("x-remix-reload-document", "true");
  return response;
}

/** React Router's client fetches a page's data, and follows its redirects. */
function isData({ url }: Request): boolean {
  return new URL(url).pathname.endsWith(".data");
}

/** The options of the React Router integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type ReactRouterAuthConfig = ProxiedConfig;

/** The arguments of a middleware, loader or action that are used here. */
export type RouteArgs = Pick<ActionFunctionArgs<AuthContext>, "request" | "context"> & {
  readonly url?: URL;
};

/**
 * React Router's context, one per request, where middleware stores values for loaders and actions.
 */
export type AuthContext = Parameters<MiddlewareFunction>[0]["context"];

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type ReactRouterAuthSource = Source<ReactRouterAuthConfig, RouteArgs>;

export interface ReactRouterAuthResult<S = Session, Ids extends string = string> extends Described<
  S,
  Ids
> {
  /** The first middleware of `root.tsx`. */
  readonly middleware: MiddlewareFunction<Response>;
  /** For the route `auth/*`. */
  readonly loader: (args: RouteArgs) => Promise<Response>;
  /** For the route `auth/*`. */
  readonly action: (args: RouteArgs) => Promise<Response>;
}

export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
