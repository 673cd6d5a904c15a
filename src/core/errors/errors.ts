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

/** Which page shows the error: the sign-in page or the error page. */
export type ErrorKind = "signIn" | "error";

/** What is known about the cause, for the log. Never shown to a browser. */
export type ErrorCause = Record<string, unknown> & { err?: Error };

/**
 * Base class of every error of the library. `type` is stable and meant for `switch`; `cause.err` is the error
 * that caused this one, if any.
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
  /** Your own subclasses may set their own. */
  static type: string = "AuthError";
  static kind: ErrorKind = "error";

  /**
   * A process may load several copies of the library, such as one in the server bundle and one imported by
   * the configuration. `instanceof` works across copies.
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

/** The key under which an error lists the types of its class and superclasses, in every copy of the library. */
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

/** Base class of the errors that the sign-in page shows. */
export class SignInError extends AuthError {
  static override type: string = "SignInError";
  static override kind: ErrorKind = "signIn";
}

/** The `signIn` callback returned false, or failed. */
export class AccessDenied extends AuthError {
  static override type: string = "AccessDenied";
}

/** The passkey belongs to a different user than the one who is signed in. */
export class AccountNotLinked extends SignInError {
  static override type: string = "AccountNotLinked";
}

/** A method of the adapter failed, timed out, is missing, or returned something of the wrong shape. */
export class AdapterError extends AuthError {
  static override type: string = "AdapterError";
}

/** Something other than an `AuthError` was thrown while a sign-in was being finished. */
export class CallbackRouteError extends AuthError {
  static override type: string = "CallbackRouteError";
}

/**
 * The credentials weren't accepted. Throw it, or a subclass of it, from `authorize`. `code` becomes part of a
 * URL, so it shouldn't reveal why.
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

/** The email couldn't be sent, or the address isn't accepted. */
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

/** Never thrown: passkeys need no switch. It stays for code that looks for it. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type: string = "ExperimentalFeatureNotEnabled";
}

/** The action requires a recent sign-in, and the last one is too long ago. */
export class FreshSignInRequired extends SignInError {
  static override type: string = "FreshSignInRequired";
}

/** The URL to go to after sign-in isn't valid. */
export class InvalidCallbackUrl extends AuthError {
  static override type: string = "InvalidCallbackUrl";
}

/** State, nonce, code verifier or challenge is missing, was used before, or belongs to another browser. */
export class InvalidCheck extends AuthError {
  static override type: string = "InvalidCheck";
}

/** An option has a value that can't be used. */
export class InvalidConfiguration extends AuthError {
  static override type: string = "InvalidConfiguration";
}

/** A provider lacks endpoints it needs. */
export class InvalidEndpoints extends AuthError {
  static override type: string = "InvalidEndpoints";
}

/** The provider doesn't exist, or doesn't support the request. */
export class InvalidProvider extends AuthError {
  static override type: string = "InvalidProvider";
}

/** A session token couldn't be read, or the `jwt` or `session` callback failed. */
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

/** Base class of the errors thrown when there's no access token for a user. */
export class AccessTokenError extends AuthError {
  static override type: string = "AccessTokenError";
  /** Whether signing in with the provider again helps. */
  readonly mustSignIn: boolean = true;
}

/** The access token has expired, and the provider issued no refresh token. The message says what to request. */
export class MissingRefreshToken extends AccessTokenError {
  static override type: string = "MissingRefreshToken";
}

/** No secret is set in production, or it's too short. */
export class MissingSecretError extends AuthError {
  static override type: string = "MissingSecret";
}
export { MissingSecretError as MissingSecret };

/** Conditional UI needs a form field whose `autocomplete` contains `webauthn`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type: string = "MissingWebAuthnAutocomplete";
}

/** The account, or another one with its email address, belongs to a different user. */
export class OAuthAccountNotLinked extends SignInError {
  static override type: string = "OAuthAccountNotLinked";
}

/** The provider returned an error. */
export class OAuthCallbackError extends SignInError {
  static override type: string = "OAuthCallbackError";
}

/** The `profile()` callback of a provider failed or gave no id. */
export class OAuthProfileParseError extends AuthError {
  static override type: string = "OAuthProfileParseError";
}

/** The sign-in at a provider couldn't be started. */
export class OAuthSignInError extends SignInError {
  static override type: string = "OAuthSignInError";
}

/** The attempt was refused: there were too many, or the `rateLimit` function refused it. */
export class RateLimited extends SignInError {
  static override type: string = "RateLimited";
  /** The HTTP status of the answer. */
  readonly status = 429;
  /** Seconds until the next attempt is allowed, if known. */
  retryAfter?: number;
}

/** A database session couldn't be read. */
export class SessionTokenError extends AuthError {
  static override type: string = "SessionTokenError";
}

/**
 * The session doesn't fit into cookies that servers accept, so it wasn't written. The log says what takes the
 * space.
 */
export class SessionTooLarge extends AuthError {
  static override type: string = "SessionTooLarge";
}

/**
 * It's unknown whether the user is signed in, because the store is down. Thrown when a session is read, so
 * that nobody is treated as signed out. Throw it from a `jwt` or `session` callback too, if its own data
 * source is down.
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
  /** The HTTP status to respond with. */
  readonly status = 503;
}

/** A sign-out couldn't be completed. */
export class SignOutError extends AuthError {
  static override type: string = "SignOutError";
}

/** The user has no account at this provider. */
export class TokenNotLinked extends AccessTokenError {
  static override type: string = "TokenNotLinked";
}

/** The provider no longer accepts the refresh token. The user must sign in with it again. */
export class TokenRefused extends AccessTokenError {
  static override type: string = "TokenRefused";
}

/**
 * The access token has expired, and the provider couldn't be reached to refresh it. Nothing is lost: try
 * again later.
 */
export class TokenUnavailable extends AccessTokenError {
  static override type: string = "TokenUnavailable";
  override readonly mustSignIn: boolean = false;
  /** The HTTP status to respond with. */
  readonly status = 503;
}

/** The path isn't a route of the library. */
export class UnknownAction extends AuthError {
  static override type: string = "UnknownAction";
}

/** The session strategy isn't compatible with the configuration. */
export class UnsupportedStrategy extends AuthError {
  static override type: string = "UnsupportedStrategy";
}

/** The host of the request isn't trusted. */
export class UntrustedHost extends AuthError {
  static override type: string = "UntrustedHost";
}

/** The email link was used before, has expired, or is invalid. */
export class Verification extends AuthError {
  static override type: string = "Verification";
}

/** The authenticator's response wasn't accepted. */
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

/** Whether browsers may see the type of this error. */
export function isClientError(error: Error): error is AuthError {
  return error instanceof AuthError && clientErrors.has(error.type);
}
