import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import type { Engine } from "../../core/engine/index.js";
import type { AddedBy, ProviderIdOf, ShownSession, Described } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type FrameworkConfig, type Source } from "../visit/prepare.js";
import { answerToError } from "../visit/errors.js";
import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import { createRegistry } from "../visit/registry.js";
import { toldAddress, unlessForwarded } from "../visit/sender.js";
import type { LocalsAuth } from "../visit/types.js";
import { callable, createVisit, type Visit } from "../visit/visit.js";
import { refused, withCookies } from "../visit/web.js";

/**
 * Authentication for an Astro site that is rendered on demand: `ALL` serves the library's routes below
 * `basePath` (`/auth`), and `onRequest` adds `locals.auth()` to every page, endpoint and action. A session
 * cookie that is due for renewal is renewed on the response.
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
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<FrameworkConfig<Returned, Providers, Columns, Token, Plugins>, AstroContext>,
): AstroAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function AstroAuth(source: AstroAuthSource): AstroAuthResult {
  const engineFor = createEngines(source);
  const onRequest: AstroMiddleware = async (context, next) => {
    const { engine } = await engineFor(context);
    const { sender, leave } = beginVisit(context, engine);
    const response = await answered(next);
    const lines = leave();
    // A renewal on the library's own routes could undo what the route does.
    return isOwnRoute(engine, sender) ? response : withCookies(response, lines);
  };
  const ALL: AstroEndpoint = async (context) => {
    const { engine } = await engineFor(context);
    const ip = toldAddress(() => context.clientAddress);
    const peer = unlessForwarded(ip, context.request.headers);
    return engine.handle(context.request, { ip, peer, hostTrusted: isHostTrusted(context) });
  };
  return { onRequest, ALL };
}

/** Astro responds with 500 to every error. */
async function answered(next: () => Promise<Response>): Promise<Response> {
  try {
    return await next();
  } catch (error) {
    const answer = answerToError(error);
    if (!answer) throw error;
    return refused(answer.status, answer.message);
  }
}

/**
 * A middleware that protects routes and everything below them. Name a route as its file in `src/pages`. Browsers
 * without a session are redirected to the sign-in page, and scripts get 401. The pages of a sign-in stay open.
 *
 * ```ts
 * export const onRequest = sequence(auth.onRequest, requireUser("/account", "/members"));
 * ```
 */
export function requireUser(...routes: readonly string[]): AstroMiddleware {
  return guard(routes);
}

/** As `requireUser`, and lets guests in: check `session.guest`. */
export function requireUserOrGuest(...routes: readonly string[]): AstroMiddleware {
  return guard(routes, { guests: true });
}

function guard(routes: readonly string[], options?: GuardOptions): AstroMiddleware {
  return async (context, next) => {
    const { routePattern } = context;
    if (!routes.some((route) => isBelow(routePattern, route))) return next();
    if (context.isPrerendered) throw new Error(sentToAll(routePattern));
    const { refusal } = await checkAccess(visits.get(context.locals.auth), options);
    return refusal ? responseOf(refusal) : next();
  };
}

function sentToAll(route: string): string {
  return `The page ${route} can't be protected because it's prerendered. Add \`export const prerender = false\`.`;
}

/** Routes are compared as files, so no spelling of a URL gets around the guard. */
function isBelow(pattern: string, route: string): boolean {
  return `${pattern}/`.startsWith(`${route.replace(/\/$/, "")}/`);
}

/** The visits that `onRequest` began. */
const visits = createRegistry<LocalsAuth, Visit>(
  "run `onRequest` of AstroAuth first, in src/middleware.ts.",
);

function beginVisit(context: AstroContext, engine: Engine): Visit {
  const { request, url, isPrerendered } = context;
  const { method } = request;
  // A prerendered page has no request: Astro warns if its headers are read.
  const headers = isPrerendered ? new Headers() : request.headers;
  const hostTrusted = isHostTrusted(context);
  const ip = () => toldAddress(() => context.clientAddress);
  const visit = createVisit(engine, { method, headers, url, path: url.pathname, hostTrusted, ip });
  const auth = callable(visit.auth);
  context.locals.auth = auth;
  return visits.begin(auth, visit);
}

/** Whether the request's host is the one in astro.config. */
function isHostTrusted({ site, url }: AstroContext): boolean {
  return site?.origin === url.origin;
}

/**
 * The part of Astro 5 and later that is used here. Nothing is imported from Astro, because its
 * types load all of Vite.
 */
export interface AstroContext {
  readonly request: Request;
  readonly url: URL;
  /** The option `site` of astro.config. */
  readonly site?: URL | undefined;
  readonly locals: App.Locals;
  /** The route, named like its file: `/members/[...rest]`. */
  readonly routePattern: string;
  /** The page is rendered at build time, for everyone. */
  readonly isPrerendered: boolean;
  readonly clientAddress: string;
}

/** A middleware, as `src/middleware.ts` exports it. */
export type AstroMiddleware = (
  context: AstroContext,
  next: () => Promise<Response>,
) => Promise<Response>;

/** An endpoint for every method. */
export type AstroEndpoint = (context: AstroContext) => Promise<Response>;

/** The options of the Astro integration: those of `Auth()`, less `raw`. */
export type AstroAuthConfig = FrameworkConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type AstroAuthSource = Source<AstroAuthConfig, AstroContext>;

export interface AstroAuthResult<S = Session, Ids extends string = string> extends Described<
  S,
  Ids
> {
  /** For `src/middleware.ts`. */
  readonly onRequest: AstroMiddleware;
  /** For `src/pages/auth/[...auth].ts`. */
  readonly ALL: AstroEndpoint;
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the place Astro has for it
  namespace App {
    interface Locals {
      auth: LocalsAuth;
    }
  }
}

export type { LocalsAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
