import type { DPoPHandle } from "oauth4webapi";
import type { Account, Profile, TokenSet } from "./account.js";
import type { Awaitable, JsonValue, PartialBy } from "./common.js";
import type { EmailConfig } from "./email.js";
import type { IdOrProfile, knownAs, Named, ProfileOr } from "./infer.js";
import type { GuestConfig } from "./guest.js";
import type { PasswordConfig } from "./password.js";
import type {
  CommonProviderOptions,
  CredentialInput,
  FetchLike,
  ForeignInput,
  Mark,
  ProviderInternals,
} from "./provider-common.js";
import type { User } from "./session.js";
import type { customFetch, privateOrigins } from "./symbols.js";
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

/** What an endpoint's hooks receive. Includes the client's credentials. */
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

/** The same outside of a request, where the site's URL is known only if configured (`AUTH_URL`). */
export type RefreshHookProvider = Omit<EndpointHookProvider, "callbackUrl" | "signinUrl"> &
  Partial<Pick<EndpointHookProvider, "callbackUrl">>;

/** Tokens, or the provider's error: `invalid_grant` if it no longer accepts the refresh token. */
export type RefreshHookAnswer =
  | { tokens: TokenSet }
  | { error: string; error_description?: string | undefined };

export interface AuthorizationEndpointHandler {
  url?: string | undefined;
  /** Added to the authorization URL, e.g. `{ scope: "openid email" }`. */
  params?: Record<string, unknown> | undefined;
  /** Returns the URL to send the browser to; receives the prepared one. */
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
    /** The provider's `[customFetch]`, or `fetch`, with a time limit. */
    fetch: FetchLike;
  }): Awaitable<{ tokens: TokenSet }>;
  /**
   * Replaces the call that refreshes an access token. Throw if there was no response: it's retried
   * once.
   */
  refresh?(context: {
    params: { grant_type: "refresh_token"; refresh_token: string };
    provider: RefreshHookProvider;
    /** The provider's `[customFetch]`, or `fetch`, with a time limit. */
    fetch: FetchLike;
  }): Awaitable<RefreshHookAnswer>;
  /** Fixes a response that violates the standard, before it's parsed. */
  conform?(response: Response): Awaitable<Response | undefined>;
  clientPrivateKey?: ClientPrivateKey | undefined;
  /** Settings of `private_key_jwt` and `client_secret_jwt` assertions, if they differ from the default. */
  clientAssertion?: ClientAssertionOptions | undefined;
}

/** Some providers expect a different audience in client assertions than the issuer, which RFC 7523bis requires. */
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
    /** The provider's `[customFetch]`, or `fetch`, with a time limit. */
    fetch: FetchLike;
  }): Awaitable<unknown>;
  conform?(response: Response): Awaitable<Response | undefined>;
}

export interface OAuthProviderButtonStyles {
  /** URL of an image. Only `data:` and same-origin images are shown. */
  logo?: string | undefined;
  brandColor?: string | undefined;
  /** Path data of a logo in one color, or its parts, on a 24 by 24 grid. @default the first letter of the name */
  mark?: Mark | undefined;
  /** @deprecated use `brandColor` */
  text?: string | undefined;
  /** @deprecated use `brandColor` */
  bg?: string | undefined;
}

/** Where users sign out at the provider, if discovery doesn't say. */
export interface EndSessionHandler {
  /** In the provider's own data, it may be relative to the issuer. */
  url?: string | undefined;
  /** Query parameters to add. */
  params?: Record<string, unknown> | undefined;
  /**
   * The name of the parameter for the return URL, for providers that don't follow the standard. @default
   * "post_logout_redirect_uri", together with `state` and `id_token_hint`
   */
  returnParam?: string | undefined;
}

/** Protections of the authorization response. */
export type OAuthChecks = "none" | "state" | "pkce" | "nonce";

/** A method, so that a function with its own profile type is accepted. */
interface EmailJudge<P> {
  judge(profile: P): boolean;
}

