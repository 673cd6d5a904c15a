import { AuthError } from "./errors.js";
import { asError } from "./thrown.js";

/** Anything thrown, as an error of the library. */
export function asAuthError(thrown: unknown): AuthError {
  return thrown instanceof AuthError
    ? thrown
    : new AuthError("Something unexpected went wrong.", { err: asError(thrown) });
}
