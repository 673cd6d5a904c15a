import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { RegisteredSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession, Session } from "../../types/session.js";
import { isOwnRoute } from "../visit/place.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import { answerOf, entrance } from "./entrance.js";
import type { AuthEvent, AuthMiddleware } from "./event.js";
import { answerWith, goOn } from "./respond.js";
import type { H3AuthSource } from "./types.js";
import { visitOf } from "./visits.js";

/**
 * Answers the routes of the library below `basePath` (`/auth`), and gives every other event
 * `event.context.auth`. A session that is due for renewal gets its cookie renewed on the response.
 *
 * ```ts
 * const app = new H3();
 * app.use(H3Auth({ providers: [GitHub] }));
 * app.get("/", (event) => event.context.auth.session());
 * ```
 */
export function H3Auth<
  Returned extends DefaultSession,
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
    if (!isOwnRoute(visit.engine, visit.sender)) return goOn(event, visit, next);
    return answerWith(event, await answerOf(event, visit));
  };
}

/** Whoever sent a request: the same as `event.context.auth`. */
export function getAuth<S extends Session = RegisteredSession>(event: AuthEvent): RequestAuth<S>;
export function getAuth(event: AuthEvent): RequestAuth {
  return visitOf(event).auth;
}

export type { AuthEvent, AuthMiddleware } from "./event.js";
export { requireUser } from "./guard.js";
export type { H3AuthConfig, H3AuthSource } from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
