/** Every value of `AuthError.type`. */
export type ErrorType =
  | "AccessDenied"
  | "AccessTokenError"
  | "AccountNotLinked"
  | "AdapterError"
  | "AuthError"
  | "CallbackRouteError"
  | "CredentialsSignin"
  | "DuplicateConditionalUI"
  | "EmailSignInError"
  | "ErrorPageLoop"
  | "EventError"
  | "ExperimentalFeatureNotEnabled"
  | "FreshSignInRequired"
  | "InvalidCallbackUrl"
  | "InvalidCheck"
  | "InvalidConfiguration"
  | "InvalidEndpoints"
  | "InvalidProvider"
  | "JWTSessionError"
  | "MissingAdapter"
  | "MissingAdapterMethods"
  | "MissingAuthorize"
  | "MissingCSRF"
  | "MissingRefreshToken"
  | "MissingSecret"
  | "MissingWebAuthnAutocomplete"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "OAuthSignInError"
  | "RateLimited"
  | "SessionTokenError"
  | "SessionTooLarge"
  | "SessionUnavailable"
  | "SignInError"
  | "SignOutError"
  | "TokenNotLinked"
  | "TokenRefused"
  | "TokenUnavailable"
  | "UnknownAction"
  | "UnsupportedStrategy"
  | "UntrustedHost"
  | "Verification"
  | "WebAuthnVerificationError";

/** Which page tells the person about the error: the sign-in page or the error page. */
export type ErrorKind = "signIn" | "error";

/** What is known about the cause, for the log. Never shown to a browser. */
export type ErrorCause = Record<string, unknown> & { err?: Error };

/**
 * Base of every error of the library. `type` is stable and fit for `switch`; `cause.err` is the
 * error that led to this one, where there was one.
 *
 * ```ts
 * try {
 *   await signIn("credentials", form);
 * } catch (error) {
 *   if (error instanceof AuthError && error.type === "CredentialsSignin") return "Wrong password";
 *   throw error;
 * }
 * ```
 */
export class AuthError extends Error {
  /** Classes of your own may have one of their own. */
  static type: string = "AuthError";
  static kind: ErrorKind = "error";

  /**
   * A process may hold several copies of the library: one in the server's bundle, one that a configuration imports. An
   * error of either is an instance of the class in both.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    return Object.hasOwn(this, "type") && typesIn(value).includes(this.type);
  }

  readonly type: ErrorType | (string & {});
  readonly kind: ErrorKind;
  override cause?: ErrorCause;

  constructor(message?: string | Error | object, details?: Error | object) {
    super(messageOf(message));
    this.name = new.target.name;
    this.type = new.target.type;
    this.kind = new.target.kind;
    Object.defineProperty(this, types, { value: typesOf(new.target) });
    const cause = { ...causeOf(message), ...causeOf(details) };
    if (Object.keys(cause).length > 0) this.cause = cause;
  }
}

/** Under which an error keeps the types of its class and of those above, in every copy of the library. */
const types: unique symbol = Symbol.for("latchkey.error-types");

function typesOf(made: unknown): readonly string[] {
  if (typeof made !== "function" || !("type" in made) || typeof made.type !== "string") return [];
  return [made.type, ...typesOf(Object.getPrototypeOf(made))];
}

function typesIn(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null || !(types in value)) return [];
  return Array.isArray(value[types]) ? value[types] : [];
}

function messageOf(message: string | Error | object | undefined): string {
  if (typeof message === "string") return message;
  return message instanceof Error ? message.message : "";
}

function causeOf(source: string | Error | object | undefined): ErrorCause {
  if (source === undefined || typeof source === "string") return {};
  if (source instanceof Error) return { ...plainCause(source.cause), err: source };
  if ("cause" in source && Object.keys(source).length === 1) return plainCause(source.cause);
  return { ...source };
}

function plainCause(cause: unknown): ErrorCause {
  if (cause instanceof Error) return { err: cause };
  return typeof cause === "object" && cause !== null ? { ...cause } : {};
}

