"use client";
export { authClient } from "./client.js";
export type { AuthClient, Told } from "./client.js";
export { getCsrfToken, getProviders, getSession } from "./fetch-session.js";
export { SessionContext, SessionProvider } from "./session-provider.js";
export { signIn } from "./sign-in.js";
export { signOut } from "./sign-out.js";
export type {
  ClientSafeProvider,
  GetSessionParams,
  RequestParams,
  SessionContextValue,
  SessionProviderProps,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
  UpdateSession,
  UseSessionOptions,
} from "./types.js";
export { useAccount } from "./use-account.js";
export type { AccountChange, AccountContextValue, ChangeOptions } from "./use-account.js";
export { useSession } from "./use-session.js";
