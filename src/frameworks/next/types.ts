import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { AnyPlugins, AnyProviders, CommonOptions } from "../../core/auth-config.js";
import type { CallbacksOptions } from "../../types/callbacks.js";
import type { Awaitable, Untyped } from "../../types/common.js";
import type { AddedBy, Described, ProviderChoice } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { Freshness, FreshOptions } from "../../types/recent-sign-in.js";
import type { AnySession, Session, User } from "../../types/session.js";
import type { AccessTokenOptions } from "../../types/tokens.js";

/** A request with the session of its sender. */
export interface NextAuthRequest<S = Session> extends NextRequest {
  auth: S | null;
}

/** The callbacks of `Auth()`, and `authorized`. */
export interface NextAuthCallbacks<
  Returned extends AnySession = AnySession,
  Columns = unknown,
  Token extends JWT = JWT,
  Added = unknown,
> extends CallbacksOptions<Returned, Columns, Token, Added> {
  /**
   * Returns whether a request may continue: called where `auth` is the proxy (middleware) or wraps
   * a handler. A response is sent as it is. A truthy value allows the request; a falsy one, or an
   * error, redirects to the sign-in page.
   */
  authorized?(params: {
    request: NextRequest;
    auth: Session | null;
    /** The session of a guest, who isn't signed in. */
    guest: Session | null;
  }): unknown;
}

/** The options of the Next.js integration: those of `Auth()`, less `raw`, and `callbacks.authorized`. */
export interface NextAuthConfig<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends CommonOptions<Providers, Columns, Plugins> {
  callbacks?: NextAuthCallbacks<Returned, Columns, Token, AddedBy<Plugins>> | undefined;
}

/**
 * A configuration, or a function that returns one. It gets no request in server components and
 * actions.
 */
export type NextAuthSource<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> =
  | NextAuthConfig<Returned, Providers, Columns, Token, Plugins>
  | ((
      request: NextRequest | undefined,
    ) => Awaitable<NextAuthConfig<Returned, Providers, Columns, Token, Plugins>>);

/** A Node.js request: of an API route, or `getServerSideProps`. */
export interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A Node.js response. A renewed session cookie is added to it. */
export interface NodeResponse {
  readonly headersSent: boolean;
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: string[]): unknown;
}

/** The second argument of a route handler. */
export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

/** The same with any parameters, under the name in Auth.js. */
export interface AppRouteHandlerFnContext {
  params: Promise<Untyped>;
}

/** A route handler, under the name in Auth.js. */
export type AppRouteHandlerFn = (
  req: NextRequest,
  ctx: AppRouteHandlerFnContext,
) => Awaitable<Response | void>;

export interface AuthFunction<S = Session, Ids extends string = string> extends Described<S, Ids> {
  /** Wraps a route handler or a proxy (middleware): its request has `auth`. */
  <Context = RouteContext>(
    handler: (request: NextAuthRequest<S>, context: Context) => Awaitable<Response | void | null>,
  ): (request: NextRequest, context: Context) => Promise<Response>;
  /**
   * Returns the session, in server components, server actions and route handlers. Sets no cookie.
   * Rejects with `SessionUnavailable` if the store is down.
   */
  (): Promise<S | null>;
  /** Returns the session, in an API route. */
  (req: NodeRequest, res: NodeResponse): Promise<S | null>;
  /** Returns the session, in `getServerSideProps`. */
  (context: { readonly req: NodeRequest; readonly res: NodeResponse }): Promise<S | null>;
  /** The proxy (middleware) itself: `export { auth as proxy }`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
}

export interface RedirectOptions<Redirect extends boolean = boolean> {
  /** False: returns the URL instead of redirecting. @default true */
  redirect?: Redirect;
  /** Where to go afterwards. @default the page the call came from */
  redirectTo?: string;
}

/** Added to the URL of an OAuth or OpenID provider. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][];

/**
 * The URL to redirect to. Failures throw an `AuthError`; the members exist for code written for
 * Auth.js, which finds them empty.
 */
export type SignInUrl = string & {
  readonly [Member in "code" | "error" | "ok" | "status" | "url"]?: undefined;
};

export interface SignInFunction<Ids extends string = string> {
  <Redirect extends boolean = true, Given extends string = Ids>(
    provider?: ProviderChoice<Given, Ids>,
    options?: RedirectOptions<Redirect> & Record<string, unknown>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Redirect extends false ? SignInUrl : never>;
  /** Signs in with the fields of a form, which may contain `redirect` and `redirectTo`. */
  <Given extends string = Ids>(
    provider: ProviderChoice<Given, Ids> | undefined,
    options: FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<SignInUrl>;
}

export interface SignOutOptions<
  Redirect extends boolean = boolean,
> extends RedirectOptions<Redirect> {
  /** False: signs out here only, even with the plugin `providerLogout`. @default true */
  provider?: boolean;
}

export type SignOutFunction = <Redirect extends boolean = true>(
  options?: SignOutOptions<Redirect>,
) => Promise<Redirect extends false ? string : never>;

export type UpdateFunction<S = Session> = (
  data: Partial<Session> | { user: Partial<User> } | Partial<S> | UserOf<S>,
) => Promise<S | null>;

type UserOf<S> = S extends { user?: infer Shown } ? { user: Partial<Shown> } : never;

/**
 * Resolves to an access token; null if nobody is signed in. Rejects with an `AccessTokenError`
 * whose type is the reason.
 */
export type AccessTokenFunction = (
  provider: string,
  options?: AccessTokenOptions,
) => Promise<string | null>;

export interface NextAuthResult<S = Session, Ids extends string = string> {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>;
  /** Returns the session, wherever the code runs, or guards routes. */
  auth: AuthFunction<S, Ids>;
  /** Signs in: for server actions and route handlers. Throws an `AuthError` on failure. */
  signIn: SignInFunction<Ids>;
  /** Signs out: for server actions and route handlers. */
  signOut: SignOutFunction;
  /**
   * Checks whether the user signed in recently; if not, `url` is the page that asks them to. For
   * server components, server actions and route handlers. It returns to `redirectTo`, by default
   * the page that the request came from.
   */
  requireFresh: (options?: FreshOptions) => Promise<Freshness>;
  /** Passes data to the `jwt` and `session` callbacks, and returns the updated session. */
  unstable_update: UpdateFunction<S>;
  /**
   * An access token of the signed-in user for a provider, refreshed if necessary. Needs an adapter.
   * For server components, server actions and route handlers.
   */
  accessToken: AccessTokenFunction;
}
