import { namesHost } from "../node/sender.js";
import { environment } from "../visit/environment.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import type { Visit } from "../visit/visit.js";
import type { AuthEvent, AuthMiddleware } from "./event.js";
import { clientOf, requestAt } from "./request.js";
import { answerWith, goOn, refused } from "./respond.js";
import type { H3AuthSource } from "./types.js";
import { beginVisit, visitOf } from "./visits.js";

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
export function H3Auth(source: H3AuthSource): AuthMiddleware {
  const prepare = createPrepare();
  return async (event, next = () => undefined) => {
    const config = typeof source === "function" ? await source(event) : source;
    const visit = beginVisit(event, prepare(config, { env: environment() }), config);
    if (!isOwnRoute(visit.engine, visit.sender)) return goOn(event, visit, next);
    return answerWith(event, await answer(event, visit));
  };
}

/** What was to be renewed is left: it could undo what the route does. */
async function answer(event: AuthEvent, { engine, sender, leave }: Visit): Promise<Response> {
  leave();
  if (engine.settings.origin === null && !namesHost(sender)) {
    return refused(400, "The request names no usable host.");
  }
  return engine.handle(await requestAt(event, sender.url), clientOf(event));
}

/** Whoever sent a request: the same as `event.context.auth`. */
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
