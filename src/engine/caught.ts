import { AuthError } from "../errors.js";
import { json, type Outcome } from "../http/outcome.js";
import type { RequestProblem } from "../http/problem.js";
import { asError } from "../thrown.js";

/** Anything thrown, as an error of the library. */
export function asAuthError(thrown: unknown): AuthError {
  return thrown instanceof AuthError
    ? thrown
    : new AuthError("Something unexpected went wrong.", { err: asError(thrown) });
}

/** A request that could not be worked on. It changes nothing, not even a cookie. */
export function problemOutcome({ status, message, headers }: RequestProblem): Outcome {
  return { ...json({ message }, status), headers };
}
