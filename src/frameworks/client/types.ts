import type { PublicProvider } from "../../types/providers.js";
import type { Session } from "../../types/session.js";

/** Reads the session again; with `data`, updates it through the `jwt` and `session` callbacks first. */
export type UpdateSession<S = Session> = (data?: unknown) => Promise<S | null>;

/** How a page keeps its session up to date. */
export interface SessionOptions {
  /** The session, if the server passed it; null if there is none. */
  session?: Session | null | undefined;
  /** Path of the library's routes. @default "/api/auth" */
  basePath?: string | undefined;
  /** Reads the session again every so many seconds; 0 for never. @default 0 */
  refetchInterval?: number | undefined;
  /** Reads the session again when the page is shown again. @default true */
  refetchOnWindowFocus?: boolean | undefined;
  /** False: pauses `refetchInterval` while the browser is offline. */
  refetchWhenOffline?: false | undefined;
}

export interface RequestParams {
  /** On the server: the request whose cookies are sent along. */
  req?: { headers: { cookie?: string | undefined } } | undefined;
}

/** A provider, as the browser sees it. */
export type ClientSafeProvider = PublicProvider;

export interface GetSessionParams extends RequestParams {
  /** False: other tabs aren't notified. @default true */
  broadcast?: boolean | undefined;
}

export interface RedirectOptions<Redirect extends boolean = boolean> {
  /** False: returns the result instead of navigating. @default true */
  redirect?: Redirect;
  /** Where to go afterwards. @default this page */
  redirectTo?: string;
  /** @deprecated the same as `redirectTo` */
  callbackUrl?: string;
}

export interface SignInOptions<Redirect extends boolean = boolean>
  extends RedirectOptions<Redirect>, Record<string, unknown> {}

export type SignInAuthorizationParams =
  | string
  | string[][]
  | Record<string, string>
  | URLSearchParams;

export interface SignInResponse {
  /** The type of the error, such as "CredentialsSignin". */
  error: string | undefined;
  code: string | undefined;
  /** The response's status; 0 if there was none. */
  status: number;
  /** Whether the sign-in succeeded. */
  ok: boolean;
  url: string | null;
}

export interface SignOutParams<
  Redirect extends boolean = boolean,
> extends RedirectOptions<Redirect> {
  /** False: signs out here only, even with the plugin `providerLogout`. @default true */
  provider?: boolean;
}

export interface SignOutResponse {
  /** Where to go: this page if the server couldn't respond. */
  url: string;
  /** Whether the sign-out succeeded. */
  ok: boolean;
  /** The response's status; 0 if there was none. */
  status: number;
}
