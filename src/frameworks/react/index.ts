"use client";
export { authClient } from "./client.js";
export type { AuthClient, Serialized } from "./client.js";
export { getCsrfToken, getProviders, getSession } from "../client/fetch-session.js";
export { SessionContext, SessionProvider } from "./session-provider.js";
export { signIn } from "../client/sign-in.js";
export { signOut } from "../client/sign-out.js";
export type {
  ClientSafeProvider,
  GetSessionParams,
  RequestParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
  UpdateSession,
} from "../client/types.js";
export type { SessionContextValue, SessionProviderProps, UseSessionOptions } from "./types.js";
export { useAccount } from "./use-account.js";
export type { AccountChange, AccountContextValue, ChangeOptions } from "./use-account.js";
export { useSession } from "./use-session.js";
