"use client";
import type { ReactElement } from "react";
import type { ProviderChoice, ProviderIdsOf, SessionOf } from "../../types/infer.js";
import type { PublicProvider } from "../../types/providers.js";
import type { Session } from "../../types/session.js";
import { getCsrfToken, getProviders, getSession } from "../client/fetch-session.js";
import { SessionProvider } from "./session-provider.js";
import { signIn } from "../client/sign-in.js";
import { signOut } from "../client/sign-out.js";
import type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
} from "../client/types.js";
import type { SessionContextValue, SessionProviderProps, UseSessionOptions } from "./types.js";
import { useSession } from "./use-session.js";

/** A value as the browser gets it: JSON has no dates. */
export type Told<T> = T extends Date
  ? string
  : T extends readonly (infer Entry)[]
    ? Told<Entry>[]
    : T extends object
      ? { [Name in keyof T]: Told<T[Name]> }
      : T;

/** The functions of this door, with the types of one application. */
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
 * The same functions, with the session and the provider ids of one application: made once, from the type
 * of its `auth` (Next.js) or of its configuration. Nothing of the server is imported.
 *
 * ```ts
 * import type { auth } from "./auth";
 * export const { useSession, signIn } = authClient<typeof auth>();
 * ```
 */
export function authClient<Source>(): AuthClient<Told<SessionOf<Source>>, ProviderIdsOf<Source>>;
export function authClient(): AuthClient {
  return { SessionProvider, useSession, getSession, signIn, getProviders, signOut, getCsrfToken };
}