/**
 * Proves that whoever uses a token is the one it was issued to (RFC 9449). Made by `dpop()` of
 * `latchkey/oauth`.
 */
export interface ProofOfPossession {
  /** Signs the proofs of one sign-in or refresh. */
  readonly handle: () => Promise<DPoPHandle>;
  readonly isNonceError: (error: unknown) => boolean;
}

/** Which ID tokens may be posted. Made by `idTokens()` of `latchkey/oauth`. */
export interface IdTokens {
  /** The ids of clients besides this one whose tokens are accepted. */
  readonly clients: readonly string[];
}

/** The options of a provider besides id, name and type. */
interface OAuthSettings<P> {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  issuer?: string | undefined;
  /** URL of the provider's signing keys, if it has no discovery document. */
  jwks_endpoint?: string | URL | undefined;
  /** URL of the discovery document, used instead of the three endpoint options. */
  wellKnown?: string | undefined;
  authorization?: string | URL | AuthorizationEndpointHandler | undefined;
  token?: string | TokenEndpointHandler | undefined;
  userinfo?: string | UserinfoEndpointHandler | undefined;
  client?: OAuthClientOptions | undefined;
  /** Accepted and ignored: the option `timeout` of the configuration limits every call. */
  httpOptions?: object | undefined;
  /** Accepted and ignored: only OAuth 2.0 is supported. */
  version?: string | undefined;
  /** Maps the provider's profile to a user. */
  profile?(profile: P, tokens: TokenSet): Awaitable<User>;
  /**
   * Returns the id under which the account of this profile was stored before `profile()` changed. With
   * `acceptFormerId`, an account known only by that id is found by it once, and then stored under the new id.
   */
  formerId?(profile: P): string | undefined;
  /**
   * Whether an account stored under its former id belongs to the current owner of that id. If that id is a
   * user name, its owner may have given it up and someone else may have it, who would then get in: turn this
   * on for as long as most users need to sign in once, then off again. While it's off, such an account can't
   * be used. @default false
   */
  acceptFormerId?: boolean | undefined;
  /** Chooses which parts of the token response are stored with the account. */
  account?(tokens: TokenSet): TokenSet | undefined | void;
  /**
   * Whether the provider verifies email addresses: always, never, or as this function says for a profile. If
   * so, the address counts as proven. @default for a built-in provider, what its documentation says;
   * otherwise no
   */
  emailVerified?: boolean | EmailJudge<P>["judge"] | undefined;
  /**
   * Link to the user with the same email address, even if they never used this provider. If it's unknown
   * whether the provider verifies addresses (`emailVerified`), they're trusted, unless the profile's
   * `email_verified` says otherwise. Only as safe as the provider's verification. @default false
   */
  allowDangerousEmailAccountLinking?: boolean | undefined;
  redirectProxyUrl?: string | undefined;
  /**
   * For the plugin `providerLogout`: where users sign out at the provider. False leaves them signed in there.
   * @default the provider's discovery document
   */
  endSession?: false | EndSessionHandler | undefined;
  /**
   * Revoke stored tokens at the provider (RFC 7009) when an account is removed and, with the plugin `tokens`,
   * when its user signs out: on other devices too, since tokens belong to the account. True uses the endpoint
   * from discovery; or set its URL. Needs an adapter. @default false
   */
  revokeTokens?: boolean | { url: string } | undefined;
  style?: OAuthProviderButtonStyles | undefined;
  /** Send the authorization request through the back channel first (RFC 9126). */
  pushedAuthorizationRequests?: boolean | undefined;
  /**
   * Signs the authorization request (JAR, RFC 9101) with this key. If the provider requires signed requests,
   * `token.clientPrivateKey` is used without it.
   */
  requestObjectKey?: ClientPrivateKey | undefined;
  /** Binds the tokens to a key (RFC 9449): `dpop()` or `dpop(keyPair)`, from `latchkey/oauth`. */
  dpop?: ProofOfPossession | undefined;
  /**
   * Whether an ID token must have one of the levels in `acr_values`. Set to false if the provider treats them
   * as hints. @default true
   */
  checkAcr?: boolean | undefined;
  /**
   * Decrypts ID tokens, userinfo responses and authorization responses: returns the signed token in the JWE.
   * Use `decryptWith(key)` from `latchkey/oauth`, or your own function if the key is in a KMS.
   */
  decrypt?: ((jwe: string) => Awaitable<string>) | undefined;
  [customFetch]?: FetchLike | undefined;
  /** Origins in your own network that may use plain http. Read the description of the symbol first. */
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
  options?: OAuthUserConfig<P, IdOrProfile> | undefined;
}

