import type { ReactNode } from "react";
import type { Session } from "../../types/session.js";

/** Reads the session again; with `data`, after offering it to the `jwt` and `session` callbacks. */
export type UpdateSession = (data?: unknown) => Promise<Session | null>;

/** What `useSession` gives. With `required: true` nobody is ever "unauthenticated". */
export type SessionContextValue<Required extends boolean = false> =
  | { update: UpdateSession; data: Session; status: "authenticated" }
  | {
      update: UpdateSession;
      data: null;
      status: Required extends true ? "loading" : "loading" | "unauthenticated";
    };

export interface UseSessionOptions<Required extends boolean> {
  /** Nobody who is not signed in sees this component. */
  required: Required;
  /** What to do with those. @default they go to the sign-in page */
  onUnauthenticated?: () => void;
}

export interface SessionProviderProps {
  children?: ReactNode;
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

export interface GetSessionParams {
  /** On the server: the request whose cookies are sent along. */
  req?: { headers: { cookie?: string | undefined } } | undefined;
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
  string | string[][] | Record<string, string> | URLSearchParams;

export interface SignInResponse {
  /** The type of the error, such as "CredentialsSignin". */
  error: string | undefined;
  code: string | undefined;
  status: number;
  /** Whether the sign-in went well. */
  ok: boolean;
  url: string | null;
}

export type SignOutParams<Redirect extends boolean = boolean> = RedirectOptions<Redirect>;

export interface SignOutResponse {
  url: string;
}
