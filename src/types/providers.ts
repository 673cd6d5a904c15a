import type { customFetch } from "../symbols.js";
import type { Account, Profile, TokenSet } from "./account.js";
import type { Awaitable, JsonValue } from "./common.js";
import type { Theme } from "./pages.js";
import type { CommonProviderOptions, CredentialInput, ForeignInput } from "./provider-common.js";
import type { User } from "./session.js";
import type { WebAuthnConfig } from "./webauthn.js";

// OAuth 2.0 and OpenID Connect -----------------------------------------------------------------

/** `fetch`, as providers may replace it. */
export type FetchLike = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Client metadata (RFC 7591, section 2) that a provider may set. */
export interface OAuthClientOptions {
  token_endpoint_auth_method?: string | undefined;
  id_token_signed_response_alg?: string | undefined;
  userinfo_signed_response_alg?: string | undefined;
  require_auth_time?: boolean | undefined;
  default_max_age?: number | undefined;
  use_mtls_endpoint_aliases?: boolean | undefined;
  [metadata: string]: JsonValue | undefined;
}

/** A private key for `private_key_jwt`, alone or with its key id. */
export type ClientPrivateKey = CryptoKey | { key: CryptoKey; kid?: string };

/** What the hooks of an endpoint may look at. Credentials of the client are included. */
export interface EndpointHookProvider {
  readonly id: string;
  readonly name: string;
  readonly type: "oauth" | "oidc";
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly issuer?: string | undefined;
  readonly callbackUrl: string;
  readonly signinUrl: string;
  readonly token?: { readonly url?: URL } | undefined;
  readonly userinfo?: { readonly url?: URL } | undefined;
  readonly authorization?: { readonly url?: URL } | undefined;
}

export interface AuthorizationEndpointHandler {
  url?: string | undefined;
  /** Added to the authorization URL, e.g. `{ scope: "openid email" }`. */
  params?: Record<string, unknown> | undefined;
  /** Returns the URL to send the browser to; gets the one that was prepared. */
  request?(context: { url: URL; provider: EndpointHookProvider }): Awaitable<URL | string | void>;
}

export interface TokenEndpointHandler {
  url?: string | undefined;
  params?: Record<string, unknown> | undefined;
  /** Replaces the call to the token endpoint. */
  request?(context: {
    params: Record<string, string>;
    checks: { code_verifier?: string; state?: string; nonce?: string };
    provider: EndpointHookProvider;
    /** The provider's `[customFetch]`, or `fetch`, bounded in time. */
    fetch: FetchLike;
  }): Awaitable<{ tokens: TokenSet }>;
  /** Mends an answer that does not follow the standard, before it is read. */
  conform?(response: Response): Awaitable<Response | undefined>;
  clientPrivateKey?: ClientPrivateKey | undefined;
}

export interface UserinfoEndpointHandler {
  url?: string | undefined;
  params?: Record<string, unknown> | undefined;
  /** Replaces the call to the userinfo endpoint. */
  request?(context: {
    tokens: TokenSet;
    provider: EndpointHookProvider;
    /** The provider's `[customFetch]`, or `fetch`, bounded in time. */
    fetch: FetchLike;
  }): Awaitable<unknown>;
  conform?(response: Response): Awaitable<Response | undefined>;
}

export interface OAuthProviderButtonStyles {
  /** Address of an image. Only `data:` and same-origin images are shown. */
  logo?: string | undefined;
  brandColor?: string | undefined;
  /** @deprecated use `brandColor` */
  text?: string | undefined;
  /** @deprecated use `brandColor` */
  bg?: string | undefined;
}

/** Protections of the authorization response. */
export type OAuthChecks = "none" | "state" | "pkce" | "nonce";

interface OAuthOptions<P> extends CommonProviderOptions {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  issuer?: string | undefined;
  /** Address of the provider's signing keys, where it has no discovery document. */
  jwks_endpoint?: string | URL | undefined;
  /** Address of the discovery document, used instead of the three endpoint options. */
  wellKnown?: string | undefined;
  authorization?: string | AuthorizationEndpointHandler | undefined;
  token?: string | TokenEndpointHandler | undefined;
  userinfo?: string | UserinfoEndpointHandler | undefined;
  client?: OAuthClientOptions | undefined;
  /** Makes the user out of what the provider says about them. */
  profile?(profile: P, tokens: TokenSet): Awaitable<User>;
  /** Chooses what of the token response is stored with the account. */
  account?(tokens: TokenSet): TokenSet | undefined | void;
  /**
   * Links to the user with the same e-mail address although that user never used this provider.
   * Only as safe as the provider's proof that the address belongs to the person.
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean | undefined;
  redirectProxyUrl?: string | undefined;
  style?: OAuthProviderButtonStyles | undefined;
  /** Sends the authorization request through the back channel first (RFC 9126). */
  pushedAuthorizationRequests?: boolean | undefined;
  /**
   * Binds the tokens to a key (RFC 9449): to one made for this sign-in and forgotten after it, or to
   * your own, with which you can use the tokens later.
   */
  dpop?: boolean | CryptoKeyPair | undefined;
  /** Decrypts encrypted ID tokens and userinfo answers. */
  decryptionKey?: CryptoKey | { key: CryptoKey; kid?: string } | undefined;
  [customFetch]?: FetchLike | undefined;
}

