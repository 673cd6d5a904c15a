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

/** The site as authenticators know it. */
export interface RelayingParty {
  /** The domain credentials belong to, such as `example.com`. */
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

/** What the hooks of a WebAuthn provider receive. */
export interface WebAuthnHookContext {
  /** The path of the library's routes. */
  readonly url: URL;
  readonly provider: WebAuthnConfig;
  readonly adapter: Store;
}

/**
 * The user for whom a credential is created or requested, as they claim to be. Not called if someone is
 * signed in. Null if no user was named.
 */
export type GetUserInfo = (
  options: WebAuthnHookContext,
  request: WebAuthnHookRequest,
) => Awaitable<{ user: User; exists: true } | { user: Omit<User, "id">; exists: false } | null>;

/** Options for signing in, as in `@simplewebauthn/server`. */
export interface AuthenticationOptions {
  /** Milliseconds the user has. The challenge expires at the same time. @default 300000 */
  timeout?: number;
  /** @default "required", unless `requireUserVerification` is off */
  userVerification?: UserVerificationRequirement;
  extensions?: AuthenticationExtensionsClientInputs;
}

/** Options for creating a credential, as in `@simplewebauthn/server`. */
export interface RegistrationOptions {
  /** Milliseconds the user has. The challenge expires at the same time. @default 300000 */
  timeout?: number;
  /**
   * Requests the authenticator's manufacturer. Unless "none", a credential is accepted only if its statement
   * leads to one of `attestationRoots`. @default "none"
   */
  attestationType?: "direct" | "enterprise" | "none";
  /**
   * `residentKey` defaults to "required": a credential that isn't discoverable can't be used to sign in,
   * because credentials are never listed to someone who only claims an address.
   */
  authenticatorSelection?: AuthenticatorSelectionCriteria;
  extensions?: AuthenticationExtensionsClientInputs;
  supportedAlgorithmIDs?: number[];
  preferredAuthenticatorType?: "securityKey" | "localDevice" | "remoteDevice";
}

/** How strictly responses are verified. */
export interface VerificationOptions {
  /** The user must have shown a PIN, fingerprint or face. @default true, unless less was requested */
  requireUserVerification?: boolean;
}

/** Loads the package `@simplewebauthn/server`, version 14.0.3 or newer, and its `helpers`. */
export interface WebAuthnPackage {
  server(this: void): Promise<object>;
  helpers(this: void): Promise<object>;
}

export interface WebAuthnConfig<Id extends string = string>
  extends CommonProviderOptions, ProviderInternals {
  readonly [knownAs]?: Id;
  type: WebAuthnProviderType;
  /**
   * The site as authenticators know it. The first entry of a list is used. @default the site's
   * origin
   */
  relayingParty?: ConfiguredRelayingParty | undefined;
  getRelayingParty?:
    | ((options: WebAuthnHookContext, request: WebAuthnHookRequest) => Awaitable<RelayingParty>)
    | undefined;
  /**
   * Further origins whose pages may use these passkeys, such as `https://example.de`. Takes the id of
   * `relayingParty`, and the file that `relatedOrigins()` describes at `/.well-known/webauthn` of that domain.
   */
  relatedOrigins?: readonly string[] | undefined;
  /** Suggest passkeys in the page's first fields. For one provider only. */
  enableConditionalUI?: boolean | undefined;
  /**
   * Loads the package `@simplewebauthn/server`. Set by the functions of `latchkey/providers/passkey` and
   * `latchkey/providers/webauthn`, so that only bundles with passkeys need the package.
   */
  simpleWebAuthn?: WebAuthnPackage | undefined;
  /** Accepted and ignored: the script comes from the library itself. */
  simpleWebAuthnBrowserVersion?: SemverString | false | undefined;
  /** The form on the built-in sign-in page; without it, the page doesn't show the provider. */
  formFields?: Record<string, CredentialInput> | undefined;
  authenticationOptions?: AuthenticationOptions | undefined;
  registrationOptions?: RegistrationOptions | undefined;
  /**
   * Root certificates of authenticator manufacturers, as PEM, for `registrationOptions` with attestation.
   * @default those set with `SettingsService` or `MetadataService` of `@simplewebauthn/server`
   */
  attestationRoots?: readonly string[] | undefined;
  verifyAuthenticationOptions?: VerificationOptions | undefined;
  verifyRegistrationOptions?: VerificationOptions | undefined;
  /** @default the email address in the field `email` */
  getUserInfo?: GetUserInfo | undefined;
  options?: Partial<Omit<WebAuthnConfig, "options" | "type">> | undefined;
}
