import type { PublicProvider } from "../../types/providers.js";
import type { Session } from "../../types/session.js";

/** Reads the session again; with `data`, after offering it to the `jwt` and `session` callbacks. */
export type UpdateSession<S = Session> = (data?: unknown) => Promise<S | null>;

/** How the session is kept on a page. */
export interface SessionOptions {
  /** The session, where the server knows it already; null says that there is none. */
  session?: Session | null | undefined;
  /** Where the library's routes live. @default "/api/auth" */
  basePath?: string | undefined;
  /** Seconds between two readings of the session; 0 for none. @default 0 */
  refetchInterval?: number | undefined;
  /** Reads the session again when the page is shown again. @default true */
  refetchOnWindowFocus?: boolean | undefined;
  /** False: `refetchInterval` rests while the browser is offline. */
  refetchWhenOffline?: false | undefined;
}

export interface RequestParams {
  /** On the server: the request whose cookies are sent along. */
  req?: { headers: { cookie?: string | undefined } } | undefined;
}

/** What the browser is told of a provider. */
export type ClientSafeProvider = PublicProvider;

export interface GetSessionParams extends RequestParams {
  /** False: other tabs are not told. @default true */
  broadcast?: boolean | undefined;
}

export interface RedirectOptions<Redirect extends boolean = boolean> {
  /** False: the result is returned instead of being gone to. @default true */
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
  /** The status of the answer; 0 when there was none. */
  status: number;
  /** Whether the sign-in went well. */
  ok: boolean;
  url: string | null;
}

export interface SignOutParams<
  Redirect extends boolean = boolean,
> extends RedirectOptions<Redirect> {
  /** False: signs out here alone, also with the plugin `providerLogout`. @default true */
  provider?: boolean;
}

export interface SignOutResponse {
  /** Where to go: this page where the server could not answer. */
  url: string;
  /** Whether the sign-out went well. */
  ok: boolean;
  /** The status of the answer; 0 when there was none. */
  status: number;
}
