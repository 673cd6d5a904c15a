export type { CeremonyOptions as WebAuthnOptionsResponseBody } from "../flows/webauthn/browser/ceremony.js";
export type {
  Account,
  AuthorizationDetails,
  Profile,
  ProviderType,
  TokenEndpointResponse,
  TokenSet,
} from "../types/account.js";
export type {
  AccountAct,
  AccountDevice,
  AccountInfo,
  AccountOffer,
  AccountPasskey,
  AccountQuestion,
  AccountWay,
} from "../types/account-page.js";
export type { Authenticator } from "../types/adapter.js";
export type { Awaitable, Awaited, JsonValue, SemverString, Untyped } from "../types/common.js";
export type {
  CallbacksOptions,
  EventCallbacks,
  JWTCallbackParams,
  SessionCallbackParams,
  SignInCallbackParams,
} from "../types/callbacks.js";
export type { AuthConfig, SessionOptions } from "../core/auth-config.js";
export type { CookieOption, CookiesOptions, SerializeCookieOptions } from "../types/cookies.js";
export type { AuthAction, ResponseCookie, ResponseInternal } from "../types/http.js";
export type { Explanation } from "../types/explanation.js";
export type { ProviderIdsOf, RegisteredSession, SessionOf } from "../types/infer.js";
export type { ConfiguredLogger, LoggedCode, LoggerInstance, WarningCode } from "../types/logger.js";
export type { LocaleOption } from "../types/language.js";
export type { ErrorPageParam, PagesOptions, SignInPageErrorParam, Theme } from "../types/pages.js";
export type { PublicProvider } from "../types/providers.js";
export type { SharedState, StateWrite } from "../types/state.js";
export type { DefaultSession, DefaultUser, Register, Session, User } from "../types/session.js";
