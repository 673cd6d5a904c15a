import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { Awaitable } from "../../types/common.js";
import type { CallbacksOptions } from "../../types/callbacks.js";
import type { AnyPlugins, AnyProviders, CommonOptions } from "../../types/config.js";
import type { Freshness, FreshOptions } from "../../types/fresh.js";
import type { AddedBy, Described, ProviderChoice } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession, Session, User } from "../../types/session.js";
import type { AccessTokenOptions } from "../../types/tokens.js";

/** A request, and the session of whoever sent it. */
export interface NextAuthRequest<S = Session> extends NextRequest {
  auth: S | null;
}

/** The callbacks of `Auth()`, and one of the Next.js integration. */
export interface NextAuthCallbacks<
  Returned extends DefaultSession = Session | DefaultSession,
  Columns = unknown,
  Token extends JWT = JWT,
  Added = unknown,
> extends CallbacksOptions<Returned, Columns, Token, Added> {
  /**
   * Whether a request may go on: asked where `auth` is the proxy (middleware), or wraps a handler.
   * A response is sent instead; anything truthy allows; anything falsy, and throwing, sends the
   * person to the sign-in page.
   */
  authorized?(params: { request: NextRequest; auth: Session | null }): unknown;
}

/** The options of the Next.js integration: those of `Auth()`, less `raw`, and `callbacks.authorized`. */
export interface NextAuthConfig<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends CommonOptions<Providers, Columns, Plugins> {
  callbacks?: NextAuthCallbacks<Returned, Columns, Token, AddedBy<Plugins>> | undefined;
}

/** A configuration, or how to make one. The request is absent in server components and actions. */
export type NextAuthSource<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> =
  | NextAuthConfig<Returned, Providers, Columns, Token, Plugins>
  | ((
      request: NextRequest | undefined,
    ) => Awaitable<NextAuthConfig<Returned, Providers, Columns, Token, Plugins>>);

/** A request of Node.js: that of an API route, or of `getServerSideProps`. */
export interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A response of Node.js. A renewed session cookie is added to it. */
export interface NodeResponse {
  readonly headersSent: boolean;
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: string[]): unknown;
}

/** What a route handler gets besides the request. */
export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

export interface AuthFunction<S = Session, Ids extends string = string> extends Described<S, Ids> {
  /** Wraps a route handler or a proxy (middleware): its request has `auth`. */
  <Context = RouteContext>(
    handler: (request: NextAuthRequest<S>, context: Context) => Awaitable<Response | void | null>,
  ): (request: NextRequest, context: Context) => Promise<Response>;
  /**
   * The session, in server components, server actions and route handlers. Changes nothing. Rejects with
   * `SessionUnavailable`, as all that read do, when it is not known now whether there is one.
   */
  (): Promise<S | null>;
  /** The session, in an API route. */
  (req: NodeRequest, res: NodeResponse): Promise<S | null>;
  /** The session, in `getServerSideProps`. */
  (context: { readonly req: NodeRequest; readonly res: NodeResponse }): Promise<S | null>;
  /** The proxy (middleware) itself: `export { auth as proxy }`. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
}

export interface RedirectOptions<Redirect extends boolean = boolean> {
  /** False: the URL is returned instead of being gone to. @default true */
  redirect?: Redirect;
  /** Where to go afterwards. @default the page the call came from */
  redirectTo?: string;
}

/** Added to the URL of an OAuth or OpenID provider. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][];

export interface SignInFunction<Ids extends string = string> {
  <Redirect extends boolean = true, Given extends string = Ids>(
    provider?: ProviderChoice<Given, Ids>,
    options?: RedirectOptions<Redirect> & Record<string, unknown>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Redirect extends false ? string : never>;
  /** The fields of a form; `redirect` and `redirectTo` may be among them. */
  <Given extends string = Ids>(
    provider: ProviderChoice<Given, Ids> | undefined,
    options: FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
}

export interface SignOutOptions<
  Redirect extends boolean = boolean,
> extends RedirectOptions<Redirect> {
  /** False: signs out here alone, also with the plugin `providerLogout`. @default true */
  provider?: boolean;
}

export type SignOutFunction = <Redirect extends boolean = true>(
  options?: SignOutOptions<Redirect>,
) => Promise<Redirect extends false ? string : never>;

export type UpdateFunction<S = Session> = (
  data: Partial<Session> | { user: Partial<User> } | Partial<S> | UserOf<S>,
) => Promise<S | null>;

type UserOf<S> = S extends { user?: infer Shown } ? { user: Partial<Shown> } : never;

/** Rejects with an `AccessTokenError` whose type says why there is none; null when nobody is signed in. */
export type AccessTokenFunction = (
  provider: string,
  options?: AccessTokenOptions,
) => Promise<string | null>;

export interface NextAuthResult<S = Session, Ids extends string = string> {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>;
  /** The session, wherever the code runs; or a guard for routes. */
  auth: AuthFunction<S, Ids>;
  /** Signs in: for server actions and route handlers. Throws an `AuthError` on failure. */
  signIn: SignInFunction<Ids>;
  /** Signs out: for server actions and route handlers. */
  signOut: SignOutFunction;
  /**
   * Whether the person who is signed in has proven recently who they are; else `url` is the page that asks
   * them to. For server components, server actions and route handlers; tell where it leads back to
   * (`redirectTo`), else it is the page that the request came from.
   */
  requireFresh: (options?: FreshOptions) => Promise<Freshness>;
  /** Offers data to the `jwt` and `session` callbacks, and returns the session they make. */
  unstable_update: UpdateFunction<S>;
  /**
   * An access token of the signed-in user for one of the providers, refreshed when it has to be. Needs an
   * adapter. For server components, server actions and route handlers.
   */
  accessToken: AccessTokenFunction;
}
