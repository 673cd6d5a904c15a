import type { RegisteredSession } from "../../types/infer.js";
import type { Freshness, FreshOptions } from "../../types/recent-sign-in.js";
import type { Session, User } from "../../types/session.js";

export interface RedirectOptions {
  /** Where to go afterwards. @default the page the call came from */
  readonly redirectTo?: string;
}

export interface SignOutOptions extends RedirectOptions {
  /** False: signs out here only, even with the plugin `providerLogout`. @default true */
  readonly provider?: boolean;
}

/** Added to the URL of an OAuth or OpenID provider. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][];

/** Reads and changes the session of a request's sender. `S` is the type of the session. */
export interface RequestAuth<S = RegisteredSession> {
  /**
   * Returns the session, or null if nobody is signed in. It's read once, on first use. Rejects with
   * an error of status 503 if the store is down.
   */
  session(): Promise<S | null>;
  /**
   * Starts a sign-in, or finishes one with credentials. Resolves to the URL to redirect to: the
   * sign-in page, without a known provider. `options` are a form's fields and `redirectTo`. Throws
   * an `AuthError` if the sign-in fails.
   */
  signIn(
    provider?: string,
    options?: (RedirectOptions & Readonly<Record<string, unknown>>) | FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  /** Signs out. Resolves to the URL to redirect to. */
  signOut(options?: SignOutOptions | FormData): Promise<string>;
  /**
   * Checks whether the user signed in recently; if not, `url` is the page that asks them to, and
   * returns here.
   */
  requireFresh(options?: FreshOptions): Promise<Freshness>;
  /** Passes data to the `jwt` and `session` callbacks, and resolves to the updated session. */
  update(data: Partial<Session> | { user: Partial<User> } | Partial<S>): Promise<S | null>;
}

/** `locals.auth()` returns the session; its members sign in and out. */
export interface LocalsAuth<S = RegisteredSession> extends Omit<RequestAuth<S>, "session"> {
  (): Promise<S | null>;
}
