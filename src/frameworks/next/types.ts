import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { Awaitable } from "../../types/common.js";
import type { AuthConfig, CallbacksOptions } from "../../types/config.js";
import type { Session, User } from "../../types/session.js";

/** A request, and the session of whoever sent it. */
export interface NextAuthRequest extends NextRequest {
  auth: Session | null;
}

/** The callbacks of `Auth()`, and one of the Next.js integration. */
export interface NextAuthCallbacks extends CallbacksOptions {
  /**
   * Whether a request may go on: asked where `auth` is the proxy (middleware), or wraps a handler.
   * A response is sent instead; anything truthy allows; anything falsy, and throwing, sends the
   * person to the sign-in page.
   */
  authorized?(params: { request: NextRequest; auth: Session | null }): unknown;
}

/** The options of the Next.js integration: those of `Auth()`, less `raw`, and `callbacks.authorized`. */
export interface NextAuthConfig extends Omit<AuthConfig, "raw" | "callbacks"> {
  callbacks?: NextAuthCallbacks | undefined;
}

/** A configuration, or how to make one. The request is absent in server components and actions. */
export type NextAuthSource =
  NextAuthConfig | ((request: NextRequest | undefined) => Awaitable<NextAuthConfig>);

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

export interface AuthFunction {
  /** Wraps a route handler or a proxy (middleware): its request has `auth`. */
  <Context = RouteContext>(
    handler: (request: NextAuthRequest, context: Context) => Awaitable<Response | void | null>,
  ): (request: NextRequest, context: Context) => Promise<Response>;
  /** The session, in server components, server actions and route handlers. Changes nothing. */
  (): Promise<Session | null>;
  /** The session, in an API route. */
  (req: NodeRequest, res: NodeResponse): Promise<Session | null>;
  /** The session, in `getServerSideProps`. */
  (context: { readonly req: NodeRequest; readonly res: NodeResponse }): Promise<Session | null>;
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

export interface SignInFunction {
  <Redirect extends boolean = true>(
    provider?: string,
    options?: RedirectOptions<Redirect> & Record<string, unknown>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Redirect extends false ? string : never>;
  /** The fields of a form; `redirect` and `redirectTo` may be among them. */
  (
    provider: string | undefined,
    options: FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
}

export type SignOutFunction = <Redirect extends boolean = true>(
  options?: RedirectOptions<Redirect>,
) => Promise<Redirect extends false ? string : never>;

export type UpdateFunction = (
  data: Partial<Session> | { user: Partial<User> },
) => Promise<Session | null>;

export interface NextAuthResult {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>;
  /** The session, wherever the code runs; or a guard for routes. */
  auth: AuthFunction;
  /** Signs in: for server actions and route handlers. Throws an `AuthError` on failure. */
  signIn: SignInFunction;
  /** Signs out: for server actions and route handlers. */
  signOut: SignOutFunction;
  /** Offers data to the `jwt` and `session` callbacks, and returns the session they make. */
  unstable_update: UpdateFunction;
}
