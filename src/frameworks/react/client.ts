"use client";
import type { ReactElement } from "react";
import type { ProviderChoice, ProviderIdsOf, SessionOf } from "../../types/infer.js";
import type { PublicProvider } from "../../types/providers.js";
import type { Session } from "../../types/session.js";
import { getCsrfToken, getProviders, getSession } from "../client/fetch-session.js";
import { signIn } from "../client/sign-in.js";
import { signOut } from "../client/sign-out.js";
import type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
} from "../client/types.js";
import { SessionProvider } from "./session-provider.js";
import type { SessionContextValue, SessionProviderProps, UseSessionOptions } from "./types.js";
import { useSession } from "./use-session.js";

/** A value after JSON: dates are strings. */
export type Serialized<T> = T extends Date
  ? string
  : T extends readonly (infer Entry)[]
    ? Serialized<Entry>[]
    : T extends object
      ? { [Name in keyof T]: Serialized<T[Name]> }
      : T;

/** The functions of this module, typed for one application. */
export interface AuthClient<S = Session, Ids extends string = string> {
  SessionProvider(this: void, props: SessionProviderProps): ReactElement;
  useSession(this: void): SessionContextValue<false, S>;
  useSession<Required extends boolean>(
    this: void,
    options: UseSessionOptions<Required>,
  ): SessionContextValue<Required, S>;
  getSession(this: void, params?: GetSessionParams): Promise<S | null>;
  signIn<Given extends string = Ids>(
    this: void,
    provider: ProviderChoice<Given, Ids> | undefined,
    options: SignInOptions<false> & { redirect: false },
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>;
  signIn<Given extends string = Ids>(
    this: void,
    provider?: ProviderChoice<Given, Ids>,
    options?: SignInOptions,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>;
  getProviders(this: void): Promise<Record<Ids, PublicProvider> | null>;
  signOut: typeof signOut;
  getCsrfToken: typeof getCsrfToken;
}

/**
 * Returns the same functions, typed with your session and provider ids. Call it once, with the type
 * of your `auth` (Next.js) or configuration. Nothing of the server is imported.
 *
 * ```ts
 * import type { auth } from "./auth";
 * export const { useSession, signIn } = authClient<typeof auth>();
 * ```
 */
export function authClient<Source>(): AuthClient<
  Serialized<SessionOf<Source>>,
  ProviderIdsOf<Source>
>;
export function authClient(): AuthClient {
  return { SessionProvider, useSession, getSession, signIn, getProviders, signOut, getCsrfToken };
}
