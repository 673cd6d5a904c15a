import type { Context, MiddlewareHandler } from "hono";
import { env } from "hono/adapter";
import { HTTPException } from "hono/http-exception";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { neverKept } from "../../core/engine/index.js";
import type { Awaitable } from "../../types/common.js";
import type {
  AddedBy,
  RegisteredSession,
  ShownSession,
  SignedIn,
  UserIn,
} from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { peerOfBun } from "../node/peer.js";
import { withErrorsOf } from "../visit/errors.js";
import { checkAccess, type GuardOptions, notSignedIn, ofUser } from "../visit/guard.js";
import { warnOfMount } from "../visit/mount.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, senderOfWeb } from "../visit/sender.js";
import { memberOf, textAt } from "../visit/shapes.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { contentOf } from "../visit/web.js";

/** The request with the URL that the browser knows, even if the application has read its body. */
async function requestAt({ req }: Context, address: URL): Promise<Request> {
  const { raw } = req;
  const headers = new Headers(raw.headers);
  const body = raw.bodyUsed ? await bodyRead(req, headers) : undefined;
  return new Request(address, { ...contentOf(raw), ...(body !== undefined && { body }), headers });
}

/**
 * A body that was read, as Hono keeps it; version 3 has it only in the form that was read. A form
 * gets a new boundary. Undefined for one that was read past Hono.
 */
async function bodyRead(req: Context["req"], headers: Headers): Promise<BodyInit | undefined> {
  const { bodyCache } = req;
  if (Object.keys(bodyCache).length === 0) return undefined;
  headers.delete("content-length");
  if ("json" in bodyCache) return JSON.stringify(await req.json());
  if ("text" in bodyCache) return req.text();
  if (!("formData" in bodyCache)) return req.arrayBuffer();
  headers.delete("content-type");
  return req.formData();
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
    const mount = mountOf(c);
    await next();
    addCookies(c, visit.leave());
    if (mount !== "" && c.res.status === 404) await warnOfMount(visit, mount);
    return undefined;
  };
}

/** The path that this middleware is mounted on, such as `/login` for `/login/*`. Empty if it's mounted on all. */
function mountOf({ req }: Context): string {
  return /^((?:\/[\w.~-]+)+)\/\*$/.exec(textAt(req, "routePath") ?? "")?.[1] ?? "";
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

/** The visits that an earlier middleware began. */
const visits = createRegistry<Context, Visit>(
  "call `app.use(HonoAuth(config))` before this handler.",
);

function entrance(source: HonoAuthSource, basePath: string): (c: Context) => Promise<Visit> {
  const engineFor = createEngines(source, (c: Context) => ({
    env: env<Record<string, string | undefined>>(c),
    basePath,
  }));
  return async (c) => {
    const { config, engine } = await engineFor(c);
    const proxy = { trustProxy: config.trustProxy, peer: () => peerOf(c) };
    const visit = createVisit(engine, behindProxy(senderOfWeb(c.req.raw), proxy));
    // Hono answers with 500 to everything but an `HTTPException`.
    const auth = withErrorsOf(
      visit.auth,
      (status, message, cause) => new HTTPException(status, { message, cause }),
    );
    c.set("authConfig", config);
    c.set("auth", auth);
    return visits.begin(c, { ...visit, auth });
  };
}

/** The peer address of the socket, as the servers of Node.js, Deno and Bun pass it. */
function peerOf(c: Context): string | undefined {
  const env: unknown = c.env;
  return (
    textAt(env, "incoming", "socket", "remoteAddress") ??
    textAt(env, "remoteAddr", "hostname") ??
    peerOfBun(memberOf(env, "server") ?? env, c.req.raw)
  );
}

/** A pending renewal is dropped: it could undo what the route does. */
async function answerRoute(c: Context, { engine, sender, leave }: Visit): Promise<Response> {
  leave();
  const { url, ip, hostTrusted } = sender;
  return engine.handle(await requestAt(c, url), { ip: ip?.(), peer: peerOf(c), hostTrusted });
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
    const { session, refusal } = await checkAccess(visits.get(c), options);
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

/** The options of the Hono integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type HonoAuthConfig = ProxiedConfig;

/** A function of the request that returns a configuration: on Workers, the environment comes with the request. */
export type ConfigHandler = (c: Context) => Awaitable<HonoAuthConfig>;

/** A configuration, or a function that returns one. */
type HonoAuthSource = Source<HonoAuthConfig, Context>;

/**
 * The variables that `HonoAuth` sets. `S` is the type of the session.
 *
 * ```ts
 * const app = new Hono<AuthEnv>();
 * ```
 */
export interface AuthEnv<S = RegisteredSession> {
  Variables: { auth: RequestAuth<S> };
}

/** The variables that `requireUser` adds. */
export interface SignedInEnv<S = RegisteredSession> {
  Variables: { auth: RequestAuth<S>; session: SignedIn<S>; user: UserIn<S> };
}

/** The user, under the name that `verifyAuth` sets. */
export interface AuthUser<S = RegisteredSession> {
  session: S;
}

declare module "hono" {
  interface ContextVariableMap {
    authConfig: HonoAuthConfig;
    authUser: AuthUser;
  }
}

export type { HonoAuthConfig as AuthConfig };
export type { GuardOptions } from "../visit/guard.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
