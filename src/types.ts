export type { CeremonyOptions as WebAuthnOptionsResponseBody } from "./browser/webauthn/ceremony.js";
export type {
  Account,
  AuthorizationDetails,
  Profile,
  ProviderType,
  TokenEndpointResponse,
  TokenSet,
} from "./types/account.js";
export type {
  AccountAct,
  AccountDevice,
  AccountInfo,
  AccountOffer,
  AccountPasskey,
  AccountQuestion,
  AccountWay,
} from "./types/account-page.js";
export type { Authenticator } from "./types/adapter.js";
export type { Awaitable, Awaited, JsonValue, SemverString, Untyped } from "./types/common.js";
export type {
  AuthConfig,
  CallbacksOptions,
  EventCallbacks,
  JWTCallbackParams,
  SessionCallbackParams,
  SessionOptions,
  SignInCallbackParams,
} from "./types/config.js";
export type { CookieOption, CookiesOptions, SerializeCookieOptions } from "./types/cookies.js";
export type { AuthAction, ResponseCookie, ResponseInternal } from "./types/http.js";
export type { Explanation } from "./types/explanation.js";
export type { ProviderIdsOf, SessionOf } from "./types/infer.js";
export type { ConfiguredLogger, LoggedCode, LoggerInstance, WarningCode } from "./types/logger.js";
export type { MovedOptions } from "./types/moved.js";
export type { AccountMessages } from "./types/account-messages.js";
export type { NoticeMessages, NoticeText } from "./types/notice-messages.js";
export type { SecondStepMessages } from "./types/second-step-messages.js";
export type {
  BuiltInLanguage,
  CommonMessages,
  ErrorText,
  LocaleOption,
  MailOwnTexts,
  MailsMessages,
  MailTexts,
  Messages,
  MessagesOptions,
  PageMessages,
  PasswordMessages,
  PasswordScreenText,
  PasswordSentText,
  RareMessages,
  Replaced,
} from "./types/messages.js";
export type { ErrorPageParam, PagesOptions, SignInPageErrorParam, Theme } from "./types/pages.js";
export type { PublicProvider } from "./types/providers.js";
export type { SecondStepOptions } from "./types/second-step.js";
export type { SharedState, StateWrite } from "./types/state.js";
export type { DefaultSession, DefaultUser, Session, User } from "./types/session.js";
