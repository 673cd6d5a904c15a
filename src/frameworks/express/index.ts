import type { NextFunction, Request, Response } from "express";
import type { AnyPlugins, AnyProviders, IntegrationConfig } from "../../core/auth-config.js";
import {
  callsOf,
  neverKept,
  serializeCookie,
  type Engine,
  type Freshness,
  type FreshOptions,
  type ReadSession,
} from "../../core/engine/index.js";
import type { Awaitable } from "../../types/common.js";
import type { AddedBy, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import type { AccessTokenOptions } from "../../types/tokens.js";
import { checkSoon } from "../node/check-soon.js";
import { peerOf } from "../node/peer.js";
import { headersOf } from "../node/request.js";
import { createPrepare, pathOfSite } from "../visit/prepare.js";
import { mountPath, pathOf, placeOf, isProxyTrusted, originOf } from "./mount.js";
import { passOnUnhandled } from "./rejections.js";
import { toWebRequest, send, setCookie } from "./respond.js";

/** The options of the Express integration: those of `Auth()`, less `raw`. */
export interface ExpressAuthConfig<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {}
export type GetSessionResult = Promise<Session | null>;

/** A configuration, or a function of the request that returns one. */
export type ExpressAuthSource<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> =
  | ExpressAuthConfig<Returned, Providers, Columns, Token, Plugins>
  | ((req: Request) => Awaitable<ExpressAuthConfig<Returned, Providers, Columns, Token, Plugins>>);

/**
 * The engine of a configuration, completed from the environment. The configuration isn't changed.
 */
const engineOf = (config: ExpressAuthConfig): Engine => prepare(config, { env: process.env });
const prepare = createPrepare();

const configFor = async (req: Request, source: ExpressAuthSource): Promise<ExpressAuthConfig> =>
  typeof source === "function" ? source(req) : source;

/**
 * A handler that serves the library's routes. Mount it on a path of your choice.
 *
 * ```ts
 * app.set("trust proxy", true); // behind a reverse proxy
 * app.use("/auth", MiddlewareAuth({ providers: [GitHub] }));
 * ```
 */
export function MiddlewareAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  config: ExpressAuthSource<Returned, Providers, Columns, Token, Plugins>,
): (req: Request, res: Response, next: NextFunction) => Promise<void>;
export function MiddlewareAuth(config: ExpressAuthSource) {
  if (typeof config !== "function") checkSoon(() => engineOf(config), true);
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    try {
      await answerRoute(await configFor(req, config), req, res, next);
    } catch (error) {
      next(error);
    }
  };
}

// oxlint-disable-next-line max-params -- the parameters of an Express handler
async function answerRoute(
  config: ExpressAuthConfig,
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  const engine = engineOf(config);
  const mounted = mountPath(req);
  const named = mounted === undefined ? engine.settings.basePath : pathNamed(config, engine);
  const { basePath, prefix, contradicts } = placeOf(mounted, named);
  if (mounted === undefined && !pathOf(req).startsWith(`${basePath}/`)) return next();
  if (contradicts) engine.settings.warnOnce("env-url-basepath-mismatch", () => contradiction);
  const origin = engine.settings.origin ?? originOf(req);
  if (origin === undefined) {
    refuse(res, 400, "The request has no valid Host header.");
    return;
  }
  if (!isPlainPath(req, origin)) {
    refuse(res, 404, "Nothing is at this URL.");
    return;
  }
  const mount = { basePath, home: prefix || undefined, ip: req.ip, peer: peerOf(req) };
  const asked = toWebRequest(req, origin + prefix);
  await send(await engine.handle(asked, { ...mount, hostTrusted: isProxyTrusted(req) }), res);
}

const contradiction =
  "The handler is mounted at a different path than AUTH_URL or `basePath` says; the mount path is used. Make them equal. Behind a proxy that strips a prefix, set the whole path, such as AUTH_URL=https://example.com/app/auth.";

/** The configured path of the routes, as browsers see it; undefined if none was configured. */
function pathNamed({ basePath }: ExpressAuthConfig, { settings }: Engine): string | undefined {
  return (basePath ?? pathOfSite(process.env)) === undefined ? undefined : settings.basePath;
}

/** Not cached: it depends on headers that caches don't compare. */
function refuse(res: Response, status: number, message: string): void {
  res.status(status).setHeader("cache-control", neverKept).json({ message });
}

