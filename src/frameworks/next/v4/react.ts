"use client";
import type { PublicProvider } from "../../../types/providers.js";
import { getProviders as getAll } from "../../client/fetch-session.js";
import { signIn as signInOurs } from "../../client/sign-in.js";
import type {
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse as OurResponse,
} from "../../client/types.js";
import type { BuiltInProviderType, RedirectableProviderType } from "./providers/index.js";

/** A known string, or any other. */
export type LiteralUnion<T extends U, U = string> = T | (U & Record<never, never>);

export interface ClientSafeProvider extends PublicProvider {
  id: LiteralUnion<BuiltInProviderType>;
}

/** As in next-auth 4, `error` is null if the sign-in succeeded. */
export interface SignInResponse extends Omit<OurResponse, "code" | "error"> {
  code?: string | undefined;
  error: string | null;
}

/** `signIn` of `latchkey/react`, with `error: null` if there is no error. */
export async function signIn<P extends RedirectableProviderType | undefined = undefined>(
  provider?: LiteralUnion<BuiltInProviderType | NonNullable<P>>,
  options?: SignInOptions,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined> {
  const response = await signInOurs(provider, options, authorizationParams);
  return response && { ...response, error: response.error ?? null };
}

/** The providers of your application, by id. Null if the server can't be reached. */
export function getProviders(): Promise<Record<
  LiteralUnion<BuiltInProviderType>,
  ClientSafeProvider
> | null> {
  return getAll();
}

export {
  getCsrfToken,
  getSession,
  SessionContext,
  SessionProvider,
  signOut,
  useSession,
} from "../../react/index.js";
export type {
  GetSessionParams,
  SessionContextValue,
  SessionProviderProps,
  SignInAuthorizationParams,
  SignInOptions,
  SignOutParams,
  SignOutResponse,
  UpdateSession,
  UseSessionOptions,
} from "../../react/index.js";