export interface OAuth2Config<P = object> extends OAuthOptions<P> {
  type: "oauth";
  /** @default ["pkce"] */
  checks?: readonly Exclude<OAuthChecks, "nonce">[] | undefined;
  options?: OAuthUserConfig<P> | undefined;
}

export interface OIDCConfig<P = object> extends OAuthOptions<P> {
  type: "oidc";
  /** @default ["pkce"] */
  checks?: readonly OAuthChecks[] | undefined;
  /** False: the profile comes from the userinfo endpoint; an ID token is still required. */
  idToken?: boolean | undefined;
  options?: OIDCUserConfig<P> | undefined;
}

export type OAuthConfig<P = object> = OAuth2Config<P> | OIDCConfig<P>;
export type OAuthEndpointType = "authorization" | "token" | "userinfo";
export type OAuthUserConfig<P = object> = Omit<Partial<OAuthConfig<P>>, "options" | "type">;
export type OIDCUserConfig<P = object> = Omit<Partial<OIDCConfig<P>>, "options" | "type">;
export type ProfileCallback<P = object> = (profile: P, tokens: TokenSet) => Awaitable<User>;
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void;

// E-mail ---------------------------------------------------------------------------------------

export interface EmailProviderSendVerificationRequestParams {
  /** The address to send to. */
  identifier: string;
  /** The link. */
  url: string;
  expires: Date;
  provider: EmailConfig;
  /** The secret part of the link. */
  token: string;
  theme: Theme;
  request: Request;
  /**
   * Six digits the person may type in instead of following the link. They are asked for only when
   * this, or `mail`, is read. Always there when the library calls.
   */
  readonly code?: string;
  /** The library's own mail with the link and the code. Always there when the library calls. */
  readonly mail?: SignInMail;
}

/** A mail in the two forms that every mail program can show one of. */
export interface SignInMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Somebody asks for a mail. */
export interface MailLimitParams {
  /** The address, in the form it is stored in. */
  identifier: string;
  /** Id of the provider. */
  provider: string;
  /** Who asks: only the application knows which of its headers can be believed. */
  request: Request;
}

export type EmailProviderType = "email";

export interface EmailConfig extends Omit<CommonProviderOptions, "name"> {
  type: "email";
  /** @default the id */
  name?: string | undefined;
  from?: string | undefined;
  /** Seconds the link works. @default 900 */
  maxAge?: number | undefined;
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>;
  secret?: string | undefined;
  apiKey?: string | undefined;
  server?: unknown;
  generateVerificationToken?(): Awaitable<string>;
  normalizeIdentifier?(identifier: string): string;
  /** When a page asks before the link is used up. @default "auto" */
  confirm?: "auto" | "always" | "never" | undefined;
  /** Accepts domains with letters beyond ASCII, and keeps them in the form `xn--…`. @default false */
  allowInternationalDomains?: boolean | undefined;
  /**
   * Whether one more mail may be sent. Called with the address before anything is looked up.
   * @default 5 mails to an address in 10 minutes, counted in this process, until its owner signs in
   */
  limit?: ((params: MailLimitParams) => Awaitable<boolean>) | undefined;
  /**
   * Addresses that the `signIn` callback refuses get the same answer as all others, and no mail.
   * @default false
   */
  hideRefusals?: boolean | undefined;
  [customFetch]?: FetchLike | undefined;
  options?: EmailUserConfig | undefined;
}

export type EmailUserConfig = Omit<Partial<EmailConfig>, "options" | "type">;

// Credentials ----------------------------------------------------------------------------------

export interface CredentialsConfig<
  Fields extends Record<string, CredentialInput | ForeignInput> = Record<string, CredentialInput>,
> extends CommonProviderOptions {
  type: "credentials";
  credentials: Fields;
  /**
   * Returns the user whose credentials these are, or null. Throw `CredentialsSignin` to show a
   * code of your own on the sign-in page.
   */
  authorize(
    credentials: Partial<Record<keyof Fields, unknown>>,
    request: Request,
  ): Awaitable<User | null>;
  options?: Partial<Omit<CredentialsConfig<Fields>, "options" | "type">> | undefined;
}

// Any ------------------------------------------------------------------------------------------

type ProviderObject<P> =
  OIDCConfig<P> | OAuth2Config<P> | EmailConfig | AnyCredentialsConfig | WebAuthnConfig;

export type AnyCredentialsConfig = CredentialsConfig<
  Record<string, CredentialInput | ForeignInput>
>;

/** Written as a method, so that a function which names its own options is accepted. */
interface ProviderFactory<P> {
  make(options?: object): ProviderObject<P>;
}

/** A provider: an object, or a function that returns one. */
export type Provider<P = object> = ProviderObject<P> | ProviderFactory<P>["make"];

/** A provider as the running application knows it. */
export interface AppProvider extends CommonProviderOptions {
  signinUrl: string;
  callbackUrl: string;
}

/** What `GET {basePath}/providers` tells of a provider. */
export interface PublicProvider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}

export type CredentialsProviderId = "credentials";
export type { Account, Profile };
export type { CommonProviderOptions, CredentialInput };