/** A path with dot segments, or a whole URL, would be parsed differently later. */
function isPlainPath(req: Request, origin: string): boolean {
  const path = pathOf(req);
  if (!path.startsWith("/") || !URL.canParse(origin + path)) return false;
  return new URL(origin + path).pathname === path;
}

/**
 * Returns the session of a request, or null. A cookie that is due for renewal is renewed on the response, if its
 * headers haven't been sent yet. Rejects with `SessionUnavailable` (`status` 503) if the store is down; in
 * Express 4, an uncaught rejection goes to your error handlers. Its type is what the `session` callback of the
 * configuration returns.
 *
 * ```ts
 * app.use(async (req, res, next) => {
 *   res.locals.session = await getSession(req, config);
 *   next();
 * });
 * ```
 */
export function getSession<Returned extends AnySession, const Plugins extends AnyPlugins>(
  req: Request,
  config: ExpressAuthSource<Returned, AnyProviders, unknown, JWT, Plugins>,
): Promise<ShownSession<Returned, AddedBy<Plugins>> | null>;
export async function getSession(req: Request, config: ExpressAuthSource): GetSessionResult {
  try {
    // Awaits only if it's a function: this runs at every read.
    const own = typeof config === "function" ? await config(req) : config;
    const { session, cookies } = await engineOf(own).readSession(req.headers, schemeOf(req), {
      hostTrusted: isProxyTrusted(req),
      withId: true,
    });
    if (req.res && cookies.length > 0) addCookies(req.res, cookies);
    return session;
  } catch (error) {
    passOnUnhandled(req, error);
    throw error;
  }
}

function addCookies(res: Response, cookies: ReadSession["cookies"]): void {
  if (res.headersSent) return;
  for (const cookie of cookies) setCookie(res, serializeCookie(cookie));
  // A cached response would send these cookies to others.
  res.setHeader("cache-control", neverKept);
  res.vary("Cookie");
}

/**
 * Checks whether the signed-in user proved who they are within so many seconds. If not, `url` is the page where
 * they can, which leads back here: to the page itself after a GET, otherwise to the page with the form. If the
 * routes aren't mounted at `/auth`, set `basePath` in the configuration.
 *
 * ```ts
 * app.post("/account/delete", async (req, res) => {
 *   const fresh = await requireFresh(req, config, { within: 300 });
 *   if (!fresh.ok) return res.redirect(303, fresh.url);
 *   // …
 * });
 * ```
 */
export async function requireFresh(
  req: Request,
  config: ExpressAuthSource,
  options: FreshOptions = {},
): Promise<Freshness> {
  const engine = engineOf(await configFor(req, config));
  const origin = engine.settings.origin ?? originOf(req) ?? "http://localhost";
  const headers = headersOf(req);
  const here = req.method === "GET" ? req.originalUrl : req.headers.referer;
  const redirectTo = options.redirectTo ?? here;
  const hostTrusted = isProxyTrusted(req);
  return (await callsOf(engine)).requireFresh(
    { headers, origin, hostTrusted },
    { ...options, redirectTo },
  );
}

/**
 * Returns an access token of the signed-in user for a provider, refreshed if necessary; null if nobody is signed
 * in. Needs an adapter, which stores the tokens. Rejects with an `AccessTokenError` whose type says why there's
 * none.
 *
 * ```ts
 * const token = await getAccessToken(req, config, "google");
 * const answer = await fetch(api, { headers: { authorization: `Bearer ${token}` } });
 * ```
 */
// oxlint-disable-next-line max-params -- the request, the configuration and what is asked for, as in `getSession`
export async function getAccessToken(
  req: Request,
  config: ExpressAuthSource,
  provider: string,
  options: AccessTokenOptions = {},
): Promise<string | null> {
  const wanted = { ...options, provider };
  const engine = engineOf(await configFor(req, config));
  const { accessTokenOf } = await import("../../doors/access-token.js");
  const asked = { sent: req.headers, origin: schemeOf(req), wanted };
  const found = await accessTokenOf(engine.settings, asked);
  return found && found.accessToken;
}

/** Only the scheme matters: it decides the cookie's name. */
function schemeOf(req: Request): string {
  return req.protocol === "https" ? "https://localhost" : "http://localhost";
}

export { MiddlewareAuth as ExpressAuth };
export type { Freshness, FreshOptions } from "../../core/engine/index.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { AccessTokenOptions } from "../../types/tokens.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
