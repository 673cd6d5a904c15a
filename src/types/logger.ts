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
 * The first argument of a configured logger: a text, the type of the error or the code of the warning. The
 * error itself comes second. It may be read as an error by code that was written for Auth.js, whose loggers
 * get the error first; that code then reads nothing. Write `error(code, error)`.
 */
export type LoggedCode = string &
  Partial<Pick<Error, "stack" | "cause">> &
  Pick<Error, "name" | "message">;

/** A logger as an application writes it. */
export interface ConfiguredLogger {
  error(code: LoggedCode, ...message: unknown[]): void;
  warn(code: WarningCode, ...message: unknown[]): void;
  debug(code: string, ...message: unknown[]): void;
}

/**
 * Where messages go. `code` is the type of the error or the code of the warning. After an error comes an
 * `Explanation`: the reference that the person was shown, the likely cause and what to do.
 */
export interface LoggerInstance {
  error(code: string, ...message: unknown[]): void;
  warn(code: WarningCode, ...message: unknown[]): void;
  debug(code: string, ...message: unknown[]): void;
}
