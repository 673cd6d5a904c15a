export { CurrentAuth, CurrentSession, CurrentUser } from "./guard.js";
export { RequireUser } from "./guard.js";
export { AuthModule } from "./module.js";
export type {
  AuthDynamicModule,
  NestAuthAsyncOptions,
  NestAuthConfig,
  NestAuthSource,
} from "./types.js";
export type { GuardOptions } from "../visit/guard.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