/** Base of the errors that the sign-in page tells about. */
export class SignInError extends AuthError {
  static override type: string = "SignInError";
  static override kind: ErrorKind = "signIn";
}

/** The `signIn` callback said no, or failed. */
export class AccessDenied extends AuthError {
  static override type: string = "AccessDenied";
}

/** A passkey belongs to another user than the one signed in. */
export class AccountNotLinked extends SignInError {
  static override type: string = "AccountNotLinked";
}

/** A method of the adapter failed, took too long, is missing, or answered in a wrong shape. */
export class AdapterError extends AuthError {
  static override type: string = "AdapterError";
}

/** Something that is not an `AuthError` went wrong while a sign-in was being finished. */
export class CallbackRouteError extends AuthError {
  static override type: string = "CallbackRouteError";
}

/**
 * The credentials were not accepted. Throw it, or a class of your own based on it, from `authorize`.
 * `code` becomes part of a URL: let it not hint at why.
 *
 * ```ts
 * class AccountLocked extends CredentialsSignin { override code = "locked" }
 * ```
 */
export class CredentialsSignin extends SignInError {
  static override type: string = "CredentialsSignin";
  code: string = "credentials";
}

/** More than one WebAuthn provider asks for conditional UI. */
export class DuplicateConditionalUI extends AuthError {
  static override type: string = "DuplicateConditionalUI";
}

/** The e-mail could not be sent, or the address is not one we send to. */
export class EmailSignInError extends SignInError {
  static override type: string = "EmailSignInError";
}

/** The configured error page would redirect to itself. */
export class ErrorPageLoop extends AuthError {
  static override type: string = "ErrorPageLoop";
}

/** A function of `events` failed. */
export class EventError extends AuthError {
  static override type: string = "EventError";
}

/** An experimental feature is used and not turned on. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type: string = "ExperimentalFeatureNotEnabled";
}

/** What was asked for needs a sign-in of the last minutes, and the last one was longer ago. */
export class FreshSignInRequired extends SignInError {
  static override type: string = "FreshSignInRequired";
}

/** A URL to go to after sign-in is not one. */
export class InvalidCallbackUrl extends AuthError {
  static override type: string = "InvalidCallbackUrl";
}

/** State, nonce, code verifier or challenge is missing, was used before, or is someone else's. */
export class InvalidCheck extends AuthError {
  static override type: string = "InvalidCheck";
}

/** An option has a value that can not be used. */
export class InvalidConfiguration extends AuthError {
  static override type: string = "InvalidConfiguration";
}

/** A provider lacks the addresses it needs. */
export class InvalidEndpoints extends AuthError {
  static override type: string = "InvalidEndpoints";
}

/** There is no such provider, or it can not do what was asked. */
export class InvalidProvider extends AuthError {
  static override type: string = "InvalidProvider";
}

/** A session token could not be read, or the `jwt` or `session` callback failed. */
export class JWTSessionError extends AuthError {
  static override type: string = "JWTSessionError";
}

/** The configuration needs an adapter and has none. */
export class MissingAdapter extends AuthError {
  static override type: string = "MissingAdapter";
}

/** The adapter lacks methods the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  static override type: string = "MissingAdapterMethods";
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  static override type: string = "MissingAuthorize";
}

/** The request carried no valid CSRF token, or came from another site. */
export class MissingCSRF extends SignInError {
  static override type: string = "MissingCSRF";
}

/** Base of the errors that say why there is no access token for a user. */
export class AccessTokenError extends AuthError {
  static override type: string = "AccessTokenError";
  /** Whether it helps that the person signs in with the provider again. */
  readonly mustSignIn: boolean = true;
}

/** The access token has run out, and the provider gave no refresh token. The message says what to ask for. */
export class MissingRefreshToken extends AccessTokenError {
  static override type: string = "MissingRefreshToken";
}

/** There is no secret in production, or it is too short. */
export class MissingSecretError extends AuthError {
  static override type: string = "MissingSecret";
}
export { MissingSecretError as MissingSecret };

