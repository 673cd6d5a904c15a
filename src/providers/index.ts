import type { WebAuthnProviderType } from "../types/account.js";
import type {
  CredentialsConfig,
  CredentialsProviderId,
  EmailConfig,
  EmailUserConfig,
  OAuthConfig,
  OAuthUserConfig,
  OIDCUserConfig,
  Provider,
} from "../types/providers.js";
import type { EmailProviderId, OAuthProviderId } from "./ids.js";

export type { ProviderType, WebAuthnProviderType } from "../types/account.js";
export type {
  AccountCallback,
  AppProvider,
  AuthorizationEndpointHandler,
  ClientPrivateKey,
  CommonProviderOptions,
  CredentialInput,
  CredentialsConfig,
  CredentialsProviderId,
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
  EndpointHookProvider,
  FetchLike,
  MailLimitParams,
  OAuth2Config,
  OAuthChecks,
  OAuthClientOptions,
  OAuthConfig,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCConfigInternal,
  OIDCUserConfig,
  ProfileCallback,
  Provider,
  PublicProvider,
  RefreshHookAnswer,
  RefreshHookProvider,
  SendNoticeParams,
  SignInMail,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../types/providers.js";
export type { EmailProviderId, OAuthProviderId } from "./ids.js";

/** The names in next-auth 4. */
export type RedirectableProviderType = "email" | "credentials";
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderId;

/** Id of a provider: a built-in one, or your own. */
export type ProviderId = keyof BuiltInProviders | WebAuthnProviderType | (string & {});

/** The built-in factories, by the ids of their providers. */
export type BuiltInProviders = Record<
  OAuthProviderId,
  (options?: OAuthUserConfig & OIDCUserConfig) => OAuthConfig
> &
  Record<CredentialsProviderId, (config?: CredentialsConfig["options"]) => CredentialsConfig> &
  Record<EmailProviderId, (config?: EmailUserConfig) => EmailConfig>;

/** The values that `providers` accepts. */
export type AppProviders = (Provider | ReturnType<BuiltInProviders[keyof BuiltInProviders]>)[];
