import type { Freshness, FreshOptions } from "../../types/fresh.js";
import type { RegisteredSession } from "../../types/infer.js";
import type { Session, User } from "../../types/session.js";

export interface RedirectOptions {
  /** Where to go afterwards. @default the page the call came from */
  readonly redirectTo?: string;
}

export interface SignOutOptions extends RedirectOptions {
  /** False: signs out here alone, also with the plugin `providerLogout`. @default true */
  readonly provider?: boolean;
}

/** Added to the URL of an OAuth or OpenID provider. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][];

/** Whoever sent a request, and what can be done for them in its course. `S` is the type of the session. */
export interface RequestAuth<S = RegisteredSession> {
  /**
   * The session, or null when nobody is signed in. It is read when it is first asked for, and once.
   * Rejects with an error of status 503 when it can not be known now.
   */
  session(): Promise<S | null>;
  /**
   * Begins a sign-in, or finishes one by credentials. Resolves to where to send the browser: without
   * a known provider that is the sign-in page. `options` are the fields of a form, with `redirectTo`.
   * Throws an `AuthError` when the sign-in fails.
   */
  signIn(
    provider?: string,
    options?: (RedirectOptions & Readonly<Record<string, unknown>>) | FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  /** Signs out. Resolves to where to send the browser. */
  signOut(options?: SignOutOptions | FormData): Promise<string>;
  /**
   * Whether the person who is signed in has proven recently who they are; else `url` is the page that asks
   * them to, and leads back.
   */
  requireFresh(options?: FreshOptions): Promise<Freshness>;
  /** Offers data to the `jwt` and `session` callbacks, and resolves to the session they make. */
  update(data: Partial<Session> | { user: Partial<User> } | Partial<S>): Promise<S | null>;
}

/** `locals.auth()` is the session; its members sign in and out. */
export interface LocalsAuth<S = RegisteredSession> extends Omit<RequestAuth<S>, "session"> {
  (): Promise<S | null>;
}
