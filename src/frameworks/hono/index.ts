import type { Context, MiddlewareHandler } from "hono";
import { neverKept } from "../../engine/index.js";
import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession } from "../../types/session.js";
import { isOwnRoute } from "../visit/place.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { Visit } from "../visit/visit.js";
import { peerOf } from "./peer.js";
import { requestAt } from "./request.js";
import type { AuthEnv, HonoAuthSource } from "./types.js";
import { beginVisit, createEngines, visitOf } from "./visits.js";

/**
 * Answers the routes of the library below `basePath` (`/auth`), and gives every other request
 * `c.var.auth`. A session that is due for renewal gets its cookie renewed on the response.
 *
 * ```ts
 * const app = new Hono<AuthEnv>();
 * app.use(HonoAuth({ providers: [GitHub] }));
 * app.get("/", async (c) => c.json(await c.var.auth.session()));
 * ```
 */
export function HonoAuth<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  config: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, Context>,
): MiddlewareHandler<AuthEnv<ShownSession<Returned, AddedBy<Plugins>>>>;
export function HonoAuth(config: HonoAuthSource): MiddlewareHandler<AuthEnv> {
  const enter = entrance(config, "/auth");
  return async (c, next) => {
    const visit = await enter(c);
    if (isOwnRoute(visit.engine, visit.sender)) return answer(c, visit);
    await next();
    addCookies(c, visit.leave());
    return undefined;
  };
}

/**
 * The first half of `HonoAuth`, by the name that @hono/auth-js gives it: the routes are answered where
 * `authHandler` is mounted. They are below `/api/auth` unless the configuration has a `basePath`.
 *
 * ```ts
 * app.use("*", initAuthConfig((c) => ({ secret: c.env.AUTH_SECRET, providers: [GitHub] })));
 * app.use("/api/auth/*", authHandler());
 * ```
 */
export function initAuthConfig(config: HonoAuthSource): MiddlewareHandler {
  const enter = entrance(config, "/api/auth");
  return async (c, next) => {
    const visit = await enter(c);
    await next();
    addCookies(c, visit.leave());
  };
}

/**
 * Answers the routes of the library, after `initAuthConfig`.
 *
 * ```ts
 * app.use("/api/auth/*", authHandler());
 * ```
 */
export function authHandler(): MiddlewareHandler {
  return (c) => answer(c, visitOf(c));
}

function entrance(source: HonoAuthSource, basePath: string): (c: Context) => Promise<Visit> {
  const engineOf = createEngines(basePath);
  return async (c) => {
    const config = typeof source === "function" ? await source(c) : source;
    const visit = beginVisit(c, engineOf(c, config), config);
    c.set("authConfig", config);
    c.set("auth", visit.auth);
    return visit;
  };
}

/** What was to be renewed is left: it could undo what the route does. */
async function answer(c: Context, { engine, sender, leave }: Visit): Promise<Response> {
  leave();
  return engine.handle(await requestAt(c, sender.url), { ip: sender.ip?.(), peer: peerOf(c) });
}

/** Done at the end, since a handler may answer with a response that knows nothing of the context. */
function addCookies(c: Context, lines: readonly string[]): void {
  for (const line of lines) c.header("set-cookie", line, { append: true });
  // Whoever is sent a response that is kept would be sent these cookies, too.
  if (lines.length > 0) c.header("cache-control", neverKept);
}

export { getAuthUser, requireUser, verifyAuth } from "./guard.js";
export type {
  AuthEnv,
  AuthUser,
  ConfigHandler,
  HonoAuthConfig,
  HonoAuthConfig as AuthConfig,
  SignedInEnv,
} from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
