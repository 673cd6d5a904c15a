import type { WebAuthnProviderType } from "./account.js";
import type { Awaitable, SemverString } from "./common.js";
import type { knownAs } from "./infer.js";
import type {
  CommonProviderOptions,
  CredentialInput,
  ProviderInternals,
} from "./provider-common.js";
import type { User } from "./session.js";
import type { Store } from "./store.js";

/** The site as an authenticator knows it. */
export interface RelayingParty {
  /** The domain that credentials belong to, such as `example.com`. */
  id: string;
  name: string;
  origin: string;
}

type OneOrMany<T> = T | readonly T[];
type ConfiguredRelayingParty = {
  [K in keyof RelayingParty]?: OneOrMany<RelayingParty[K]> | undefined;
};

/** The request, with its query as an object. */
export type WebAuthnHookRequest = Request & { readonly query: Readonly<Record<string, string>> };

/** What the hooks of a WebAuthn provider may look at. */
export interface WebAuthnHookContext {
  /** Where the routes of the library live. */
  readonly url: URL;
  readonly provider: WebAuthnConfig;
  readonly adapter: Store;
}

/**
 * Whose credential is being made or asked for, as they say themselves. Whoever is signed in is not
 * asked. Null when nobody was named.
 */
export type GetUserInfo = (
  options: WebAuthnHookContext,
  request: WebAuthnHookRequest,
) => Awaitable<{ user: User; exists: true } | { user: Omit<User, "id">; exists: false } | null>;

/** Options for signing in, as `@simplewebauthn/server` takes them. */
export interface AuthenticationOptions {
  /** Milliseconds the person has. The challenge is good for as long. @default 300000 */
  timeout?: number;
  /** @default "required", unless `requireUserVerification` is off */
  userVerification?: UserVerificationRequirement;
  extensions?: AuthenticationExtensionsClientInputs;
}

/** Options for making a credential, as `@simplewebauthn/server` takes them. */
export interface RegistrationOptions {
  /** Milliseconds the person has. The challenge is good for as long. @default 300000 */
  timeout?: number;
  /**
   * Asks who made the authenticator. Other than "none", a credential is accepted only when its statement
   * leads to one of `attestationRoots`. @default "none"
   */
  attestationType?: "direct" | "enterprise" | "none";
  /**
   * Without `residentKey` it is "required": a credential that can not be discovered is of no use for
   * signing in, because credentials are never listed to somebody who only claims an address.
   */
  authenticatorSelection?: AuthenticatorSelectionCriteria;
  extensions?: AuthenticationExtensionsClientInputs;
  supportedAlgorithmIDs?: number[];
  preferredAuthenticatorType?: "securityKey" | "localDevice" | "remoteDevice";
}

/** How strictly answers are judged. */
export interface VerificationOptions {
  /** The person must have shown PIN, finger or face. @default true, unless less was asked for */
  requireUserVerification?: boolean;
}

/** Loads the package `@simplewebauthn/server`, version 14 or newer, and its `helpers`. */
export interface WebAuthnPackage {
  server(this: void): Promise<object>;
  helpers(this: void): Promise<object>;
}

export interface WebAuthnConfig<Id extends string = string>
  extends CommonProviderOptions, ProviderInternals {
  readonly [knownAs]?: Id;
  type: WebAuthnProviderType;
  /** The site as authenticators know it. Of lists the first one counts. @default the site's origin */
  relayingParty?: ConfiguredRelayingParty | undefined;
  getRelayingParty?:
    | ((options: WebAuthnHookContext, request: WebAuthnHookRequest) => Awaitable<RelayingParty>)
    | undefined;
  /** Offers passkeys in the suggestions of the page's first fields. For one provider only. */
  enableConditionalUI?: boolean | undefined;
  /**
   * How the package `@simplewebauthn/server` is loaded. The functions of `latchkey/providers/passkey` and
   * `latchkey/providers/webauthn` set it, so that nobody else's bundler looks for the package.
   */
  simpleWebAuthn?: WebAuthnPackage | undefined;
  /** Accepted and not used: the script comes from the library itself. */
  simpleWebAuthnBrowserVersion?: SemverString | false | undefined;
  /** The form on the built-in sign-in page; without it the page does not show the provider. */
  formFields?: Record<string, CredentialInput> | undefined;
  authenticationOptions?: AuthenticationOptions | undefined;
  registrationOptions?: RegistrationOptions | undefined;
  /**
   * Root certificates of the makers of authenticators, as PEM, for when `registrationOptions` ask for
   * attestation. @default those set with `SettingsService` or `MetadataService` of `@simplewebauthn/server`
   */
  attestationRoots?: readonly string[] | undefined;
  verifyAuthenticationOptions?: VerificationOptions | undefined;
  verifyRegistrationOptions?: VerificationOptions | undefined;
  /** @default the e-mail address in the field `email` */
  getUserInfo?: GetUserInfo | undefined;
  options?: Partial<Omit<WebAuthnConfig, "options" | "type">> | undefined;
}
