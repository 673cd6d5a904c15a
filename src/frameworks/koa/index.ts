import type { Context, Middleware, ParameterizedContext } from "koa";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { neverKept, type Engine } from "../../core/engine/index.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession } from "../../types/session.js";
import { checkSoon } from "../node/check-soon.js";
import { answerRoute } from "../node/answer-route.js";
import { senderOf } from "../node/sender.js";
import { checkAccess, type GuardOptions, notSignedIn } from "../visit/guard.js";
import { mountBefore, warnOfMount } from "../visit/mount.js";
import { isOwnRoute } from "../visit/place.js";
import {
  createEngines,
  createPrepare,
  type FrameworkConfig,
  type Source,
} from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { type Visit, createVisit } from "../visit/visit.js";
import type { RegisteredSession, SignedIn, UserIn } from "../../types/infer.js";
import type { RequestAuth } from "../visit/types.js";

/**
 * Serves the library's routes below `basePath` (`/auth`), and adds `ctx.state.auth` to every other request. A
 * session cookie that is due for renewal is renewed on the response.
 *
 * ```ts
 * const app = new Koa<KoaAuthState>();
 * app.proxy = true; // behind a reverse proxy
 * app.use(KoaAuth({ providers: [GitHub] }));
 * app.use(async (ctx) => { ctx.body = await ctx.state.auth.session(); });
 * ```
 */
export function KoaAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<
    FrameworkConfig<Returned, Providers, Columns, Token, Plugins>,
    ParameterizedContext
  >,
): Middleware<KoaAuthState>;
export function KoaAuth(source: KoaAuthSource): Middleware<KoaAuthState> {
  const prepare = createPrepare();
  const around = { env: process.env };
  const engineFor = createEngines(source, () => around, prepare);
  if (typeof source !== "function") checkSoon(() => prepare(source, around), true);
  return async (ctx, next) => {
    const visit = beginVisit(ctx, (await engineFor(ctx)).engine);
    ctx.state.auth = visit.auth;
    if (isOwnRoute(visit.engine, visit.sender)) {
      const body: unknown = Reflect.get(ctx.request, "body");
      return send(await answerRoute(visit, ctx.req, body), ctx);
    }
    try {
      await next();
    } finally {
      addCookies(ctx, visit.leave());
    }
    if (ctx.status === 404) await warnOfMount(visit, mountBefore(ctx.path, visit.sender));
    return undefined;
  };
}

function addCookies(ctx: Context, lines: readonly string[]): void {
  if (ctx.headerSent) return;
  for (const line of lines) ctx.append("set-cookie", line);
  // A cached response would send these cookies to others.
  if (lines.length > 0) ctx.set("cache-control", neverKept);
}

/** Sends a Web response through Koa. Every Set-Cookie stays a line of its own. */
async function send(response: Response, ctx: Context): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  ctx.body = body;
  // Removes the content type that Koa guesses.
  ctx.remove("content-type");
  if (body.length === 0) ctx.remove("content-length");
  ctx.status = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") ctx.append(name, value);
    else if (name === "vary") ctx.vary(value);
    else ctx.set(name, value);
  }
}

/**
 * Protects a route or a tree of routes; the user is in `ctx.state.user`. Browsers without a session are
 * redirected to the sign-in page, and scripts get 401. The pages of a sign-in stay open.
 *
 * ```ts
 * router.get("/account", requireUser, (ctx) => { ctx.body = ctx.state.user; });
 * ```
 */
export const requireUser: Middleware<KoaAuthState> = (ctx, next) => guard(ctx, next);

/** As `requireUser`, and lets guests in: check `ctx.state.session.guest`. */
export const requireUserOrGuest: Middleware<KoaAuthState> = (ctx, next) =>
  guard(ctx, next, { guests: true });

type Passing = Parameters<Middleware<KoaAuthState>>;

async function guard(ctx: Passing[0], next: Passing[1], options?: GuardOptions): Promise<void> {
  const { session, refusal } = await checkAccess(visits.get(ctx.state.auth), options);
  if (session) {
    ctx.state.session = session;
    ctx.state.user = session.user;
  }
  if (!refusal) await next();
  else if (refusal.status === 401) ctx.throw(401, notSignedIn);
  else ctx.redirect(refusal.location);
}

/** The options of the Koa integration: those of `Auth()`, less `raw`. */
export type KoaAuthConfig = FrameworkConfig;

/** A configuration, or a function of the request that returns one. */
export type KoaAuthSource = Source<KoaAuthConfig, ParameterizedContext>;

/**
 * The state that `KoaAuth` sets. `S` is the type of the session.
 *
 * ```ts
 * const app = new Koa<KoaAuthState>();
 * ```
 */
export interface KoaAuthState<S = RegisteredSession> {
  /** Reads and changes the session of the request's sender. */
  auth: RequestAuth<S>;
  /** The session and its user: set by `requireUser`. */
  session?: SignedIn<S>;
  user?: UserIn<S>;
}

const visits = createRegistry<RequestAuth, Visit>(
  "call `app.use(KoaAuth(config))` before this middleware.",
);

function beginVisit(ctx: Context, engine: Engine): Visit {
  const { req, protocol, host, originalUrl: target } = ctx;
  const hostTrusted = ctx.app.proxy === true;
  const sender = senderOf({ req, protocol, host, target, hostTrusted, ip: () => ctx.ip });
  const visit = createVisit(engine, sender);
  return visits.begin(visit.auth, visit);
}

export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
