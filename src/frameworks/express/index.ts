import type { NextFunction, Request, Response } from "express";
import { engineFor as sharedEngine } from "../../doors/engine.js";
import {
  callsOf,
  neverKept,
  perConfig,
  serializeCookie,
  setEnvDefaults,
  type Engine,
  type Freshness,
  type FreshOptions,
} from "../../engine/index.js";
import type { Awaitable } from "../../types/common.js";
import type {
  AnyPlugins,
  AnyProviders,
  AuthConfig,
  IntegrationConfig,
} from "../../types/config.js";
import type { AddedBy, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession, Session } from "../../types/session.js";
import { checkSoon } from "../node/check-soon.js";
import { peerOf } from "../node/peer.js";
import { headersOf } from "../node/request.js";
import type { AccessTokenOptions } from "../../types/tokens.js";
import { pathOfSite } from "../visit/prepare.js";
import { mountPath, pathOf, placeOf } from "./mount.js";
import { isProxyTrusted, originOf } from "./origin.js";
import { passOnUnhandled } from "./rejections.js";
import { toWebRequest } from "./request.js";
import { send, setCookie } from "./respond.js";

/** The options of the Express integration: those of `Auth()`, less `raw`. */
export interface ExpressAuthConfig<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {}
export type GetSessionResult = Promise<Session | null>;

/** A configuration, or how to get it for a request. */
export type ExpressAuthSource<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> =
  | ExpressAuthConfig<Returned, Providers, Columns, Token, Plugins>
  | ((req: Request) => Awaitable<ExpressAuthConfig<Returned, Providers, Columns, Token, Plugins>>);

/** The engine of a configuration, with what the environment gives. The configuration is not changed. */
const engineOf = (config: ExpressAuthConfig): Engine => made(config, { env: process.env });

async function configFor(req: Request, source: ExpressAuthSource): Promise<ExpressAuthConfig> {
  return typeof source === "function" ? source(req) : source;
}

/** The same for a request. */
async function engineFor(req: Request, source: ExpressAuthSource): Promise<Engine> {
  return engineOf(await configFor(req, source));
}

const made = perConfig((config: ExpressAuthConfig, { env }): Engine => {
  const complete: AuthConfig = { ...config };
  setEnvDefaults(env, complete);
  return sharedEngine(complete);
});

/**
 * A handler that answers the routes of the library. Mount it on a path of your choice; the routes
 * follow it.
 *
 * ```ts
 * app.set("trust proxy", true); // behind a reverse proxy
 * app.use("/auth", MiddlewareAuth({ providers: [GitHub] }));
 * ```
 */
export function MiddlewareAuth<
  Returned extends DefaultSession,
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
      await answer(await configFor(req, config), req, res, next);
    } catch (error) {
      next(error);
    }
  };
}

// oxlint-disable-next-line max-params -- the parameters of an Express handler
async function answer(
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
    refuse(res, 400, "The request names no usable host.");
    return;
  }
  if (!isPlainPath(req, origin)) {
    refuse(res, 404, "There is nothing at this address.");
    return;
  }
  const mount = { basePath, home: prefix || undefined, ip: req.ip, peer: peerOf(req) };
  const asked = toWebRequest(req, origin + prefix);
  await send(await engine.handle(asked, { ...mount, hostTrusted: isProxyTrusted(req) }), res);
}

const contradiction =
  "The handler is mounted at one path, and AUTH_URL or `basePath` names another that doesn't end with it. The path of the mount counts. Behind a proxy that takes a prefix away, name the whole path, as in AUTH_URL=https://example.com/app/auth.";

/** The path that was configured for the routes, as browsers see it. Undefined when none was. */
function pathNamed({ basePath }: ExpressAuthConfig, { settings }: Engine): string | undefined {
  return (basePath ?? pathOfSite(process.env)) === undefined ? undefined : settings.basePath;
}

/** Depends on headers that caches do not tell apart. */
function refuse(res: Response, status: number, message: string): void {
  res.status(status).setHeader("cache-control", neverKept).json({ message });
}

/** An address with dot segments, or a whole URL, would be read differently further on. */
function isPlainPath(req: Request, origin: string): boolean {
  const path = pathOf(req);
  if (!path.startsWith("/") || !URL.canParse(origin + path)) return false;
  return new URL(origin + path).pathname === path;
}

/**
 * The session of a request, or null. When it is due for renewal the cookie is renewed on the
 * response, if its headers have not been sent yet. Rejects with `SessionUnavailable` (`status` 503)
 * when the store does not answer, so that nobody is taken for signed out; in Express 4 it goes to the
 * error handlers where nobody caught it. Its type is what the `session` callback of the configuration
 * returns.
 *
 * ```ts
 * app.use(async (req, res, next) => {
 *   res.locals.session = await getSession(req, config);
 *   next();
 * });
 * ```
 */
export function getSession<Returned extends DefaultSession, const Plugins extends AnyPlugins>(
  req: Request,
  config: ExpressAuthSource<Returned, AnyProviders, unknown, JWT, Plugins>,
): Promise<ShownSession<Returned, AddedBy<Plugins>> | null>;
export async function getSession(req: Request, config: ExpressAuthSource): GetSessionResult {
  try {
    return await readSession(req, config);
  } catch (error) {
    passOnUnhandled(req, error);
    throw error;
  }
}

async function readSession(req: Request, config: ExpressAuthSource): GetSessionResult {
  const engine = await engineFor(req, config);
  const { session, cookies } = await engine.readSession(req.headers.cookie, schemeOf(req), {
    hostTrusted: isProxyTrusted(req),
    withId: true,
  });
  if (req.res && !req.res.headersSent && cookies.length > 0) {
    for (const cookie of cookies) setCookie(req.res, serializeCookie(cookie));
    // Whoever is sent a response that is kept would be sent these cookies, too.
    req.res.setHeader("cache-control", neverKept);
    req.res.vary("Cookie");
  }
  return session;
}

/**
 * Whether the person who is signed in has proven within so many seconds who they are. Else `url` is the page
 * that asks them to, and leads back here: to the page itself after a GET, else to the one with the form.
 * Where the routes are mounted elsewhere than on `/auth`, say so in the configuration (`basePath`).
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
  const engine = await engineFor(req, config);
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
 * An access token of the signed-in user for one of the providers, refreshed when it has to be; null when
 * nobody is signed in. Needs an adapter, with which the tokens of accounts are kept. Rejects with an
 * `AccessTokenError` whose type says why there is none.
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
  const engine = await engineFor(req, config);
  const { accessTokenOf } = await import("../../engine/access-token.js");
  const asked = { cookie: req.headers.cookie, origin: schemeOf(req), wanted };
  const found = await accessTokenOf(engine.settings, asked);
  return found && found.accessToken;
}

/** Only the scheme counts: it tells which cookie to look for. */
function schemeOf(req: Request): string {
  return req.protocol === "https" ? "https://localhost" : "http://localhost";
}

export { MiddlewareAuth as ExpressAuth };
export type { Freshness, FreshOptions } from "../../engine/index.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { AccessTokenOptions } from "../../types/tokens.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
