import type { customFetch, privateOrigins } from "../symbols.js";
import type { Account, Profile, TokenSet } from "./account.js";
import type { Awaitable, JsonValue, PartialBy } from "./common.js";
import type { EmailConfig } from "./email.js";
import type { knownAs } from "./infer.js";
import type {
  CommonProviderOptions,
  CredentialInput,
  FetchLike,
  ForeignInput,
  Mark,
  ProviderInternals,
} from "./provider-common.js";
import type { User } from "./session.js";
import type { PasswordConfig } from "./password.js";
import type { WebAuthnConfig } from "./webauthn.js";

// OAuth 2.0 and OpenID Connect -----------------------------------------------------------------

/** Client metadata (RFC 7591, section 2) that a provider may set. */
export interface OAuthClientOptions {
  token_endpoint_auth_method?: string | undefined;
  token_endpoint_auth_signing_alg?: string | undefined;
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

/** The same outside of a request, where the site's address is known only if it is configured (`AUTH_URL`). */
export type RefreshHookProvider = Omit<EndpointHookProvider, "callbackUrl" | "signinUrl"> &
  Partial<Pick<EndpointHookProvider, "callbackUrl">>;

/** Tokens, or the provider's refusal: `invalid_grant` if it doesn't accept the refresh token any more. */
export type RefreshHookAnswer =
  | { tokens: TokenSet }
  | { error: string; error_description?: string | undefined };

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
  /** Replaces the call that refreshes an access token. Throw if there was no answer: it is called once more. */
  refresh?(context: {
    params: { grant_type: "refresh_token"; refresh_token: string };
    provider: RefreshHookProvider;
    /** The provider's `[customFetch]`, or `fetch`, bounded in time. */
    fetch: FetchLike;
  }): Awaitable<RefreshHookAnswer>;
  /** Mends an answer that does not follow the standard, before it is read. */
  conform?(response: Response): Awaitable<Response | undefined>;
  clientPrivateKey?: ClientPrivateKey | undefined;
  /** What is in the assertions of `private_key_jwt` and `client_secret_jwt`, where that is not the usual. */
  clientAssertion?: ClientAssertionOptions | undefined;
}

/**
 * Some providers want something else in a client's assertion than the issuer as its audience, by which RFC
 * 7523bis names the server.
 */
export interface ClientAssertionOptions {
  /** `aud`: the token endpoint, for older servers. @default the issuer */
  audience?: string | readonly string[] | undefined;
  /** `typ` of the header: "client-authentication+jwt" by RFC 7523bis. @default none */
  type?: string | undefined;
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
  /** The path data of a mark in one colour, or its parts, drawn on a field of 24 by 24. @default the first letter of the name */
  mark?: Mark | undefined;
  /** @deprecated use `brandColor` */
  text?: string | undefined;
  /** @deprecated use `brandColor` */
  bg?: string | undefined;
}

/** The place of a provider at which people sign out, where discovery does not tell it. */
export interface EndSessionHandler {
  /** Of the provider's own data it may be relative to the issuer. */
  url?: string | undefined;
  /** Added to the URL. */
  params?: Record<string, unknown> | undefined;
  /**
   * The name of the parameter for the way back, at providers that do not follow the standard.
   * @default "post_logout_redirect_uri", together with `state` and `id_token_hint`
   */
  returnParam?: string | undefined;
}

/** Protections of the authorization response. */
export type OAuthChecks = "none" | "state" | "pkce" | "nonce";

/** Written as a method, so that a function which names its own profile is accepted. */
interface EmailJudge<P> {
  judge(profile: P): boolean;
}

