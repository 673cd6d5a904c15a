import type { MiddlewareFunction } from "react-router";
import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession } from "../../types/session.js";
import { clientIp } from "../visit/client.js";
import { environment } from "../visit/environment.js";
import { addressOf } from "../visit/origin.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { requestAt, withCookies } from "../visit/web.js";
import type { ReactRouterAuthResult, ReactRouterAuthSource, RouteArgs } from "./types.js";
import { beginVisit } from "./visits.js";

/**
 * Authentication for a React Router application in framework mode: `loader` and `action` answer the
 * routes of the library below `basePath` (`/auth`), and `middleware` gives loaders and actions
 * `context.get(authContext)`. A session that is due for renewal gets its cookie renewed on the response.
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
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, RouteArgs>,
): ReactRouterAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function ReactRouterAuth(source: ReactRouterAuthSource): ReactRouterAuthResult {
  const prepare = createPrepare();
  const engineFor = async (args: RouteArgs) => {
    const config = typeof source === "function" ? await source(args) : source;
    return { config, engine: prepare(config, { env: environment() }) };
  };
  const middleware: MiddlewareFunction<Response> = async (args, next) => {
    const { config, engine } = await engineFor(args);
    const { sender, leave } = beginVisit(args, engine, config);
    const response = await next();
    const lines = leave();
    // On the library's own routes a renewal could undo what the route does.
    return isOwnRoute(engine, sender) ? response : withCookies(response, lines);
  };
  const answer = async (args: RouteArgs): Promise<Response> => {
    const { config, engine } = await engineFor(args);
    const { url, headers } = args.request;
    const trustsProxy = config.trustProxy === true;
    const ip = clientIp({ peer: undefined, headers, trustsProxy });
    return engine.handle(requestAt(args.request, addressOf(url, headers, trustsProxy)), { ip });
  };
  return { middleware, loader: answer, action: answer };
}

export { requireUser } from "./guard.js";
export { authContext } from "./visits.js";
export type {
  AuthContext,
  ReactRouterAuthConfig,
  ReactRouterAuthResult,
  ReactRouterAuthSource,
  RouteArgs,
} from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
