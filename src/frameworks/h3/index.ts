import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import type { RegisteredSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import type { GuardOptions } from "../visit/guard.js";
import { isOwnRoute } from "../visit/place.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import type { AuthEvent, AuthMiddleware } from "./event.js";
import {
  answerOf,
  answerWith,
  continueEvent,
  entrance,
  type H3AuthSource,
  refusalFor,
  visits,
} from "./visits.js";

/**
 * Serves the library's routes below `basePath` (`/auth`), and adds `event.context.auth` to every other event. A
 * session cookie that is due for renewal is renewed on the response.
 *
 * ```ts
 * const app = new H3();
 * app.use(H3Auth({ providers: [GitHub] }));
 * app.get("/", (event) => event.context.auth.session());
 * ```
 */
export function H3Auth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, AuthEvent>,
): AuthMiddleware;
export function H3Auth(source: H3AuthSource): AuthMiddleware {
  const enter = entrance(source);
  return async (event, next = () => undefined) => {
    const visit = await enter(event);
    if (isOwnRoute(visit.engine, visit.sender)) {
      return answerWith(event, await answerOf(event, visit));
    }
    return continueEvent(event, visit, next);
  };
}

/** Returns the same object as `event.context.auth`. */
export function getAuth<S extends Session = RegisteredSession>(event: AuthEvent): RequestAuth<S>;
export function getAuth(event: AuthEvent): RequestAuth {
  return visits.get(event.context).auth;
}

/**
 * Protects a route or a tree of routes. Browsers without a session are redirected to the sign-in page, and
 * scripts get 401. The pages of a sign-in stay open. Guests only pass with `{ guests: true }`.
 *
 * ```ts
 * app.use("/members/**", requireUser());
 * app.get("/account", handler, { middleware: [requireUser()] });
 * ```
 */
export function requireUser(options?: GuardOptions): AuthMiddleware {
  return async (event, next) => {
    const response = await refusalFor(event, options);
    if (response) return answerWith(event, response);
    return next?.();
  };
}

export type { AuthEvent, AuthMiddleware } from "./event.js";
export type { GuardOptions } from "../visit/guard.js";
export type { H3AuthConfig, H3AuthSource } from "./visits.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
