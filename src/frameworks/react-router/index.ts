import type { MiddlewareFunction } from "react-router";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession } from "../../types/session.js";
import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { requestAt, withCookies } from "../visit/web.js";
import type { ReactRouterAuthResult, ReactRouterAuthSource, RouteArgs } from "./types.js";
import { behindProxy, senderOfWeb } from "../visit/sender.js";
import { beginVisit, visits } from "./visits.js";

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
    const { url, ip } = behindProxy(senderOfWeb(args.request), config);
    return engine.handle(requestAt(args.request, url), { ip: ip?.() });
  };
  return { middleware, loader: answer, action: answer };
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
  const { refusal } = await checkAccess(visits.get(context), isData(request), options);
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

export { authContext } from "./visits.js";
export type {
  AuthContext,
  ReactRouterAuthConfig,
  ReactRouterAuthResult,
  ReactRouterAuthSource,
  RouteArgs,
} from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
