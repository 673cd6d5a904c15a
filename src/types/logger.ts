export type WarningCode =
  | "adapter-timeout"
  | "csrf-disabled"
  | "debug-enabled"
  | "env-url-basepath-mismatch"
  | "env-url-basepath-redundant"
  | "experimental-webauthn"
  | "random-secret"
  | "weak-secret";

/** Where messages go. `code` is the type of the error or the code of the warning. */
export interface LoggerInstance {
  error(code: string, ...message: unknown[]): void;
  warn(code: WarningCode, ...message: unknown[]): void;
  debug(code: string, ...message: unknown[]): void;
}
