import type { Untyped } from "../../../../types/common.js";
import type { EmailConfig } from "../../../../types/email.js";
import type { CommonProviderOptions, PublicProvider } from "../../../../types/providers.js";
import type { AnyV4Credentials } from "../types.js";
import type { OAuthConfig, OAuthProviderType } from "./oauth.js";

/** A provider of next-auth 4, called with its options. */
export type Provider = OAuthConfig<Untyped> | EmailConfig | AnyV4Credentials;
export type AppProviders = Provider[];
export type AppProvider = PublicProvider;
export type ProviderType = CommonProviderOptions["type"];
export type RedirectableProviderType = "email" | "credentials";
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderType;

export type { CommonProviderOptions } from "../../../../types/providers.js";
export type { CredentialInput } from "../../../../types/provider-common.js";
export type { EmailConfig, EmailUserConfig } from "../../../../types/email.js";
export type { SendVerificationRequestParams } from "../../../../providers/email.js";
export type { CredentialsConfig } from "../types.js";
export type {
  AuthorizationEndpointHandler,
  OAuthChecks,
  OAuthConfig,
  OAuthProvider,
  OAuthProviderButtonStyles,
  OAuthProviderType,
  OAuthUserConfig,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "./oauth.js";
