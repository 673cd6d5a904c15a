import { asError } from "./as-error.js";
import { AuthError } from "./errors.js";

/** Wraps anything thrown in an error of the library. */
export function asAuthError(thrown: unknown): AuthError {
  return thrown instanceof AuthError
    ? thrown
    : new AuthError("An unexpected error was thrown.", { err: asError(thrown) });
}
