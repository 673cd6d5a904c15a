export { CurrentAuth, CurrentSession, CurrentUser } from "./decorators.js";
export { RequireUser } from "./guard.js";
export { AuthModule } from "./module.js";
export type { AuthDynamicModule, NestAuthAsyncOptions, NestAuthConfig } from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