export interface OIDCConfig<P = object, Id extends string = string> extends OAuthOptions<P, Id> {
  type: "oidc";
  /** @default ["pkce", "nonce"] */
  checks?: readonly OAuthChecks[] | undefined;
  /**
   * False: the profile comes from the userinfo endpoint; an ID token is still required. True: from the ID
   * token only. By default, the userinfo endpoint is called if the ID token lacks requested claims.
   */
  idToken?: boolean | undefined;
  /**
   * Sign in with ID tokens that a native SDK, One Tap or FedCM got from the provider: `idTokens()` from `latchkey/oauth`.
   * @default none are accepted
   */
  idTokens?: IdTokens | undefined;
  options?: OIDCUserConfig<P, IdOrProfile> | undefined;
}

/** An OpenID provider as its endpoints' hooks receive it. */
export type OIDCConfigInternal<P = object> = EndpointHookProvider &
  Readonly<Pick<OIDCConfig<P>, "checks" | "idToken">>;

export type OAuthConfig<P = object> = OAuth2Config<P> | OIDCConfig<P>;
export type OAuthEndpointType = "authorization" | "token" | "userinfo";
/** An app's options for a provider: everything is optional. */
export interface OAuthUserConfig<P = object, Id extends IdOrProfile = string>
  extends OAuthSettings<ProfileOr<Id, P>>, Named<Id> {
  name?: string | undefined;
  /** One check may be a text, as in next-auth 4. */
  checks?: OAuthChecks | readonly OAuthChecks[] | undefined;
}
/** The same for an OpenID provider. */
export interface OIDCUserConfig<
  P = object,
  Id extends IdOrProfile = string,
> extends OAuthUserConfig<P, Id> {
  /** Where the profile comes from: see `OIDCConfig`. */
  idToken?: boolean | undefined;
  /** Which ID tokens may be posted: see `OIDCConfig`. */
  idTokens?: IdTokens | undefined;
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
   * Returns the user with these credentials, or null. Throw `CredentialsSignin` to show your own code on the
   * sign-in page.
   */
  authorize(credentials: Typed<Fields>, request: Request): Awaitable<User | null>;
  options?: Partial<Omit<CredentialsConfig<Fields>, "options" | "type">> | undefined;
}

/**
 * What the user typed. Declared fields are strings, empty if missing; without declared fields, anything may
 * be sent.
 */
export type Typed<Fields> = string extends keyof Fields
  ? Partial<Record<string, unknown>>
  : { readonly [Field in keyof Fields]: string };

// Any ------------------------------------------------------------------------------------------

type ProviderObject<P> =
  | OIDCConfig<P>
  | OAuth2Config<P>
  // Without a name, its id is shown.
  | PartialBy<EmailConfig, "name">
  | AnyCredentialsConfig
  | PasswordConfig
  | GuestConfig
  | WebAuthnConfig;

export type AnyCredentialsConfig = CredentialsConfig<
  Record<string, CredentialInput | ForeignInput>
>;

/** A method, so that a function with its own options type is accepted. */
interface ProviderFactory<P> {
  make(options?: object): ProviderObject<P>;
}

/** A provider: an object, or a function that returns one. */
export type Provider<P = object> = ProviderObject<P> | ProviderFactory<P>["make"];

/** A provider in a running app. */
export interface AppProvider extends CommonProviderOptions {
  signinUrl: string;
  callbackUrl: string;
}

/** A provider in the response of `GET {basePath}/providers`. */
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
