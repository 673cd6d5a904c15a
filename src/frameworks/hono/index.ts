import type { Context, MiddlewareHandler } from "hono";
import { env } from "hono/adapter";
import { HTTPException } from "hono/http-exception";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { neverKept } from "../../core/engine/index.js";
import type { AddedBy, ShownSession, RegisteredSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import type { Visit } from "../visit/visit.js";
import type { AuthEnv, HonoAuthSource, AuthUser, SignedInEnv } from "./types.js";
import { beginVisit, peerOf, visits } from "./visits.js";
import { checkAccess, type GuardOptions, notSignedIn, ofUser } from "../visit/guard.js";

const withoutBody = new Set(["GET", "HEAD"]);

/** The request with the URL that the browser knows, even if the application has read its body. */
async function requestAt(c: Context, address: URL): Promise<Request> {
  const { raw } = c.req;
  const { method } = raw;
  const headers = new Headers(raw.headers);
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!withoutBody.has(method)) init.body = raw.bodyUsed ? await bodyRead(c, headers) : raw.body;
  return new Request(address, init);
}

/**
 * A body that was read, as Hono keeps it; version 3 has it only in the form that was read. A form
 * gets a new boundary.
 */
async function bodyRead(c: Context, headers: Headers): Promise<BodyInit> {
  const { bodyCache } = c.req;
  headers.delete("content-length");
  if ("json" in bodyCache) return JSON.stringify(await c.req.json());
  if ("text" in bodyCache) return c.req.text();
  if (!("formData" in bodyCache)) return c.req.arrayBuffer();
  headers.delete("content-type");
  return c.req.formData();
}

/**
 * Serves the library's routes below `basePath` (`/auth`), and adds `c.var.auth` to every other request. A
 * session cookie that is due for renewal is renewed on the response.
 *
 * ```ts
 * const app = new Hono<AuthEnv>();
 * app.use(HonoAuth({ providers: [GitHub] }));
 * app.get("/", async (c) => c.json(await c.var.auth.session()));
 * ```
 */
export function HonoAuth<
  Returned extends AnySession,
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
    if (isOwnRoute(visit.engine, visit.sender)) return answerRoute(c, visit);
    await next();
    addCookies(c, visit.leave());
    return undefined;
  };
}

/**
 * The first half of `HonoAuth`, under its name in @hono/auth-js. The routes are served where
 * `authHandler` is mounted, below `/api/auth` unless the configuration has a `basePath`.
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
 * Serves the library's routes, after `initAuthConfig`.
 *
 * ```ts
 * app.use("/api/auth/*", authHandler());
 * ```
 */
export function authHandler(): MiddlewareHandler {
  return (c) => answerRoute(c, visits.get(c));
}

function entrance(source: HonoAuthSource, basePath: string): (c: Context) => Promise<Visit> {
  const engineFor = createEngines(source, (c: Context) => ({
    env: env<Record<string, string | undefined>>(c),
    basePath,
  }));
  return async (c) => {
    const { config, engine } = await engineFor(c);
    const visit = beginVisit(c, engine, config);
    c.set("authConfig", config);
    c.set("auth", visit.auth);
    return visit;
  };
}

/** A pending renewal is dropped: it could undo what the route does. */
async function answerRoute(c: Context, { engine, sender, leave }: Visit): Promise<Response> {
  leave();
  return engine.handle(await requestAt(c, sender.url), { ip: sender.ip?.(), peer: peerOf(c) });
}

/** Added at the end, because a handler may return a response that ignores the context. */
function addCookies(c: Context, lines: readonly string[]): void {
  for (const line of lines) c.header("set-cookie", line, { append: true });
  // A cached response would send these cookies to others.
  if (lines.length > 0) c.header("cache-control", neverKept);
}

/**
 * Protects a route or a tree of routes. Browsers without a session are redirected to the sign-in page, and
 * scripts get 401. The pages of a sign-in stay open. Guests only pass with `{ guests: true }`.
 *
 * ```ts
 * app.get("/account", requireUser(), (c) => c.text(`Hello ${c.var.user.name}`));
 * app.use("/members/*", requireUser());
 * ```
 */
export function requireUser<S extends Session = RegisteredSession>(
  options?: GuardOptions,
): MiddlewareHandler<SignedInEnv<S>>;
export function requireUser(options?: GuardOptions): MiddlewareHandler<SignedInEnv> {
  return async (c, next) => {
    const { session, refusal } = await checkAccess(visits.get(c), false, options);
    if (session) {
      c.set("session", session);
      c.set("user", session.user);
    }
    if (!refusal) return next();
    if (refusal.status === 302) return c.redirect(refusal.location);
    throw new HTTPException(401, { message: notSignedIn });
  };
}

/**
 * Returns the session and its user, or null.
 *
 * ```ts
 * const authUser = await getAuthUser(c);
 * ```
 */
export function getAuthUser<S extends Session = RegisteredSession>(
  c: Context,
): Promise<AuthUser<S> | null>;
export async function getAuthUser(c: Context): Promise<AuthUser | null> {
  const session = ofUser(await visits.get(c).auth.session());
  return session && { session };
}

/**
 * Requires a signed-in user; everyone else gets 401. Handlers read the user with `c.get("authUser")`.
 *
 * ```ts
 * app.use("/api/*", verifyAuth());
 * ```
 */
export function verifyAuth(): MiddlewareHandler {
  return async (c, next) => {
    const authUser = await getAuthUser(c);
    if (!authUser) throw new HTTPException(401, { message: notSignedIn });
    c.set("authUser", authUser);
    await next();
  };
}

export type {
  AuthEnv,
  AuthUser,
  ConfigHandler,
  HonoAuthConfig,
  HonoAuthConfig as AuthConfig,
  SignedInEnv,
} from "./types.js";
export type { GuardOptions } from "../visit/guard.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
