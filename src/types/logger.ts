import type { WeaknessCode } from "./finding.js";

export type WarningCode =
  | "adapter-overcome"
  | "adapter-timeout"
  | "callback-returned-nothing"
  | "callback-url"
  | "client-blank"
  | "client-id-missing"
  | "clock-skew"
  | "csrf-disabled"
  | "debug-enabled"
  | "email-missing"
  | "env-url-basepath-mismatch"
  | "env-url-basepath-redundant"
  /** Never logged: passkeys need no switch. */
  | "experimental-webauthn"
  | "host-mismatch"
  | "locale-failed"
  | "other-secret"
  | "logout-token"
  | "proxy-not-trusted"
  | "random-secret"
  | "redirect-uri"
  | "session-cookie-large"
  | "session-made-twice"
  | "sessions-kept"
  | "shared-state-lost"
  | "shared-state-missing"
  | "token-refresh"
  | "token-revocation"
  | "unchecked-provider"
  | "unproven-kept"
  | "unproven-removed"
  | "update-age"
  | WeaknessCode;

/**
 * The first argument of a logger: a message, the error type or the warning's code. The error itself comes
 * second. Typed as if it were an error for loggers written for Auth.js, which get the error first; reading
 * its members yields nothing. Write `error(code, error)`.
 */
export type LoggedCode = string &
  Partial<Pick<Error, "stack" | "cause">> &
  Pick<Error, "name" | "message">;

/** A logger as an app writes it. */
export interface ConfiguredLogger {
  error(code: LoggedCode, ...message: unknown[]): void;
  warn(code: WarningCode, ...message: unknown[]): void;
  debug(code: string, ...message: unknown[]): void;
}

/**
 * Receives log messages. `code` is the error type or the warning's code. After an error comes an
 * `Explanation`: the reference the user was shown, the likely cause and what to do.
 */
export interface LoggerInstance {
  error(code: string, ...message: unknown[]): void;
  warn(code: WarningCode, ...message: unknown[]): void;
  debug(code: string, ...message: unknown[]): void;
}