/** What may be said of a provider besides its id, its name and its type. */
interface OAuthSettings<P> {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  issuer?: string | undefined;
  /** Address of the provider's signing keys, where it has no discovery document. */
  jwks_endpoint?: string | URL | undefined;
  /** Address of the discovery document, used instead of the three endpoint options. */
  wellKnown?: string | undefined;
  authorization?: string | URL | AuthorizationEndpointHandler | undefined;
  token?: string | TokenEndpointHandler | undefined;
  userinfo?: string | UserinfoEndpointHandler | undefined;
  client?: OAuthClientOptions | undefined;
  /** Accepted and not used: `timeout` of the configuration bounds every call. */
  httpOptions?: object | undefined;
  /** Makes the user out of what the provider says about them. */
  profile?(profile: P, tokens: TokenSet): Awaitable<User>;
  /**
   * The id under which the account of this profile was stored before `profile()` gave another one. An
   * account that is known by that id alone is found by it once, with `acceptFormerId`, and then stored
   * under the new id.
   */
  formerId?(profile: P): string | undefined;
  /**
   * Whether an account that was stored under its former id belongs to whoever has that id today. A former
   * id that is a name may have been given up since and taken by somebody else, who would then get in: turn
   * it on for as long as most people need to come by once, and off again. While it is off such an account
   * lets nobody in.
   * @default false
   */
  acceptFormerId?: boolean | undefined;
  /** Chooses what of the token response is stored with the account. */
  account?(tokens: TokenSet): TokenSet | undefined | void;
  /**
   * Whether the provider has made sure that the e-mail address of a profile is the person's own: always,
   * never, or as this function says of a profile. Where it has, the address counts as proven.
   * @default what the documentation of a built-in provider says; elsewhere it is not known, and counts as no
   */
  emailVerified?: boolean | EmailJudge<P>["judge"] | undefined;
  /**
   * Links to the user with the same e-mail address although that user never used this provider. Where
   * nothing is known about the provider (`emailVerified`), this says that its addresses can be believed,
   * unless `email_verified` of a profile says otherwise. Only as safe as the provider's proof.
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean | undefined;
  redirectProxyUrl?: string | undefined;
  /**
   * For the plugin `providerLogout`: where users sign out at the provider. False: signing out here leaves them signed in
   * there. @default what the provider's discovery document names, if anything
   */
  endSession?: false | EndSessionHandler | undefined;
  /**
   * Revokes stored tokens at the provider (RFC 7009) when an account is removed and, with the plugin `tokens`, when its user
   * signs out: on other devices too, since tokens belong to the account. True if discovery tells where, else the address.
   * Needs an adapter. @default false
   */
  revokeTokens?: boolean | { url: string } | undefined;
  style?: OAuthProviderButtonStyles | undefined;
  /** Sends the authorization request through the back channel first (RFC 9126). */
  pushedAuthorizationRequests?: boolean | undefined;
  /**
   * Signs the authorization request (JAR, RFC 9101) with this key. Where the provider takes signed ones
   * alone, `token.clientPrivateKey` is used without it.
   */
  requestObjectKey?: ClientPrivateKey | undefined;
  /**
   * Binds the tokens to a key (RFC 9449): to one made for this sign-in and forgotten after it, or to
   * your own, with which you can use the tokens later.
   */
  dpop?: boolean | CryptoKeyPair | undefined;
  /**
   * Whether an ID token must tell one of the levels that `acr_values` asked for. False where they are
   * hints on how to sign people in, which some providers make of them.
   * @default true
   */
  checkAcr?: boolean | undefined;
  /** Decrypts encrypted ID tokens and userinfo answers. */
  decryptionKey?: CryptoKey | { key: CryptoKey; kid?: string } | undefined;
  [customFetch]?: FetchLike | undefined;
  /** Origins in your own network that may be plain http. Read the description of the symbol first. */
  [privateOrigins]?: readonly string[] | undefined;
}

interface OAuthOptions<P, Id extends string>
  extends CommonProviderOptions, OAuthSettings<P>, ProviderInternals {
  readonly [knownAs]?: Id;
}

export interface OAuth2Config<P = object, Id extends string = string> extends OAuthOptions<P, Id> {
  type: "oauth";
  /** @default ["pkce"] */
  checks?: readonly Exclude<OAuthChecks, "nonce">[] | undefined;
  options?: OAuthUserConfig<P> | undefined;
}

export interface OIDCConfig<P = object, Id extends string = string> extends OAuthOptions<P, Id> {
  type: "oidc";
  /** @default ["pkce", "nonce"] */
  checks?: readonly OAuthChecks[] | undefined;
  /**
   * False: the profile comes from the userinfo endpoint; an ID token is still required. True: from the
   * ID token alone. Without it the userinfo endpoint is asked where the ID token tells nothing about
   * the person, although the scope asked for more.
   */
  idToken?: boolean | undefined;
  options?: OIDCUserConfig<P> | undefined;
}

/** An OpenID provider as the hooks of its endpoints may look at it. */
export type OIDCConfigInternal<P = object> = EndpointHookProvider &
  Readonly<Pick<OIDCConfig<P>, "checks" | "idToken">>;

export type OAuthConfig<P = object> = OAuth2Config<P> | OIDCConfig<P>;
export type OAuthEndpointType = "authorization" | "token" | "userinfo";
/** What an application says about a provider: everything is optional. */
export interface OAuthUserConfig<P = object, Id extends string = string> extends OAuthSettings<P> {
  id?: Id | undefined;
  name?: string | undefined;
  checks?: readonly OAuthChecks[] | undefined;
}
/** The same for an OpenID provider. */
export interface OIDCUserConfig<P = object, Id extends string = string> extends OAuthUserConfig<
  P,
  Id
> {
  /** Where the profile comes from: see `OIDCConfig`. */
  idToken?: boolean | undefined;
}
export type ProfileCallback<P = object> = (profile: P, tokens: TokenSet) => Awaitable<User>;
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void;

// Credentials ----------------------------------------------------------------------------------

export interface CredentialsConfig<
  Fields extends Record<string, CredentialInput | ForeignInput> = Record<string, CredentialInput>,
  Id extends string = string,
>
  extends CommonProviderOptions, ProviderInternals {
  readonly [knownAs]?: Id;
  type: "credentials";
  credentials: Fields;
  /**
   * Returns the user whose credentials these are, or null. Throw `CredentialsSignin` to show a
   * code of your own on the sign-in page.
   */
  authorize(credentials: Typed<Fields>, request: Request): Awaitable<User | null>;
  options?: Partial<Omit<CredentialsConfig<Fields>, "options" | "type">> | undefined;
}

/**
 * What somebody typed in. Fields that are declared are texts, empty when they were left out; where none
 * are, anything may have been sent.
 */
export type Typed<Fields> = string extends keyof Fields
  ? Partial<Record<string, unknown>>
  : { readonly [Field in keyof Fields]: string };

// Any ------------------------------------------------------------------------------------------

type ProviderObject<P> =
  | OIDCConfig<P>
  | OAuth2Config<P>
  // Without a name it is called by its id.
  | PartialBy<EmailConfig, "name">
  | AnyCredentialsConfig
  | PasswordConfig
  | WebAuthnConfig;

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
export type { CommonProviderOptions, CredentialInput, FetchLike };
export type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
  MailLimitParams,
  SendNoticeParams,
  SignInMail,
} from "./email.js";
