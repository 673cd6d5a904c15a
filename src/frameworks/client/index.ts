export { getCsrfToken, getProviders, getSession } from "./fetch-session.js";
export { setBasePath } from "./page.js";
export { pageSession } from "./page-session.js";
export type { PageSession, SessionSnapshot } from "./page-session.js";
export { signIn } from "./sign-in.js";
export { signOut } from "./sign-out.js";
export type {
  ClientSafeProvider,
  GetSessionParams,
  RequestParams,
  SessionOptions,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
  UpdateSession,
} from "./types.js";