/** Conditional UI needs a form field whose `autocomplete` contains `webauthn`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type: string = "MissingWebAuthnAutocomplete";
}

/** The account, or another one with its e-mail address, belongs to a different user. */
export class OAuthAccountNotLinked extends SignInError {
  static override type: string = "OAuthAccountNotLinked";
}

/** The provider sent the person back with an error. */
export class OAuthCallbackError extends SignInError {
  static override type: string = "OAuthCallbackError";
}

/** The `profile()` callback of a provider failed or gave no id. */
export class OAuthProfileParseError extends AuthError {
  static override type: string = "OAuthProfileParseError";
}

/** The sign-in at a provider could not be started. */
export class OAuthSignInError extends SignInError {
  static override type: string = "OAuthSignInError";
}

/** One more try was refused: there were too many, or the option `rateLimit` said so. */
export class RateLimited extends SignInError {
  static override type: string = "RateLimited";
  /** Seconds after which it may be tried again, where that is known. */
  retryAfter?: number;
}

/** A database session could not be read. */
export class SessionTokenError extends AuthError {
  static override type: string = "SessionTokenError";
}

/**
 * The session does not fit into cookies that servers accept; it was not written. The log says what is
 * large in it.
 */
export class SessionTooLarge extends AuthError {
  static override type: string = "SessionTooLarge";
}

/**
 * Whether somebody is signed in can not be told now, because the store does not answer. It is thrown
 * where a session is read, so that nobody is taken for signed out. A `jwt` or `session` callback that
 * finds its own source out of order may throw it as well.
 *
 * ```ts
 * try {
 *   return await getSession(req, config);
 * } catch (error) {
 *   if (error instanceof SessionUnavailable) return res.status(error.status).send("Try again soon.");
 *   throw error;
 * }
 * ```
 */
export class SessionUnavailable extends AuthError {
  static override type: string = "SessionUnavailable";
  /** The HTTP status that says so. */
  readonly status = 503;
}

/** A sign-out could not be completed. */
export class SignOutError extends AuthError {
  static override type: string = "SignOutError";
}

/** The user has no account at this provider. */
export class TokenNotLinked extends AccessTokenError {
  static override type: string = "TokenNotLinked";
}

/** The provider does not take the refresh token any more. The person must sign in with it again. */
export class TokenRefused extends AccessTokenError {
  static override type: string = "TokenRefused";
}

/**
 * The access token has run out, and the provider could not be asked for another. Nothing is lost: try
 * again later.
 */
export class TokenUnavailable extends AccessTokenError {
  static override type: string = "TokenUnavailable";
  override readonly mustSignIn: boolean = false;
  /** The HTTP status that says so. */
  readonly status = 503;
}

/** The path names no action of the library. */
export class UnknownAction extends AuthError {
  static override type: string = "UnknownAction";
}

/** The session strategy and the providers do not go together. */
export class UnsupportedStrategy extends AuthError {
  static override type: string = "UnsupportedStrategy";
}

/** The host of the request may not be believed. */
export class UntrustedHost extends AuthError {
  static override type: string = "UntrustedHost";
}

/** The e-mail link was used before, has expired, or is not ours. */
export class Verification extends AuthError {
  static override type: string = "Verification";
}

/** The answer of an authenticator was not accepted. */
export class WebAuthnVerificationError extends AuthError {
  static override type: string = "WebAuthnVerificationError";
}

const clientErrors: ReadonlySet<string> = new Set<ErrorType>([
  "AccessDenied",
  "AccountNotLinked",
  "CredentialsSignin",
  "FreshSignInRequired",
  "InvalidCheck",
  "MissingCSRF",
  "OAuthAccountNotLinked",
  "OAuthCallbackError",
  "RateLimited",
  "SessionTooLarge",
  "Verification",
  "WebAuthnVerificationError",
]);

/** Whether the type of this error may be told to a browser. */
export function isClientError(error: Error): error is AuthError {
  return error instanceof AuthError && clientErrors.has(error.type);
}
