import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession } from "../../types/session.js";
import { environment } from "../visit/environment.js";
import { untold } from "../visit/peer.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type FrameworkConfig, type Source } from "../visit/prepare.js";
import { statusOf } from "../visit/status.js";
import { refused, withCookies } from "../visit/web.js";
import type { AstroContext, AstroEndpoint, AstroMiddleware } from "./context.js";
import type { AstroAuthResult, AstroAuthSource } from "./types.js";
import { addressOf, beginVisit, isHostTrusted } from "./visits.js";

/**
 * Authentication for an Astro site that is rendered on demand: `ALL` answers the routes of the library below
 * `basePath` (`/auth`), and `onRequest` gives every page, endpoint and action `locals.auth()`. A session that
 * is due for renewal gets its cookie renewed on the response.
 *
 * ```ts
 * // src/auth.ts
 * export const { onRequest, ALL } = AstroAuth({ providers: [GitHub] });
 * // src/middleware.ts
 * export { onRequest } from "./auth";
 * // src/pages/auth/[...auth].ts
 * export { ALL } from "../../auth";
 * export const prerender = false;
 * ```
 */
export function AstroAuth<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<FrameworkConfig<Returned, Providers, Columns, Token, Plugins>, AstroContext>,
): AstroAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function AstroAuth(source: AstroAuthSource): AstroAuthResult {
  const prepare = createPrepare();
  const engineFor = async (context: AstroContext) => {
    const config = typeof source === "function" ? await source(context) : source;
    return prepare(config, { env: environment() });
  };
  const onRequest: AstroMiddleware = async (context, next) => {
    const engine = await engineFor(context);
    const { sender, leave } = beginVisit(context, engine);
    const response = await answered(next);
    const lines = leave();
    // On the library's own routes a renewal could undo what the route does.
    return isOwnRoute(engine, sender) ? response : withCookies(response, lines);
  };
  const ALL: AstroEndpoint = async (context) => {
    const engine = await engineFor(context);
    const ip = addressOf(context);
    const peer = untold(ip, context.request.headers);
    return engine.handle(context.request, { ip, peer, hostTrusted: isHostTrusted(context) });
  };
  return { onRequest, ALL };
}

/** Astro answers with 500 to every error. */
async function answered(next: () => Promise<Response>): Promise<Response> {
  try {
    return await next();
  } catch (error) {
    const status = statusOf(error);
    if (status === 403) return refused(403, "The request came from another site.");
    if (status !== 503) throw error;
    return refused(503, "Who is signed in can not be known right now. Try again later.");
  }
}

export { requireUser } from "./guard.js";
export type { AstroContext, AstroEndpoint, AstroMiddleware } from "./context.js";
export type { AstroAuthConfig, AstroAuthResult, AstroAuthSource } from "./types.js";
export type { LocalsAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
