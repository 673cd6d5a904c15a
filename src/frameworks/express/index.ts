import type { NextFunction, Request, Response } from "express";
import { engineFor, serializeCookie, setEnvDefaults, type Engine } from "../../engine/index.js";
import type { AuthConfig } from "../../types/config.js";
import type { Session } from "../../types/session.js";
import { mountPath, pathOf } from "./mount.js";
import { originOf } from "./origin.js";
import { toWebRequest } from "./request.js";
import { send, setCookie } from "./respond.js";

/** The options of the Express integration: those of `Auth()`, less `raw`. */
export type ExpressAuthConfig = Omit<AuthConfig, "raw">;
export type GetSessionResult = Promise<Session | null>;

const prepared = new WeakMap<ExpressAuthConfig, AuthConfig>();

/** The engine of a configuration, with what the environment gives. The configuration is not changed. */
function engineOf(config: ExpressAuthConfig): Engine {
  let complete = prepared.get(config);
  if (!complete) {
    complete = { ...config };
    setEnvDefaults(process.env, complete);
    prepared.set(config, complete);
  }
  return engineFor(complete);
}

/**
 * A handler that answers the routes of the library. Mount it on a path of your choice; the routes
 * follow it.
 *
 * ```ts
 * app.set("trust proxy", true); // behind a reverse proxy
 * app.use("/auth", MiddlewareAuth({ providers: [GitHub] }));
 * ```
 */
export function MiddlewareAuth(config: ExpressAuthConfig) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    try {
      await answer(engineOf(config), req, res, next);
    } catch (error) {
      next(error);
    }
  };
}

// eslint-disable-next-line max-params -- the parameters of an Express handler
async function answer(
  engine: Engine,
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  const mounted = mountPath(req);
  const basePath = mounted ?? engine.settings.basePath;
  if (mounted === undefined && !pathOf(req).startsWith(`${basePath}/`)) return next();
  const origin = engine.settings.origin ?? originOf(req);
  if (origin === undefined) {
    res.status(400).json({ message: "The request names no usable host." });
    return;
  }
  if (!isPlainPath(req, origin)) {
    res.status(404).json({ message: "There is nothing at this address." });
    return;
  }
  await send(await engine.handle(toWebRequest(req, origin), { basePath, ip: req.ip }), res);
}

/** An address with dot segments, or a whole URL, would be read differently further on. */
function isPlainPath(req: Request, origin: string): boolean {
  const path = pathOf(req);
  if (!path.startsWith("/") || !URL.canParse(origin + path)) return false;
  return new URL(origin + path).pathname === path;
}

/**
 * The session of a request, or null. When it is due for renewal the cookie is renewed on the
 * response, if its headers have not been sent yet.
 *
 * ```ts
 * app.use(async (req, res, next) => {
 *   res.locals.session = await getSession(req, config);
 *   next();
 * });
 * ```
 */
export async function getSession(req: Request, config: ExpressAuthConfig): GetSessionResult {
  const engine = engineOf(config);
  // Only the scheme counts here: it tells which cookie to look for.
  const origin = req.protocol === "https" ? "https://localhost" : "http://localhost";
  const { session, cookies } = await engine.readSession(req.headers.cookie, origin);
  if (req.res && !req.res.headersSent) {
    for (const cookie of cookies) setCookie(req.res, serializeCookie(cookie));
  }
  return session;
}

export { MiddlewareAuth as ExpressAuth };
export { AuthError, CredentialsSignin } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
